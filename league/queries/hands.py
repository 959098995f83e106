"""Between a stored hand and `scoring.HandSheet`: the same facts, as a row and as a sheet."""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from league.models import Competition, Hand, HandRun, HandSet
from scoring import (
    Bella,
    BellaCall,
    Claim,
    Code,
    FourOfAKind,
    HandScore,
    HandSheet,
    Outcome,
    RuleSet,
    Run,
    Seat,
    Side,
    Trump,
    score_checked,
)


def rules_of(competition: Competition) -> RuleSet:
    """The competition's own rule set, as it was stored with it. The same text gives the same
    object, which has worked out its terms once."""
    return _rules(json.dumps(competition.rule_set))


@lru_cache(maxsize=256)
def _rules(text: str) -> RuleSet:
    return RuleSet.from_json(json.loads(text))


def lowered_of(competition: Competition) -> frozenset[Code]:
    """The codes of which this competition's organizer made warnings (RULES 8)."""
    return frozenset(Code(code) for code in competition.lowered)


def sheet_of(hand: Hand) -> HandSheet:
    """What was written down for a stored hand. Reads `hand.runs` and `hand.sets`: prefetch them."""
    return HandSheet(
        outcome=Outcome(hand.outcome),
        trump=Trump(hand.trump) if hand.trump else None,
        dealer=Seat(hand.dealer),
        caller=Seat(hand.caller) if hand.caller else None,
        forced=hand.forced,
        bid=hand.bid,
        count_ns=hand.count_ns,
        count_ew=hand.count_ew,
        last_trick=Side(hand.last_trick) if hand.last_trick else None,
        runs=tuple(_run(run) for run in hand.runs.all()),
        sets=tuple(FourOfAKind(seat=Seat(s.seat), rank=s.rank) for s in hand.sets.all()),
        bella=_bella(hand),
        claim=_claim(hand.claim) if hand.claim is not None else None,
        thrown_by=Side(hand.thrown_by) if hand.thrown_by else None,
    )


def completed(sheet: HandSheet, rules: RuleSet) -> HandSheet:
    """The sheet with both counts where one was written: the other side has the rest (RULES 6.1).

    Two sheets say the same when their completed forms are equal.
    """
    if sheet.trump is None or (sheet.count_ns is None) == (sheet.count_ew is None):
        return sheet
    base = rules.base(sheet.trump)
    if sheet.count_ns is None:
        return replace(sheet, count_ns=base - (sheet.count_ew or 0))
    return replace(sheet, count_ew=base - sheet.count_ns)


def score_of(hand: Hand, rules: RuleSet) -> HandScore:
    """The score of a stored hand with its steps, worked out again from what was written down."""
    return score_checked(sheet_of(hand), rules)


def score_columns(score: HandScore) -> dict[str, Any]:
    """The `Hand` columns that hold a score (points), beside what was written down."""
    return {
        "verdict": str(score.verdict),
        "total": score.total,
        "score_ns": score.ns,
        "score_ew": score.ew,
        "hanging": score.hanging,
    }


def columns_of(sheet: HandSheet, score: HandScore) -> dict[str, Any]:
    """The `Hand` columns for a checked sheet and its score (runs and sets: `rows_of`).

    The sheet must name its dealer; one Bella at most, as `check_sheet` has made sure.
    """
    bella = sheet.bella[0] if sheet.bella else None
    return {
        "outcome": str(sheet.outcome),
        "trump": _text(sheet.trump),
        "dealer": _text(sheet.dealer),
        "caller": _text(sheet.caller),
        "forced": sheet.forced,
        "bid": sheet.bid,
        "count_ns": sheet.count_ns,
        "count_ew": sheet.count_ew,
        "last_trick": _text(sheet.last_trick),
        "bella_seat": str(bella.seat) if bella else None,
        "bella_call": str(bella.call) if bella else "",
        "claim": _claim_json(sheet.claim),
        "thrown_by": _text(sheet.thrown_by),
        **score_columns(score),
    }


def rows_of(sheet: HandSheet, hand: Hand) -> tuple[list[HandRun], list[HandSet]]:
    """The rows, not yet stored, of the runs and sets of a sheet."""
    runs = [
        HandRun(
            hand=hand,
            seat=str(run.seat),
            twenties=run.twenties,
            fifties=run.fifties,
            hundreds=run.hundreds,
            shown=run.shown,
            counted=run.counted,
            cards=[list(cards) for cards in run.cards],
        )
        for run in sheet.runs
    ]
    sets = [HandSet(hand=hand, seat=str(four.seat), rank=four.rank) for four in sheet.sets]
    return runs, sets


def _run(run: HandRun) -> Run:
    return Run(
        seat=Seat(run.seat),
        twenties=run.twenties,
        fifties=run.fifties,
        hundreds=run.hundreds,
        shown=run.shown,
        counted=run.counted,
        cards=tuple(tuple(cards) for cards in run.cards),
    )


def _bella(hand: Hand) -> tuple[Bella, ...]:
    if not hand.bella_seat:
        return ()
    return (Bella(seat=Seat(hand.bella_seat), call=BellaCall(hand.bella_call or "last")),)


def _claim(stored: Mapping[str, Any]) -> Claim:
    by, against, seat = stored.get("by"), stored.get("against"), stored.get("seat")
    return Claim(
        by=Side(by) if by else None,
        against=Side(against) if against else None,
        upheld=stored.get("upheld"),
        trick=stored.get("trick"),
        seat=Seat(seat) if seat else None,
        card=stored.get("card"),
    )


def _claim_json(claim: Claim | None) -> dict[str, Any] | None:
    if claim is None:
        return None
    return {
        "by": _text(claim.by),
        "against": _text(claim.against),
        "upheld": claim.upheld,
        "trick": claim.trick,
        "seat": _text(claim.seat),
        "card": claim.card,
    }


def _text(value: str | None) -> str | None:
    return None if value is None else str(value)
