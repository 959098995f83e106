"""The call and how the hand ended: trump, bid, pass-outs, claims (docs/RULES.md 2, 6, 8)."""

from collections.abc import Iterator

from scoring.cards import Trump
from scoring.problems import Code, Problem
from scoring.rules import RuleSet
from scoring.sheets import BellaCall, Claim, HandSheet, Outcome
from scoring.terms import Terms


def call_problems(sheet: HandSheet, rules: RuleSet, terms: Terms) -> Iterator[Problem]:
    """Trump, caller, forced dealer and bid of a hand that was called."""
    played = sheet.outcome is Outcome.PLAYED
    if sheet.trump is None:
        yield Problem(Code.TRUMP_MISSING, "trump")
    elif sheet.trump is Trump.NO_TRUMP and not rules.no_trump:
        yield Problem(Code.NO_TRUMP_NOT_ALLOWED, "trump")
    if sheet.caller is None:
        # A stopped hand scores without him.
        yield Problem(Code.CALLER_MISSING, "caller", warning=not played)
    if sheet.forced:
        if not terms.forced:
            yield Problem(Code.FORCED_WITHOUT_RULE, "forced", warning=True)
        if sheet.dealer and sheet.caller and sheet.dealer is not sheet.caller:
            params = {"dealer": sheet.dealer, "caller": sheet.caller}
            yield Problem(Code.FORCED_BUT_NOT_DEALER, "forced", params)
    if terms.bid:
        yield from _bid_problems(sheet, rules, played)


def _bid_problems(sheet: HandSheet, rules: RuleSet, played: bool) -> Iterator[Problem]:
    no_trump = sheet.trump is Trump.NO_TRUMP
    lowest = rules.no_trump_min_bid if no_trump else rules.min_bid
    if sheet.trump is None:
        lowest = min(lowest, rules.no_trump_min_bid) if rules.no_trump else lowest
    if sheet.bid is None:
        if played:
            yield Problem(Code.BID_MISSING, "bid", {"lowest": lowest})
    elif sheet.bid < lowest:
        yield Problem(Code.BID_TOO_LOW, "bid", {"bid": sheet.bid, "lowest": lowest})


def unused_problems(sheet: HandSheet) -> Iterator[Problem]:
    """Warnings for what is filled in and plays no part in a hand that ended this way."""
    if sheet.claim not in (None, Claim()) and sheet.outcome is not Outcome.MISPLAY:
        yield Problem(Code.FIELD_NOT_USED, "claim", {"outcome": sheet.outcome}, warning=True)
    if sheet.thrown_by is not None and sheet.outcome is not Outcome.THROWN_IN:
        yield Problem(Code.FIELD_NOT_USED, "thrown_by", {"outcome": sheet.outcome}, warning=True)


def pass_out_problems(sheet: HandSheet, rules: RuleSet) -> Iterator[Problem]:
    """A passed-out row: allowed at all, nothing called, no points (2.3, 6.13)."""
    if rules.all_pass == "force_dealer":
        yield Problem(Code.PASS_OUT_NOT_ALLOWED, "outcome", {"all_pass": rules.all_pass})
    called: dict[str, object] = {
        "trump": sheet.trump,
        "caller": sheet.caller,
        "forced": sheet.forced or None,
        "bid": sheet.bid,
    }
    for field, value in called.items():
        if value is not None:
            yield Problem(Code.PASS_OUT_WITH_TRUMP, field, {field: value})
    points: dict[str, object] = {
        "count_ns": sheet.count_ns,
        "count_ew": sheet.count_ew,
        "runs": sum(run.points for run in sheet.runs if run.counted),
        "sets": len(sheet.sets),
        "bella": sum(b.call is not BellaCall.NONE or bool(b.points) for b in sheet.bella),
    }
    for field, value in points.items():
        if value:
            yield Problem(Code.PASS_OUT_WITH_POINTS, field, {"written": value})


def stopped_problems(sheet: HandSheet) -> Iterator[Problem]:
    """A hand stopped by a misplay or thrown in: no count, and who and what (6.11, 6.12)."""
    for field, count in (("count_ns", sheet.count_ns), ("count_ew", sheet.count_ew)):
        # A nought keyed into an empty box is no count.
        if count:
            yield Problem(Code.STOPPED_HAND_WITH_COUNT, field, {"count": count})
    if sheet.outcome is Outcome.THROWN_IN:
        if sheet.thrown_by is None:
            yield Problem(Code.CLAIM_INCOMPLETE, "thrown_by", {"missing": ("thrown_by",)})
        return
    claim = sheet.claim or Claim()
    parts = (("by", claim.by), ("against", claim.against), ("upheld", claim.upheld))
    missing = tuple(name for name, value in parts if value is None)
    if missing:
        yield Problem(Code.CLAIM_INCOMPLETE, "claim", {"missing": missing})
    elif claim.by is claim.against:
        yield Problem(Code.CLAIM_INCOMPLETE, "claim", {"by": claim.by, "against": claim.against})
    if claim.seat and claim.against and claim.seat.side is not claim.against:
        params = {"seat": claim.seat, "against": claim.against}
        yield Problem(Code.CLAIM_INCOMPLETE, "claim", params)
