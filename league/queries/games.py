"""One game as it stands: totals, winner and whose deal it is, worked out from its hands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from league.models import Game, Hand, Player
from scoring import (
    Code,
    GameHand,
    GameMode,
    GamePlay,
    GameScore,
    RuleSet,
    Seat,
    Side,
    next_dealer,
    score_game,
    score_totals,
)

MatchSide = Literal["a", "b"]


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


def view_game(
    game: Game, rules: RuleSet, match_play: Mapping[str, Any], *, seats: bool = True
) -> GameView:
    """Work out one game from its prefetched hands (undone ones left out)."""
    hands = tuple(hand for hand in game.hands.all() if hand.status != Hand.Status.UNDONE)
    ns_is_a = game.ns_side == "a"
    if game.total_a is not None and game.total_b is not None:
        ns, ew = (game.total_a, game.total_b) if ns_is_a else (game.total_b, game.total_a)
        # Totals written down as ended early carry a bell, whatever the competition plays to.
        early = game.bell_after is not None
        play = GamePlay(mode=GameMode.BELL) if early else play_of(game, hands, rules, match_play)
        score = score_totals(ns, ew, rules, play)
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
    game: Game,
    hands: Sequence[Hand],
    rules: RuleSet,
    match_play: Mapping[str, Any],
    *,
    lowered: frozenset[Code] = frozenset(),
) -> GameScore:
    """The score of a game with these hands: the stored ones, or those a correction would leave.

    Void hands at the end of the sheet are not read: after the end of a game they are no problem.
    """
    first = Seat(game.first_dealer) if game.first_dealer else None
    read = list(hands)
    while read and read[-1].status == Hand.Status.VOID:
        read.pop()
    score = score_game(
        tuple(_game_hand(hand, rules) for hand in read),
        rules,
        play_of(game, read, rules, match_play),
        first_dealer=first,
        lowered=lowered,
    )
    unread = len(hands) - len(read)
    if not unread:
        return score
    return replace(
        score,
        running=score.running + ((score.ns, score.ew),) * unread,
        awarded=score.awarded + ((0, 0),) * unread,
    )


def play_of(
    game: Game, hands: Sequence[Hand], rules: RuleSet, match_play: Mapping[str, Any]
) -> GamePlay:
    """How this game is played. A void hand is none of the N hands that end a game of N hands.

    Where a hand without score is dealt again by the same dealer, the engine leaves it out itself.
    """
    mode = GameMode(match_play.get("mode") or "target")
    if mode is GameMode.HANDS:
        dealt_again = rules.all_pass == "same_dealer"
        void = sum(hand.status == Hand.Status.VOID and not dealt_again for hand in hands)
        count = match_play.get("hands")
        return GamePlay(mode=mode, hands=count + void if count else None)
    if mode is GameMode.BELL and game.bell_after is not None:
        return GamePlay(mode=mode, bell_after=game.bell_after - 1)
    return GamePlay(mode=mode)


def seated_of(game: Game) -> str:
    """Where side a of the match sits, and who deals first: "NSW", as a phone says it."""
    return f"{table_side(game, 'a')}{game.first_dealer or ''}"


def match_side(game: Game, side: Side) -> MatchSide:
    """The side of the match ("a" or "b") that sits NS or EW in this game."""
    return "a" if (side is Side.NS) == (game.ns_side == "a") else "b"


def table_side(game: Game, side: MatchSide) -> Side:
    """NS or EW: where side "a" or "b" of the match sits in this game."""
    return Side.NS if side == game.ns_side else Side.EW


def dealer_turn(view: GameView, rules: RuleSet) -> Seat | None:
    """Whose deal the next hand of this game is (RULES 2.1); a void hand has used up its deal."""
    if not view.hands:
        return Seat(view.game.first_dealer) if view.game.first_dealer else None
    last = view.hands[-1]
    no_score = last.status == Hand.Status.VOID or last.outcome == Hand.Outcome.PASSED_OUT
    return next_dealer(Seat(last.dealer), passed_out=no_score, rules=rules)


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
            not void and hand.outcome == Hand.Outcome.PASSED_OUT and rules.all_pass == "same_dealer"
        ),
    )
