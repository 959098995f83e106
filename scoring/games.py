"""Games: from the written scores of the hands to who won and why (docs/RULES.md 7).

The hands come in order of play with the score each side wrote. Points that wait after a half-bait
(`hanging`) are awarded here, when the game is read, never stored in a hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.cards import Seat, Side
from scoring.problems import LOWERABLE, Code, Problem
from scoring.rules import RuleSet


class GameMode(StrEnum):
    """What ends a game: the target, a number of hands, or the target with a bell."""

    TARGET = "target"
    HANDS = "hands"
    BELL = "bell"


class GameReason(StrEnum):
    """Why a game is over, or that it is not."""

    TARGET = "target"
    BOTH_OVER = "both_over"
    CALLER_BOTH_OVER = "caller_both_over"
    TIE_CALLER = "tie_caller"
    TIE_DRAW = "tie_draw"
    HANDS_PLAYED = "hands_played"
    BELL = "bell"
    FORFEIT = "forfeit"
    TOTALS = "totals"
    NOT_OVER = "not_over"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameHand:
    """One hand as a game sees it: what each side wrote, in points; 0-0 is a passed-out hand.

    `hanging`: points this hand leaves waiting. `same_dealer`: passed out and dealt again by the
    same dealer, whatever the rule set says.
    """

    ns: int
    ew: int
    dealer: Seat | None = None
    caller: Seat | None = None
    hanging: int = 0
    same_dealer: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePlay:
    """How a game is played: `hands` is the N of mode hands; `bell_after` the index, from 0, of the
    last hand that counts once the bell has rung (None: it has not)."""

    mode: GameMode = GameMode.TARGET
    hands: int | None = None
    bell_after: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameScore:
    """Totals in points, whether the game is over, who won (None while not over, and for a draw).

    `running[i]` is the totals after hand i, awarded points included; `awarded[i]` what waiting
    points were added at hand i. Hands after the end change neither.
    """

    ns: int
    ew: int
    over: bool
    winner: Side | None
    reason: GameReason
    problems: tuple[Problem, ...] = ()
    running: tuple[tuple[int, int], ...] = ()
    awarded: tuple[tuple[int, int], ...] = ()

    def of(self, side: Side) -> int:
        """The total of one side."""
        return self.ns if side is Side.NS else self.ew


_AT_THE_TARGET = GamePlay()
# The value of the option all_pass under which the deal stays.
_DEAL_AGAIN = "same_dealer"
_Ending = tuple[GameReason, Side | None]


def next_dealer(dealer: Seat, *, passed_out: bool = False, rules: RuleSet) -> Seat:
    """Who deals the hand after `dealer`'s (RULES 2: to the left, after a passed-out hand too)."""
    return dealer if passed_out and rules.all_pass == _DEAL_AGAIN else dealer.left


@dataclass(slots=True)
class _Reading:
    """What is known of a game up to a hand."""

    ns: int = 0
    ew: int = 0
    waiting: int = 0
    deals: int = 0
    dealer: Seat | None = None
    ending: _Ending | None = None
    ended: int = 0
    problems: list[Problem] = field(default_factory=list)
    running: list[tuple[int, int]] = field(default_factory=list)
    awarded: list[tuple[int, int]] = field(default_factory=list)


def score_game(
    hands: Sequence[GameHand],
    rules: RuleSet,
    play: GamePlay = _AT_THE_TARGET,
    *,
    first_dealer: Seat | None = None,
    closed: bool = False,
    forfeit: Side | None = None,
    lowered: frozenset[Code] = frozenset(),
) -> GameScore:
    """Reads a game hand by hand.

    Equal totals at the end, also after N hands or the bell, follow `tie_at_target`: another hand,
    the calling side of that hand (another hand when nobody called it), or a draw. In mode hands a
    hand passed out and dealt again by the same dealer is not one of the N. `closed` says that the
    sheet calls the game finished; `forfeit` names the side that gives it up: the totals stay, the
    other side wins.

    Problems, hands numbered from 1: dealer_out_of_turn {hand, dealer, expected}, which comes as a
    warning when `lowered` says so; hand_after_game_over {hand, ended}, one a hand;
    game_closed_early {ns, ew, hands}.
    """
    game = _Reading(dealer=first_dealer)
    for index, hand in enumerate(hands):
        _check_turn(game, hand, index, rules, lowered)
        if game.ending is not None:
            params = {"hand": index + 1, "ended": game.ended}
            game.problems.append(Problem(Code.HAND_AFTER_GAME_OVER, "hands", params))
            game.awarded.append((0, 0))
        else:
            _add_hand(game, hand, rules)
            game.ending = _ending(game, hand, index, rules, play)
            game.ended = index + 1
        game.running.append((game.ns, game.ew))
    if forfeit is not None:
        game.ending = GameReason.FORFEIT, forfeit.other
    if closed and game.ending is None:
        figures = {"ns": game.ns, "ew": game.ew, "hands": len(hands)}
        game.problems.append(Problem(Code.GAME_CLOSED_EARLY, "closed", figures))
    reason, winner = game.ending or (GameReason.NOT_OVER, None)
    return GameScore(
        ns=game.ns,
        ew=game.ew,
        over=game.ending is not None,
        winner=winner,
        reason=reason,
        problems=tuple(game.problems),
        running=tuple(game.running),
        awarded=tuple(game.awarded),
    )


