"""Counts: sums, ranges, figures that no cards make, the last trick (docs/RULES.md 6.1, 8.2)."""

from collections.abc import Iterator, Mapping

from scoring.cards import Side, Trump
from scoring.problems import Code, Problem
from scoring.rules import RuleSet
from scoring.sheets import HandSheet
from scoring.terms import Terms

FIELD: Mapping[Side, str] = {Side.NS: "count_ns", Side.EW: "count_ew"}
Counts = dict[Side, int]


def count_problems(sheet: HandSheet, rules: RuleSet, terms: Terms) -> Iterator[Problem]:
    """What is wrong with the counts of a hand played to the end."""
    written: Counts = {
        side: count
        for side, count in ((Side.NS, sheet.count_ns), (Side.EW, sheet.count_ew))
        if count is not None
    }
    # Without a trump on the sheet the base is known only where no trump cannot be called.
    trump = sheet.trump or (None if rules.no_trump else Trump.SPADES)
    largest = terms.base[trump or Trump.SPADES]
    inside = {side: count for side, count in written.items() if 0 <= count <= largest}
    for side, count in written.items():
        if side not in inside:
            params = {"side": side, "count": count, "lowest": 0, "highest": largest}
            yield Problem(Code.COUNT_OUT_OF_RANGE, FIELD[side], params)
    if trump is None:
        return
    base = terms.base[trump]
    adds_up = len(written) < 2 or sum(written.values()) == base
    if not adds_up:
        ns, ew = written[Side.NS], written[Side.EW]
        params = {Side.NS: ns, Side.EW: ew, "sum": ns + ew, "base": base}
        yield Problem(Code.COUNT_SUM, "count_ew", params)
    yield from _cards_problems(inside, base, adds_up, sheet.last_trick, terms.last_trick)


def _cards_problems(
    counts: Counts, base: int, adds_up: bool, last: Side | None, last_points: int
) -> Iterator[Problem]:
    """Counts in range that no cards make: one problem for a pair that adds up, else one a count."""
    for side, count in counts.items():
        # What the side with the last trick, or at least this one, has in both readings.
        took_last = count if side is last else base - count
        other = base - count
        if last is not None and took_last < last_points:
            params = {"side": last, "count": took_last, "last_trick": last_points}
            yield Problem(Code.LAST_TRICK_MISMATCH, "last_trick", params)
        elif not reachable(count, base) or (last is not None and took_last - last_points == 1):
            params = {"side": side, "count": count, "base": base, "last_trick": last}
            yield Problem(Code.COUNT_UNREACHABLE, FIELD[side], params)
        elif count == base or other == base:
            full = side if count == base else side.other
            yield Problem(Code.EVERY_CARD_POINT, FIELD[side], {"side": full}, warning=True)
        if adds_up:
            return


def reachable(count: int, base: int) -> bool:
    """Whether a side's cards, with or without the last trick, can make `count` of `base` points.

    No card is worth one point, and the smallest two are 2 and 3: every sum from 0 to the deck's
    but 1 and all but 1 can be made (proved by enumeration in tests/scoring/test_counts.py).
    """
    return count not in (1, base - 1)
