"""The matches that make the table, read at a third of the usual cost, and their results."""

from collections import defaultdict
from collections.abc import Collection, Iterable

from django.db.models import Prefetch, QuerySet

from league.models import Competition, Entry, Game, Hand, Match, Round
from league.queries.hands import rules_of
from league.queries.matches import MatchView, view_match, with_disputes
from scoring import GameResult, Result


def load_counted(
    queryset: QuerySet[Match],
    competition: Competition,
    rounds: Iterable[Round],
    entries: Iterable[Entry],
    *,
    only: Collection[int] | None = None,
) -> list[MatchView]:
    """The same as `load_matches(queryset, seats=False)` at a third of its cost: a season is some
    hundred matches and thousands of hands, and here rounds, entries and names are known already.

    Of each hand only what makes up a score is read. `only`: the ids of the matches in `queryset`,
    where they are few.
    """
    by_round = {one.pk: one for one in rounds}
    by_entry = {one.pk: one for one in entries}
    for one in by_round.values():
        one.stage.competition = competition
    matches = list(with_disputes(queryset))
    hands = (
        Hand.objects.exclude(status=Hand.Status.UNDONE)
        .order_by("number")
        .only(
            "game_id",
            "number",
            "status",
            "outcome",
            "dealer",
            "caller",
            "verdict",
            "score_ns",
            "score_ew",
            "hanging",
        )
    )
    games: dict[int, list[Game]] = defaultdict(list)
    known = {"match__round__in": list(by_round)} if only is None else {"match__in": list(only)}
    found = Game.objects.filter(**known).order_by("number")
    for game in found.prefetch_related(Prefetch("hands", queryset=hands)):
        games[game.match_id].append(game)
    rules = rules_of(competition)
    for match in matches:
        match.round = by_round[match.round_id]
        match.entry_a = by_entry[match.entry_a_id]
        match.entry_b = by_entry[match.entry_b_id]
    return [
        view_match(match, games[match.pk], rules, seats=False, disputed=match.in_dispute)
        for match in matches
    ]


def result_of(view: MatchView, number: int) -> Result:
    match = view.match
    return Result(
        round=number,
        a=str(match.entry_a_id),
        b=str(match.entry_b_id),
        games=tuple(
            GameResult(
                a=game.a,
                b=game.b,
                baits_a=game.baits_a,
                baits_b=game.baits_b,
                winner=game.winner,
            )
            for game in view.games
            if game.over
        ),
        forfeit=view.forfeit,
    )
