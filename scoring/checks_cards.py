"""Cards written for runs, sets and Bella, checked against everything else (docs/RULES.md 8.3)."""

from collections import Counter
from collections.abc import Iterator

from scoring.cards import Trump
from scoring.checks_runs import SeatRuns, too_many
from scoring.holdings import can_hold
from scoring.problems import Code, Problem
from scoring.rules import RuleSet
from scoring.sheets import BellaCall, HandSheet
from scoring.terms import Terms


def card_problems(
    sheet: HandSheet, seats: tuple[SeatRuns, ...], rules: RuleSet, terms: Terms
) -> Iterator[Problem]:
    """The same card twice, hands that cannot be, bells that cannot be where they are claimed."""
    yield from _twice(seats)
    known = [(one.seat, card) for one in seats for card in one.cards]
    if not known:
        # Figures alone are judged by checks_runs; the bells always find room among them.
        return
    bells = _bells(sheet)
    claimed = {bella.seat for bella in sheet.bella if bella.call is not BellaCall.NONE}
    for one in (*seats, *_without_runs(sheet, seats)):
        own = frozenset(one.cards)
        elsewhere = frozenset(card for seat, card in known if seat is not one.seat) - own
        possible = one.figures in terms.possible
        if possible and not can_hold(own, elsewhere, one.figures, rules.run_long):
            possible = False
            yield too_many(one)
        if bells and one.seat in claimed:
            shown_elsewhere = tuple(sorted(bells & elsewhere))
            if shown_elsewhere or (
                possible and not can_hold(own | bells, elsewhere, one.figures, rules.run_long)
            ):
                params = {"seat": one.seat, "cards": one.cards, "elsewhere": shown_elsewhere}
                yield Problem(Code.BELLA_HOLDER_IMPOSSIBLE, "bella", params)


def _twice(seats: tuple[SeatRuns, ...]) -> Iterator[Problem]:
    """Cards that stand in two hands, or twice in one."""
    times = Counter(card for one in seats for card in one.cards)
    twice = tuple(sorted(card for card, n in times.items() if n > 1))
    if twice:
        holders = tuple(one.seat for one in seats if not set(twice).isdisjoint(one.cards))
        yield Problem(Code.RUN_CARD_TWICE, "runs", {"cards": twice, "seats": holders})


def _bells(sheet: HandSheet) -> frozenset[str]:
    """King and queen of trump; none without a trump suit."""
    if sheet.trump is None or sheet.trump is Trump.NO_TRUMP:
        return frozenset()
    return frozenset({f"K{sheet.trump}", f"Q{sheet.trump}"})


def _without_runs(sheet: HandSheet, seats: tuple[SeatRuns, ...]) -> list[SeatRuns]:
    """Holders of Bella who have no row of runs."""
    holders = dict.fromkeys(bella.seat for bella in sheet.bella)
    return [
        SeatRuns(seat, (), ()) for seat in holders if all(one.seat is not seat for one in seats)
    ]
