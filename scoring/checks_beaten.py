"""Whether the runs that are counted can be the best of those shown (docs/RULES.md 4.5 to 4.7, 8.3).

Cards need not be written, so a hand's best is known between two bounds: only what is certain at
both ends is a problem.
"""

from collections.abc import Iterator
from typing import NamedTuple

from scoring.cards import RANKS, Seat, Trump
from scoring.checks_runs import SeatRuns, cards_make, row_figures
from scoring.problems import Code, Problem
from scoring.rules import RuleSet
from scoring.runs import Strength, find_runs, run_strength, seats_from_eldest, set_strength
from scoring.sheets import FIFTY, HUNDRED, TWENTY, HandSheet, Run


class Bounds(NamedTuple):
    """The weakest and the strongest that a seat's best can be."""

    seat: Seat
    low: Strength
    high: Strength


def beaten_problems(
    sheet: HandSheet, seats: tuple[SeatRuns, ...], rules: RuleSet
) -> Iterator[Problem]:
    """A counted run that a shown one beats, or that an equal one cancels.

    Expects runs that are right by themselves and one side or player counting, as the scope asks.
    """
    counting = [_bounds(one, sheet, rules) for one in seats if one.counts]
    if not counting or rules.run_scope == "all":
        return
    mine = max(counting, key=lambda bounds: bounds.high)
    partners = mine.seat.side if rules.run_scope == "side" else None
    for one in seats:
        if one.counts or not one.shows or one.seat.side is partners:
            continue
        rival = _bounds(one, sheet, rules)
        if rival.low > mine.high or (rival.low == mine.high and rival.low[4]):
            # Two runs in trump with one top card cannot be: the known one is the best.
            yield _problem(Code.RUN_BEATEN, mine, rival)
        elif rival.low == mine.high and rules.run_tie == "cancel":
            yield _problem(Code.RUN_CANCELLED, mine, rival)
        elif rival.low == mine.high and sheet.dealer is not None:
            order = seats_from_eldest(sheet.dealer)
            equal = [bounds.seat for bounds in counting if bounds.high == mine.high]
            if order.index(rival.seat) < min(map(order.index, equal)):
                yield _problem(Code.RUN_BEATEN, mine, rival)


def _problem(code: Code, mine: Bounds, rival: Bounds) -> Problem:
    params = {
        "seat": mine.seat,
        "points": mine.high[0],
        "by": rival.seat,
        "by_points": rival.low[0],
        "by_top": RANKS[rival.low[3]],
    }
    return Problem(code, f"runs.{mine.seat}", params)


def _bounds(one: SeatRuns, sheet: HandSheet, rules: RuleSet) -> Bounds:
    of_sets = [set_strength(rank) for rank in one.sets]
    rows = [_row_bounds(row, sheet.trump, rules) for row in one.rows if row.shown and row.points]
    return Bounds(
        one.seat,
        max([*of_sets, *(low for low, _ in rows)]),
        max([*of_sets, *(high for _, high in rows)]),
    )


def _row_bounds(row: Run, trump: Trump | None, rules: RuleSet) -> tuple[Strength, Strength]:
    """Bounds of the best run of one row that has points."""
    found = find_runs((card for cards in row.cards for card in cards), rules)
    known = [run_strength(run, trump, rules) for run in found]
    if cards_make(row, rules) == row_figures(row):
        return max(known), max(known)
    points = HUNDRED if row.hundreds else FIFTY if row.fifties else TWENTY
    length = {TWENTY: 3, FIFTY: 4, HUNDRED: 5}[points]
    longest = 3 if points == TWENTY else len(RANKS)
    by_length = rules.run_compare == "longest_first"
    low = (points, False, length if by_length else 0, length - 1, False)
    high = (points, False, longest if by_length else 0, len(RANKS) - 1, trump != Trump.NO_TRUMP)
    return max([low, *known]), high