def score_totals(ns: int, ew: int, rules: RuleSet, play: GamePlay = _AT_THE_TARGET) -> GameScore:
    """A game of which only the final totals (points, 0 or more) are known.

    The higher total wins: who called the last hand is not known, so `both_over` caller cannot be
    seen. Not over, with the problem game_closed_early, when the totals cannot be final: nobody at
    the target (in mode target), or equal totals where another hand, or a caller, decides.
    """
    tied = ns == ew
    short = play.mode is GameMode.TARGET and not _reached(max(ns, ew), rules)
    over = not short and (not tied or rules.tie_at_target == "draw")
    reason = GameReason.NOT_OVER
    if over:
        reason = GameReason.TIE_DRAW if tied else GameReason.TOTALS
    problem = Problem(Code.GAME_CLOSED_EARLY, "closed", {"ns": ns, "ew": ew, "hands": None})
    return GameScore(
        ns=ns,
        ew=ew,
        over=over,
        winner=_leader(ns, ew) if over else None,
        reason=reason,
        problems=() if over else (problem,),
    )


def _leader(ns: int, ew: int) -> Side | None:
    return None if ns == ew else Side.NS if ns > ew else Side.EW


def _reached(total: int, rules: RuleSet) -> bool:
    return total > rules.target if rules.target_test == "exceed" else total >= rules.target


def _dealt_again(hand: GameHand, rules: RuleSet) -> bool:
    """Whether this hand was passed out and its dealer deals once more."""
    return hand.same_dealer or (hand.ns == hand.ew == 0 and rules.all_pass == _DEAL_AGAIN)


def _check_turn(
    game: _Reading, hand: GameHand, index: int, rules: RuleSet, lowered: frozenset[Code]
) -> None:
    """Compares the hand's dealer with whose turn it is; the turn goes on from who really dealt."""
    expected = game.dealer
    dealer = hand.dealer or expected
    if expected is not None and dealer is not expected:
        params = {"hand": index + 1, "dealer": dealer, "expected": expected}
        code = Code.DEALER_OUT_OF_TURN
        warning = code in lowered & LOWERABLE
        game.problems.append(Problem(code, "dealer", params, warning))
    if dealer is not None and not _dealt_again(hand, rules):
        dealer = dealer.left
    game.dealer = dealer


def _add_hand(game: _Reading, hand: GameHand, rules: RuleSet) -> None:
    """Adds what was written, and the waiting points to the side that wrote more."""
    award_ns = award_ew = 0
    if hand.ns != hand.ew:
        award_ns, award_ew = (game.waiting, 0) if hand.ns > hand.ew else (0, game.waiting)
        game.waiting = 0
    game.waiting += hand.hanging
    game.ns += hand.ns + award_ns
    game.ew += hand.ew + award_ew
    game.deals += not _dealt_again(hand, rules)
    game.awarded.append((award_ns, award_ew))


def _ending(
    game: _Reading, hand: GameHand, index: int, rules: RuleSet, play: GamePlay
) -> _Ending | None:
    """Why and for whom the game ends with this hand, or None."""
    if play.mode is GameMode.HANDS:
        if play.hands is None or game.deals < play.hands:
            return None
        reason = GameReason.HANDS_PLAYED
    else:
        ns_over, ew_over = _reached(game.ns, rules), _reached(game.ew, rules)
        rung = play.mode is GameMode.BELL and play.bell_after is not None
        if ns_over and ew_over:
            if rules.both_over == "caller" and hand.caller is not None:
                return GameReason.CALLER_BOTH_OVER, hand.caller.side
            reason = GameReason.BOTH_OVER
        elif ns_over or ew_over:
            reason = GameReason.TARGET
        elif rung and index >= (play.bell_after or 0):
            reason = GameReason.BELL
        else:
            return None
    leader = _leader(game.ns, game.ew)
    if leader is not None:
        return reason, leader
    if rules.tie_at_target == "draw":
        return GameReason.TIE_DRAW, None
    if rules.tie_at_target == "caller_wins" and hand.caller is not None:
        return GameReason.TIE_CALLER, hand.caller.side
    return None
