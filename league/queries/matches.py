"""Matches as they stand: games, totals and winners, worked out from the stored hands."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, Literal, cast
from uuid import UUID

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from league.models import (
    Dispute,
    Game,
    Hand,
    Lineup,
    Match,
    Player,
    Seating,
    SentHand,
)
from league.queries.games import GameView, MatchSide, view_game
from league.queries.hands import rules_of, score_columns, score_of
from league.queries.match_rules import (
    acceptance_of,
    departed_side,
    forfeited_late,
    starts_of,
    table_of,
)
from league.queries.match_views import MatchView, State
from league.queries.past_router import moment_shown, now_or_then
from league.queries.ready import Ready
from scoring import MatchGame, MatchScore, RuleSet, score_match

__all__ = [
    "GameView",
    "MatchSide",
    "MatchView",
    "State",
    "departed_side",
    "in_play",
    "load_match",
    "load_matches",
    "people_of",
    "stamp_of",
    "starts_of",
    "table_of",
    "view_match",
]

# What is read with a match, in the same statement: where it belongs; and its people.
PLACE = ("round__stage__competition__club", "entry_a", "entry_b")
BESIDE = (
    "round__stage__competition__club",
    "entry_a__partnership__first",
    "entry_a__partnership__second",
    "entry_b__partnership__first",
    "entry_b__partnership__second",
)


def load_matches(
    queryset: QuerySet[Match],
    *,
    seats: bool = True,
    sheets: bool = False,
    scored_again: bool = False,
) -> list[MatchView]:
    """The matches of a queryset, in its order, with their games and figures.

    Four statements however many matches: matches, games, hands, and who sat where (left out
    with `seats=False`). `sheets=True` reads runs and sets too, in two more, so that each
    hand's sum can be shown (`league.queries.hands.score_of`). `scored_again=True` takes no
    stored score on trust: each is worked out anew from its sheet, in memory only.
    """
    matches = list(with_disputes(queryset).select_related(*BESIDE))
    hands = Hand.objects.exclude(status=Hand.Status.UNDONE).order_by("number")
    if sheets or scored_again:
        hands = hands.prefetch_related("runs", "sets")
    parts: list[Any] = [Prefetch("hands", queryset=hands)]
    if seats:
        parts.append(Prefetch("seating", queryset=Seating.objects.select_related("player")))
    games: dict[int, list[Game]] = defaultdict(list)
    found = Game.objects.filter(match__in=[match.pk for match in matches]).order_by("number")
    for game in found.prefetch_related(*parts):
        games[game.match_id].append(game)
    rules: dict[int, RuleSet] = {}
    views = []
    for match in matches:
        competition = match.round.stage.competition
        if competition.pk not in rules:
            rules[competition.pk] = rules_of(competition)
        if scored_again:
            for hand in (hand for game in games[match.pk] for hand in game.hands.all()):
                for column, value in score_columns(score_of(hand, rules[competition.pk])).items():
                    setattr(hand, column, value)
        views.append(
            view_match(
                match,
                games[match.pk],
                rules[competition.pk],
                seats=seats,
                disputed=match.in_dispute,
            )
        )
    return views


def load_match(match: Match, *, sheets: bool = False) -> MatchView:
    """One match as `load_matches` gives it, now and at half its cost: every answer to a phone
    tells how its match stands."""
    if sheets or moment_shown.get():
        return load_matches(Match.objects.filter(pk=match.pk), sheets=sheets)[0]
    [found] = _MATCH(match.pk)
    games: list[Game] = _GAMES(match.pk)
    if games:
        hands, seating = _by_game(_STANDING(match.pk)), _by_game(_SEATING(match.pk))
    for game in games:
        _prefetched(game, hands=hands[game.pk], seating=seating[game.pk])
    rules = rules_of(found.round.stage.competition)
    return view_match(found, games, rules, disputed=found.in_dispute)


def _by_game(rows: Iterable[Any]) -> "defaultdict[int, list[Any]]":
    found = defaultdict(list)
    for row in rows:
        found[row.game_id].append(row)
    return found


def _prefetched(game: Game, **related: list[Any]) -> None:
    """As `prefetch_related` leaves a game: with the rows it is asked for, which know it."""
    game._prefetched_objects_cache = {}  # type: ignore[attr-defined]
    for name, rows in related.items():
        queryset: Any = getattr(game, name).get_queryset()
        queryset._result_cache, queryset._prefetch_done = rows, True
        game._prefetched_objects_cache[name] = queryset  # type: ignore[attr-defined]
        for row in rows:
            row.game = game


_MATCH = Ready(lambda match: with_disputes(Match.objects.filter(pk=match)).select_related(*BESIDE))
_GAMES = Ready(lambda match: Game.objects.filter(match=match).order_by("number"))
_SEATING = Ready(
    lambda match: Seating.objects.filter(game__match=match).select_related("player").order_by("pk")
)
_STANDING = Ready(
    lambda match: (
        Hand.objects.filter(game__match=match).exclude(status=Hand.Status.UNDONE).order_by("number")
    )
)
_HANDS = Ready(lambda match: Hand.objects.filter(game__match=match).order_by("number", "pk"))


def _games_and_known(match: int, number: UUID) -> QuerySet[Any, Any]:
    return (
        Game.objects.filter(match=match)
        .order_by("number")
        .annotate(
            hand_known=Exists(Hand.objects.filter(client_id=number)),
            sent_known=Exists(SentHand.objects.filter(sent_id=number)),
        )
    )


_GAMES_AND_KNOWN = Ready(_games_and_known)


def in_play(match: Match, client_id: UUID) -> tuple[MatchView, bool]:
    """A match as `lock_match` gives it, for writing its next hand, in two statements: its games
    with the scores of their hands, without seats, runs and sets; and whether anything may have come
    under `client_id` before, here or elsewhere (`came_before` in `league.queries.sent_hands`)."""
    games: dict[int, Any] = {game.pk: game for game in _GAMES_AND_KNOWN(match.pk, client_id)}
    hands: dict[int, list[Hand]] = {pk: [] for pk in games}
    for hand in _HANDS(match.pk):
        if hand.game_id in games:
            hand.game = games[hand.game_id]
            hands[hand.game_id].append(hand)
    for pk, game in games.items():
        game._prefetched_objects_cache = {"hands": hands[pk]}
    rules = rules_of(match.round.stage.competition)
    disputed = match.in_dispute  # type: ignore[attr-defined]
    view = view_match(match, list(games.values()), rules, seats=False, disputed=disputed)
    known = all(game.hand_known or game.sent_known for game in games.values())
    return view, known


def people_of(match: Match) -> dict[MatchSide, list[Player]]:
    """The people of each side of a match, in the order they were named: its line-up, in one
    statement; a side without one is played by its partnership."""
    found: dict[MatchSide, list[Player]] = {"a": [], "b": []}
    for person in Lineup.objects.filter(match=match).select_related("player").order_by("id"):
        found["a" if person.side == "a" else "b"].append(person.player)
    for people, entry in ((found["a"], match.entry_a), (found["b"], match.entry_b)):
        if not people:
            people.extend([entry.partnership.first, entry.partnership.second])
    return found


def stamp_of(view: MatchView) -> str:
    """What the sheet looks like, as a short text that differs after every change of a hand."""
    return "-".join(
        f"{game.number}.{len(game.hands)}.{sum(hand.revision for hand in game.hands)}"
        f".{game.a}.{game.b}"
        for game in view.games
    )


def with_disputes(queryset: QuerySet[Match]) -> Any:
    """The same matches, each with `in_dispute`: whether a dispute about it is open."""
    return queryset.annotate(
        in_dispute=Exists(Dispute.objects.filter(match=OuterRef("pk"), settled_at=None))
    )


def view_match(
    match: Match,
    games: Sequence[Game],
    rules: RuleSet,
    *,
    seats: bool = True,
    disputed: bool = False,
) -> MatchView:
    """Work out a match from games whose hands (and seating) are prefetched; `disputed` as
    `with_disputes` found it."""
    play = match.round.stage.competition.match_play
    views = []
    for game in games:
        game.match = match
        views.append(view_game(game, rules, play, seats=seats))
    best_of = match.round.stage.best_of
    played = tuple(
        MatchGame(
            a=view.a,
            b=view.b,
            over=view.over,
            winner=view.winner,
            baits_a=view.baits_a,
            baits_b=view.baits_b,
        )
        for view in views
    )
    forfeit = cast("Literal['a', 'b', 'both'] | None", match.forfeit)
    score = score_match(played, best_of=best_of, forfeit=forfeit)
    late = False
    if not score.over and match.accepted_at is None:
        forfeit = departed_side(match)
        if forfeit is None and not games and forfeited_late(match, now_or_then()):
            forfeit, late = "both", True
        if forfeit is not None:
            score = score_match(played, best_of=best_of, forfeit=forfeit)
    return MatchView(
        match=match,
        games=tuple(views),
        score=score,
        state="forfeit" if forfeit is not None else _state(match, views, score),
        rules=rules,
        best_of=best_of,
        forfeit=forfeit,
        disputed=disputed,
        late=late,
        acceptance=acceptance_of(match, games),
    )


def _state(match: Match, games: Sequence[GameView], score: MatchScore) -> State:
    if match.accepted_at is not None:
        return "accepted"
    if score.over:
        return "over"
    return "playing" if games else "waiting"
