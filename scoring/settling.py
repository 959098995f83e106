"""The small core that every way of scoring a hand goes through (docs/RULES.md 6).

It takes bare figures, proved right before, and gives bare tuples: hands.py makes the readable score
of them, answers_hand.py a line of JSON.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias, cast

from scoring.cards import Seat, Side
from scoring.sheets import Verdict
from scoring.terms import FIXED_THRESHOLD, FLAT_AWARD, Terms

NS, EW = Side.NS, Side.EW
# By seat and by side; a Seat or Side finds itself here as well as the plain string does.
SIDE_OF: Mapping[str, Side] = {seat: seat.side for seat in Seat}
SEAT_OF: Mapping[str, Seat] = {seat: seat for seat in Seat}
OTHER: Mapping[str, Side] = {NS: EW, EW: NS}


class Step(NamedTuple):
    """One line of the sum behind a score, in the order of printing.

    Kinds: base, run (all of a row's runs, `count` of them), set, bella, coat, total, half (or
    threshold, or bid), callers, others, no_trump_bonus, award, hanging, written (one a side).
    """

    kind: str
    points: int
    side: Side | None = None
    seat: Seat | None = None
    count: int = 0  # type: ignore[assignment]  # it hides tuple.count, which nobody asks


# verdict, total, half, NS, EW, hanging, steps; points.
Settled: TypeAlias = tuple[Verdict, int, int | None, int, int, int, tuple[Step, ...]]


def step(
    kind: str, points: int, side: Side | None = None, seat: Seat | None = None, count: int = 0
) -> Step:
    """A Step, at half the cost of calling the class."""
    return tuple.__new__(Step, (kind, points, side, seat, count))


def settle_played(
    terms: Terms, trump: str, callers: Side, count: int, melds: list[Step], bid: int | None
) -> Settled:
    """A hand played to the end: `count` is the callers' card points, `bid` counts under `bid` only.

    `melds` are the steps of what is counted beside the tricks: runs, sets and Bella.
    """
    total = base = terms.base[trump]
    mine = count
    for _, points, side, _, _ in melds:
        total += points
        if side is callers:
            mine += points
    steps = [step("base", base), *melds]
    if terms.coat and count == base:
        total += terms.coat
        mine += terms.coat
        steps.append(step("coat", terms.coat, callers))
    steps.append(step("total", total))
    doubled = terms.no_trump_bonus and trump == "NT"
    needed, half = _needed(terms, total, bid, steps)
    # The bonus counts towards a bid, but not towards half of the total (6.9).
    compared = 2 * mine if doubled and terms.bid else mine
    made = compared > half if half is not None else compared >= needed
    steps.append(step("callers", mine, callers))
    steps.append(step("others", total - mine, OTHER[callers]))
    if doubled and (made or terms.bid):
        steps.append(step("no_trump_bonus", mine, callers))
    if made:
        verdict, hanging, theirs = Verdict.MADE, 0, total - mine
        mine = 2 * mine if doubled else mine
    else:
        verdict, hanging, theirs = _not_made(terms, total, mine, mine == half, callers, steps)
        mine = 0
    ns, ew = (mine, theirs) if callers is NS else (theirs, mine)
    steps.append(step("written", ns, NS))
    steps.append(step("written", ew, EW))
    return (verdict, total, half, ns, ew, hanging, tuple(steps))


def _needed(terms: Terms, total: int, bid: int | None, steps: list[Step]) -> tuple[int, int | None]:
    """What the callers need (6.2, 6.5, 6.7): points to reach, or the half they must be over."""
    if terms.bid:
        needed = cast("int", bid)
        steps.append(step("bid", needed))
        return needed, None
    if terms.fixed:
        steps.append(step("threshold", FIXED_THRESHOLD))
        return FIXED_THRESHOLD, None
    half = total // 2
    steps.append(step("half", half))
    return half, half


def _not_made(
    terms: Terms, total: int, mine: int, exact: bool, callers: Side, steps: list[Step]
) -> tuple[Verdict, int, int]:
    """Bait or half-bait: verdict, what waits, what the other side writes (6.3, 6.4, 6.6)."""
    verdict = Verdict.HALF_BAIT if exact else Verdict.BAIT
    if exact and not terms.whole_bait:
        if terms.hang:
            steps.append(step("hanging", mine))
        return verdict, mine if terms.hang else 0, total - mine
    award = FLAT_AWARD if terms.flat_bait else total
    steps.append(step("award", award, OTHER[callers]))
    return verdict, 0, award


def settle_award(
    terms: Terms, trump: str, verdict: Verdict, to: Side, award: int | None, melds: Iterable[Step]
) -> Settled:
    """A hand that one side gets whole: stopped, or lost by a Bella said on the first card.

    `award` None is the total of base and `melds`, else that many points.
    """
    base = terms.base[trump]
    steps = [step("base", base), *melds]
    total = sum([s.points for s in steps])
    points = total if award is None else award
    ns, ew = (points, 0) if to is NS else (0, points)
    steps += (step("total", total), step("award", points, to))
    steps += (step("written", ns, NS), step("written", ew, EW))
    return (verdict, total, None, ns, ew, 0, tuple(steps))


PASSED_OUT: Settled = (
    *(Verdict.PASSED_OUT, 0, None, 0, 0, 0),
    (step("written", 0, NS), step("written", 0, EW)),
)
