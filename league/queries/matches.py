"""Matches as they stand: games, totals and winners, worked out from the stored hands."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from django.db.models import Prefetch, QuerySet

from league.models import Game, Hand, Match, Player, Seating
from league.queries.hands import rules_of
from scoring import (
    GameHand,
    GamePlay,
    GameScore,
    MatchGame,
    MatchScore,
    RuleSet,
    Seat,
    Side,
    score_game,
    score_match,
    score_totals,
)

MatchSide = Literal["a", "b"]
State = Literal["waiting", "playing", "over", "accepted", "forfeit"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameView:
    """A game with what it came to.

    `hands` in order, void ones included; `score` counts by NS and EW, `a` and `b` are the same
    totals (points) by side of the match; `winner` is None while not over, and for a draw.
    `baits_a`, `baits_b` count baits (not half-baits) of the calling side. `seats` is empty for
    a game of totals alone. `drawn` says that it ended without a winner.
    """

    game: Game
    hands: tuple[Hand, ...]
    score: GameScore
    a: int
    b: int
    winner: MatchSide | None
    baits_a: int
    baits_b: int
    seats: Mapping[str, Player]

    @property
    def number(self) -> int:
        return self.game.number

    @property
    def over(self) -> bool:
        return self.score.over

    @property
    def drawn(self) -> bool:
        return self.score.over and self.winner is None

    @property
    def totals_only(self) -> bool:
        return self.game.total_a is not None

    @property
    def counted_hands(self) -> tuple[Hand, ...]:
        """The hands that score: all but the void ones."""
        return tuple(hand for hand in self.hands if hand.status == Hand.Status.RECORDED)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchView:
    """A match with its games. `score` is the score in games; `winner` is "a", "b" or None.

    `state`: "waiting" (nothing written yet), "playing", "over" (the sheet is not signed),
    "accepted", "forfeit".
    """

    match: Match
    games: tuple[GameView, ...]
    score: MatchScore
    state: State
    rules: RuleSet
    best_of: int

    @property
    def winner(self) -> MatchSide | None:
        return self.score.winner

    @property
    def over(self) -> bool:
        return self.score.over

    @property
    def drawn(self) -> bool:
        return self.score.over and self.score.winner is None and self.match.forfeit is None

    @property
    def current(self) -> GameView | None:
        """The game in play, or the last one played; None before the first."""
        return self.games[-1] if self.games else None

    @property
    def next_game(self) -> int | None:
        """The number of the game to start now; None while one is in play and when the match is over."""
        if self.score.over or (self.games and not self.games[-1].over):
            return None
        return len(self.games) + 1


def load_matches(
    queryset: QuerySet[Match], *, seats: bool = True, sheets: bool = False
) -> list[MatchView]:
    """The matches of a queryset, in its order, with their games and figures.

    Four statements however many matches: matches, games, hands, and who sat where (left out
    with `seats=False`). `sheets=True` reads runs and sets too, in two more, so that each
    hand's sum can be shown (`league.queries.hands.score_of`).
    """
    matches = list(
        queryset.select_related(
            "round__stage__competition__club",
            "entry_a__partnership__first",
            "entry_a__partnership__second",
            "entry_b__partnership__first",
            "entry_b__partnership__second",
        )
    )
    hands = Hand.objects.exclude(status=Hand.Status.UNDONE).order_by("number")
    if sheets:
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
        views.append(view_match(match, games[match.pk], rules[competition.pk], seats=seats))
    return views


def load_match(match: Match, *, sheets: bool = False) -> MatchView:
    """One match as `load_matches` gives it."""
    return load_matches(Match.objects.filter(pk=match.pk), sheets=sheets)[0]


def view_match(
    match: Match, games: Sequence[Game], rules: RuleSet, *, seats: bool = True
) -> MatchView:
    """Work out a match from games whose hands (and seating) are prefetched."""
    play = match.round.stage.competition.match_play
    views = []
    for game in games:
        game.match = match
        views.append(view_game(game, rules, play, seats=seats))
    best_of = match.round.stage.best_of
    score = score_match(
        tuple(
            MatchGame(
                a=view.a,
                b=view.b,
                over=view.over,
                winner=view.winner,
                baits_a=view.baits_a,
                baits_b=view.baits_b,
            )
            for view in views
        ),
        best_of=best_of,
        forfeit=match.forfeit,
    )
    return MatchView(
        match=match,
        games=tuple(views),
        score=score,
        state=_state(match, views, score),
        rules=rules,
        best_of=best_of,
    )


def view_game(
    game: Game, rules: RuleSet, match_play: Mapping[str, Any], *, seats: bool = True
) -> GameView:
    """Work out one game from its prefetched hands (undone ones left out)."""
    hands = tuple(hand for hand in game.hands.all() if hand.status != Hand.Status.UNDONE)
    ns_is_a = game.ns_side == "a"
    if game.total_a is not None and game.total_b is not None:
        ns, ew = (game.total_a, game.total_b) if ns_is_a else (game.total_b, game.total_a)
        score = score_totals(ns, ew, rules, play_of(game, hands, match_play))
    else:
        score = score_hands(game, hands, rules, match_play)
    baits = {"a": 0, "b": 0}
    for hand in hands:
        if hand.status == Hand.Status.RECORDED and hand.verdict == "bait" and hand.caller:
            baits[match_side(game, Seat(hand.caller).side)] += 1
    return GameView(
        game=game,
        hands=hands,
        score=score,
        a=score.ns if ns_is_a else score.ew,
        b=score.ew if ns_is_a else score.ns,
        winner=match_side(game, score.winner) if score.winner else None,
        baits_a=baits["a"],
        baits_b=baits["b"],
        seats={s.seat: s.player for s in game.seating.all()} if seats else {},
    )


def score_hands(
    game: Game, hands: Sequence[Hand], rules: RuleSet, match_play: Mapping[str, Any]
) -> GameScore:
    """The score of a game with these hands: the stored ones, or those a correction would leave."""
    first = Seat(game.first_dealer) if game.first_dealer else None
    return score_game(
        tuple(_game_hand(hand, rules) for hand in hands),
        rules,
        play_of(game, hands, match_play),
        first_dealer=first,
    )


def play_of(game: Game, hands: Sequence[Hand], match_play: Mapping[str, Any]) -> GamePlay:
    """How this game is played. A void hand is none of the N hands that end a game of N hands."""
    mode = match_play.get("mode", "target")
    void = sum(hand.status == Hand.Status.VOID for hand in hands)
    count = match_play.get("hands")
    play = GamePlay(mode=mode, hands=count + void if mode == "hands" and count else None)
    if game.bell_after is not None:
        play = replace(play, mode="bell", bell_after=game.bell_after)
    return play


def match_side(game: Game, side: Side) -> MatchSide:
    """The side of the match ("a" or "b") that sits NS or EW in this game."""
    return "a" if (side is Side.NS) == (game.ns_side == "a") else "b"


def table_side(game: Game, side: MatchSide) -> Side:
    """NS or EW: where side "a" or "b" of the match sits in this game."""
    return Side.NS if side == game.ns_side else Side.EW


def _game_hand(hand: Hand, rules: RuleSet) -> GameHand:
    """A void hand keeps its deal and scores nothing."""
    void = hand.status == Hand.Status.VOID
    return GameHand(
        ns=0 if void else hand.score_ns,
        ew=0 if void else hand.score_ew,
        dealer=Seat(hand.dealer),
        caller=Seat(hand.caller) if hand.caller and not void else None,
        hanging=0 if void else hand.hanging,
        same_dealer=(
            not void
            and hand.outcome == Hand.Outcome.PASSED_OUT
            and rules.all_pass == "same_dealer"
        ),
    )


def _state(match: Match, games: Sequence[GameView], score: MatchScore) -> State:
    if match.forfeit is not None:
        return "forfeit"
    if match.accepted_at is not None:
        return "accepted"
    if score.over:
        return "over"
    return "playing" if games else "waiting"
