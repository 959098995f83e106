"""Runs and sets from cards: finding, cutting, comparing, cancelling (docs/RULES.md 4)."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from scoring.cards import CARD_NUMBER, RANKS, SUITS, Seat, Side, Trump
from scoring.rules import RuleSet
from scoring.sheets import FIFTY, HUNDRED, SET_POINTS, TWENTY, FourOfAKind, Run

# How good a run or set is: points, a set over a run, length (longest_first), top card, trump.
Strength = tuple[int, bool, int, int, bool]


class FoundRun(NamedTuple):
    """One run in a hand: points, number of cards, top card (index in RANKS) and suit."""

    points: int
    length: int
    top: int
    suit: str

    @property
    def cards(self) -> tuple[str, ...]:
        """Its cards, the highest first."""
        ranks = RANKS[self.top - self.length + 1 : self.top + 1]
        return tuple(rank + self.suit for rank in reversed(ranks))


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """What one player holds, and whether he said it before his first card and showed it in time."""

    seat: Seat
    cards: tuple[str, ...]
    announced: bool = True
    shown: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class RunsResult:
    """Who counts runs (and sets): points a side, and the runs and sets that count, by seat.

    `winner` holds the best; None when nobody has any, or when equal bests cancelled each other.
    """

    winner: Seat | None
    points_ns: int = 0
    points_ew: int = 0
    cancelled: bool = False
    runs: tuple[Run, ...] = ()
    sets: tuple[FourOfAKind, ...] = ()


def cut(length: int, run_long: str) -> tuple[tuple[int, int], ...]:
    """A sequence of `length` cards as runs from the top: (points, cards) each (RULES 4.2).

    `split`: 3 a twenty, 4 to 6 a fifty, 7 is 4 + 3, 8 is 4 + 4, 9 is 4 + 5; `one_fifty`: never more
    than one fifty; `quint100`: five or more are one hundred.
    """
    if length < 3:
        return ()
    if length == 3:
        return ((TWENTY, 3),)
    if run_long == "quint100" and length >= 5:
        return ((HUNDRED, length),)
    if run_long == "split" and length >= 7:
        return ((FIFTY, 4), *cut(length - 4, run_long))
    return ((FIFTY, length),)


@cache
def suit_runs(mask: int, run_long: str) -> tuple[tuple[int, int, int], ...]:
    """Runs in one suit, nine bits from the 6 up: (points, cards, top) each, the highest first."""
    found = []
    top = len(RANKS) - 1
    while top >= 2:
        length = 0
        while length <= top and mask >> (top - length) & 1:
            length += 1
        start = top
        for points, cards in cut(length, run_long):
            found.append((points, cards, start))
            start -= cards
        top -= length + 1
    return tuple(found)


def suit_masks(cards: Iterable[str]) -> list[int]:
    """Nine bits a suit, in the order of SUITS. Raises ValueError for a string that is no card."""
    masks = [0, 0, 0, 0]
    for card in cards:
        number = CARD_NUMBER.get(card)
        if number is None:
            raise ValueError(f"not a card: {card!r}")
        masks[number // 9] |= 1 << number % 9
    return masks


def find_runs(cards: Iterable[str], rules: RuleSet) -> tuple[FoundRun, ...]:
    """Every run in one hand, suit by suit, the highest first (RULES 4.1, 4.2)."""
    return tuple(
        FoundRun(points, length, top, suit)
        for suit, mask in zip(SUITS, suit_masks(cards), strict=True)
        for points, length, top in suit_runs(mask, rules.run_long)
    )


def find_sets(cards: Iterable[str]) -> tuple[str, ...]:
    """Ranks of which one hand holds all four and which count as a set (RULES 4.9)."""
    clubs, diamonds, hearts, spades = suit_masks(cards)
    together = clubs & diamonds & hearts & spades
    return tuple(rank for i, rank in enumerate(RANKS) if together >> i & 1 and rank in SET_POINTS)


def run_strength(run: FoundRun, trump: Trump | None, rules: RuleSet) -> Strength:
    """How a run compares (RULES 4.6); a longer run is never worth less: points may come first."""
    length = run.length if rules.run_compare == "longest_first" else 0
    return (run.points, False, length, run.top, run.suit == trump)


def set_strength(rank: str) -> Strength:
    """How a set compares (RULES 4.9): by value, over a run of the same value, then by its rank."""
    return (SET_POINTS[rank], True, 0, RANKS.index(rank), False)


def run_of(seat: Seat, found: Iterable[FoundRun]) -> Run:
    """The runs found in a hand as a sheet's row, with their cards."""
    runs = tuple(found)
    worth = [run.points for run in runs]
    return Run(
        seat=seat,
        twenties=worth.count(TWENTY),
        fifties=worth.count(FIFTY),
        hundreds=worth.count(HUNDRED),
        cards=tuple(run.cards for run in runs),
    )


