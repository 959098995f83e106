"""The matches that make the table, read at a third of the usual cost, and their results."""

from collections import defaultdict
from collections.abc import Collection, Iterable

from django.db.models import Prefetch, QuerySet

from league.models import Competition, Entry, Game, Hand, Match, Round
from league.queries.hands import rules_of
from league.queries.matches import MatchView, view_match, with_disputes
from league.queries.ready import Ready
from scoring import GameResult, Result

# As many matches at most are read one by one and not with the whole season.
FEW = 20


def load_counted(
    queryset: QuerySet[Match],
    competition: Competition,
    rounds: Iterable[Round],
    entries: Iterable[Entry],
) -> list[MatchView]:
    """The same as `load_matches(queryset, seats=False)` at a third of its cost: a season is some
    hundred matches and thousands of hands, and here rounds, entries and names are known already.

    Of each hand only what makes up a score is read.
    """
    rounds = list(rounds)
    found = Game.objects.filter(match__round__in=rounds).order_by("number")
    games = found.prefetch_related(Prefetch("hands", queryset=_scores()))
    return _viewed(list(with_disputes(queryset)), games, competition, rounds, entries)


def load_few(
    numbers: Collection[int],
    competition: Competition,
    rounds: Iterable[Round],
    entries: Iterable[Entry],
) -> list[MatchView]:
    """The same of a few matches (ids, at most `FEW`), in three statements that are made once."""
    own = sorted(numbers)
    slots = own + own[-1:] * (FEW - len(own))
    hands: dict[int, list[Hand]] = defaultdict(list)
    for hand in _HANDS(*slots):
        hands[hand.game_id].append(hand)
    games = _GAMES(*slots)
    for game in games:
        game._prefetched_objects_cache = {"hands": hands[game.pk]}
    return _viewed(_MATCHES(*slots), games, competition, rounds, entries)


def _scores() -> QuerySet[Hand]:
    return (
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


_MATCHES = Ready(lambda *few: with_disputes(Match.objects.filter(pk__in=few)))
_GAMES = Ready(lambda *few: Game.objects.filter(match__in=few).order_by("number"))
_HANDS = Ready(lambda *few: _scores().filter(game__match__in=few))


def _viewed(
    matches: Iterable[Match],
    found: Iterable[Game],
    competition: Competition,
    rounds: Iterable[Round],
    entries: Iterable[Entry],
) -> list[MatchView]:
    by_round = {one.pk: one for one in rounds}
    by_entry = {one.pk: one for one in entries}
    for one in by_round.values():
        one.stage.competition = competition
    games: dict[int, list[Game]] = defaultdict(list)
    for game in found:
        games[game.match_id].append(game)
    rules = rules_of(competition)
    for match in matches:
        match.round = by_round[match.round_id]
        match.entry_a = by_entry[match.entry_a_id]
        match.entry_b = by_entry[match.entry_b_id]
    return [
        view_match(
            match,
            games[match.pk],
            rules,
            seats=False,
            disputed=match.in_dispute,  # type: ignore[attr-defined]
        )
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
