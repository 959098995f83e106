"""The score of a right sheet told once more, plainly and slowly, from docs/RULES.md 6."""

from fractions import Fraction

from scoring.cards import Side
from scoring.sheets import BellaCall, Outcome

SET_WORTH = {"J": 200, "9": 150, "A": 100, "T": 100, "K": 100, "Q": 100}
FLAT = {"flat_162": 162, "flat_162_plus_100": 262}


def counted_beside_tricks(sheet, rules, side):
    """Runs, sets and Bella of one side, in points."""
    points = 0
    for run in sheet.runs:
        if run.counted and run.seat.side is side:
            points += 20 * run.twenties + 50 * run.fifties + 100 * run.hundreds
    points += sum(SET_WORTH[four.rank] for four in sheet.sets if four.seat.side is side)
    for bella in sheet.bella:
        good = bella.call is BellaCall.LAST
        good |= bella.call is BellaCall.FIRST and rules.bella_call == "either"
        good |= bella.call is BellaCall.WITH_RUN and rules.bella_with_run
        points += 20 if good and bella.seat.side is side else 0
    return points


def slow_score(sheet, rules):
    """(verdict, total, {side: written}, hanging) of a sheet that has no errors."""
    if sheet.outcome is Outcome.PASSED_OUT:
        return "passed_out", 0, {Side.NS: 0, Side.EW: 0}, 0
    base = (120 if sheet.trump == "NT" else 152) + rules.last_trick
    beside = {side: counted_beside_tricks(sheet, rules, side) for side in Side}
    total = base + beside[Side.NS] + beside[Side.EW]
    if sheet.outcome is Outcome.THROWN_IN:
        award = FLAT.get(rules.throw_in_award, total)
        return "thrown_in", total, {sheet.thrown_by: 0, sheet.thrown_by.other: award}, 0
    if sheet.outcome is Outcome.MISPLAY:
        claim = sheet.claim
        award = FLAT.get(rules.renege_award if claim.upheld else rules.false_claim_award, total)
        gets, pays = (claim.by, claim.against) if claim.upheld else (claim.against, claim.by)
        return "misplay", total, {gets: award, pays: 0}, 0
    if rules.first_bella == "lose_hand" and rules.bella_call == "last":
        for bella in sheet.bella:
            if bella.call is BellaCall.FIRST:
                side = bella.seat.side
                return "lost_hand", total, {side: 0, side.other: total}, 0
    return played(sheet, rules, base, beside)


def played(sheet, rules, base, beside):
    """A hand played to the end."""
    calls = sheet.caller.side
    counts = {Side.NS: sheet.count_ns, Side.EW: sheet.count_ew}
    for side in Side:
        if counts[side] is None:
            counts[side] = base - counts[side.other]
    has = {side: counts[side] + beside[side] for side in Side}
    if counts[calls] == base:
        has[calls] += rules.coat
    total = has[Side.NS] + has[Side.EW]
    double = 2 if sheet.trump == "NT" and rules.no_trump_bonus else 1
    whole = 162 if rules.bait_award == "flat_162" else total
    if rules.contract == "bid":
        share = "over" if double * has[calls] >= sheet.bid else "under"
    elif rules.threshold == "fixed_82":
        share = "over" if has[calls] >= 82 else "under"
    else:
        part = Fraction(has[calls], total) - Fraction(1, 2)
        share = "over" if part > 0 else "under" if part < 0 else "half"
    if share == "over":
        return "made", total, {calls: double * has[calls], calls.other: has[calls.other]}, 0
    if share == "under":
        return "bait", total, {calls: 0, calls.other: whole}, 0
    if rules.half_bait == "whole_bait":
        return "half_bait", total, {calls: 0, calls.other: whole}, 0
    waits = has[calls] if rules.half_bait == "hang" else 0
    return "half_bait", total, {calls: 0, calls.other: has[calls.other]}, waits
