"""A whole sheet, proved right before, to its score (docs/RULES.md 6)."""

from typing import cast

from scoring.cards import Seat, Side, Trump
from scoring.settling import (
    PASSED_OUT,
    Settled,
    Step,
    settle_award,
    settle_played,
    step,
)
from scoring.sheets import BELLA, SET_POINTS, BellaCall, Claim, HandSheet, Outcome, Verdict
from scoring.terms import Terms


def side_lost_by_bella(sheet: HandSheet, terms: Terms) -> Side | None:
    """The side that loses the whole played hand for Bella said on the first card (5.4), if any."""
    if terms.lose_hand and sheet.outcome is Outcome.PLAYED and sheet.trump is not Trump.NO_TRUMP:
        for bella in sheet.bella:
            if bella.call is BellaCall.FIRST:
                return bella.seat.side
    return None


def sheet_melds(sheet: HandSheet, terms: Terms) -> list[Step]:
    """What is counted beside the tricks, as steps: runs, sets, Bella."""
    steps = [
        step("run", run.points, run.seat.side, run.seat, run.twenties + run.fifties + run.hundreds)
        for run in sheet.runs
        if run.counted and run.points
    ]
    steps += [step("set", SET_POINTS[four.rank], four.seat.side, four.seat) for four in sheet.sets]
    steps += [
        step("bella", BELLA, bella.seat.side, bella.seat)
        for bella in sheet.bella
        if bella.call in terms.bella_calls
    ]
    return steps


def settle_sheet(sheet: HandSheet, terms: Terms) -> Settled:
    """The score of a sheet in which check_sheet finds no error that may not be lowered."""
    if sheet.outcome is Outcome.PASSED_OUT:
        return PASSED_OUT
    trump = cast("Trump", sheet.trump)
    melds = sheet_melds(sheet, terms)
    if sheet.outcome is Outcome.THROWN_IN:
        to = cast("Side", sheet.thrown_by).other
        award = terms.awards["thrown_in"]
        return settle_award(terms, trump, Verdict.THROWN_IN, to, award, melds)
    if sheet.outcome is Outcome.MISPLAY:
        claim = cast("Claim", sheet.claim)
        to = cast("Side", claim.by if claim.upheld else claim.against)
        award = terms.awards["proved" if claim.upheld else "wrong"]
        return settle_award(terms, trump, Verdict.MISPLAY, to, award, melds)
    lost = side_lost_by_bella(sheet, terms)
    if lost is not None:
        return settle_award(terms, trump, Verdict.LOST_HAND, lost.other, None, melds)
    callers = cast("Seat", sheet.caller).side
    given = sheet.count_ns if callers is Side.NS else sheet.count_ew
    theirs = sheet.count_ew if callers is Side.NS else sheet.count_ns
    count = terms.base[trump] - cast("int", theirs) if given is None else given
    return settle_played(terms, trump, callers, count, melds, sheet.bid)