class _Hand(NamedTuple):
    """A holding that was said and shown and has something."""

    seat: Seat
    runs: tuple[FoundRun, ...]
    sets: tuple[str, ...]
    best: Strength


def _shown_hands(holdings: Iterable[Holding], trump: Trump | None, rules: RuleSet) -> list[_Hand]:
    hands = []
    for holding in holdings:
        if holding.announced and holding.shown:
            runs = find_runs(holding.cards, rules)
            sets = find_sets(holding.cards) if rules.sets else ()
            strengths = [run_strength(run, trump, rules) for run in runs]
            strengths += [set_strength(rank) for rank in sets]
            if strengths:
                hands.append(_Hand(holding.seat, runs, sets, max(strengths)))
    return hands


def seats_from_eldest(dealer: Seat) -> tuple[Seat, ...]:
    """The four seats in the order of speaking: from the dealer's left, the dealer last."""
    eldest = dealer.left
    return (eldest, eldest.left, eldest.partner, dealer)


def compare_runs(
    holdings: Iterable[Holding], trump: Trump | None, dealer: Seat | None, rules: RuleSet
) -> RunsResult:
    """Who counts: best against best; equal bests cancel, or the eldest counts (4.5 to 4.7).

    One holding a seat. Raises ValueError when equal bests ask for the eldest hand (run_tie
    eldest) and `dealer` is None.
    """
    hands = _shown_hands(holdings, trump, rules)
    if not hands:
        return RunsResult(winner=None)
    best = max(hand.best for hand in hands)
    equal = [hand for hand in hands if hand.best == best]
    rivals = {hand.seat.side if rules.run_scope == "side" else hand.seat for hand in equal}
    winner: _Hand | None = equal[0]
    if len(rivals) > 1 and rules.run_tie == "cancel":
        winner = None
    elif len(equal) > 1 and dealer is not None:
        order = seats_from_eldest(dealer)
        winner = min(equal, key=lambda hand: order.index(hand.seat))
    elif len(rivals) > 1:
        raise ValueError("equal runs go to the eldest hand: the dealer is needed")
    if rules.run_scope == "all":
        counting = hands
    elif winner is None:
        return RunsResult(winner=None, cancelled=True)
    elif rules.run_scope == "side":
        counting = [hand for hand in hands if hand.seat.side is winner.seat.side]
    else:
        counting = [winner]
    return RunsResult(
        winner=winner and winner.seat,
        points_ns=_points(counting, Side.NS),
        points_ew=_points(counting, Side.EW),
        runs=tuple(run_of(hand.seat, hand.runs) for hand in counting if hand.runs),
        sets=tuple(FourOfAKind(seat=hand.seat, rank=r) for hand in counting for r in hand.sets),
    )


def _points(hands: Iterable[_Hand], side: Side) -> int:
    ours = [hand for hand in hands if hand.seat.side is side]
    in_runs = sum(run.points for hand in ours for run in hand.runs)
    return in_runs + sum(SET_POINTS[rank] for hand in ours for rank in hand.sets)
