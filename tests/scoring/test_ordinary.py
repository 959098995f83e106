"""The short way for ordinary sheets: what is not ordinary goes the long way (see also the laws)."""

from dataclasses import replace

import pytest

from scoring.cards import Seat, Side, Trump
from scoring.checks import check_sheet
from scoring.hands import judge, score_checked
from scoring.ordinary import settle_ordinary_json, settle_ordinary_sheet
from scoring.problems import Code
from scoring.rules import RuleSet
from scoring.sheet_json import sheet_to_json
from scoring.sheets import Bella, BellaCall, Claim, FourOfAKind, HandSheet, Outcome, Run, Verdict
from scoring.terms import terms_of

RULES = RuleSet()
TERMS = terms_of(RULES)
ORDINARY = HandSheet(
    trump=Trump.SPADES,
    dealer=Seat.W,
    caller=Seat.N,
    count_ns=96,
    count_ew=66,
    last_trick=Side.NS,
    runs=(Run(seat=Seat.N, twenties=1, cards=(("6C", "7C", "8C"),)),),
    bella=(Bella(seat=Seat.N, points=20),),
    claimed_result=Verdict.MADE,
    claimed_score_ns=136,
    claimed_score_ew=66,
)


def test_an_ordinary_sheet_takes_the_short_way_in_both_forms():
    settled = settle_ordinary_sheet(ORDINARY, TERMS)
    assert settled is not None
    assert settle_ordinary_json(sheet_to_json(ORDINARY), TERMS) == settled
    assert check_sheet(ORDINARY, RULES) == ()
    assert judge(ORDINARY, RULES) == ((), score_checked(ORDINARY, RULES))


@pytest.mark.parametrize(
    "change",
    [
        {"outcome": "played"},
        {"trump": "S"},
        {"dealer": "W"},
        {"caller": "N"},
        {"forced": 0},
        {"bid": 1.0},
        {"count_ns": 96.0},
        {"count_ew": "66"},
        {"last_trick": "NS"},
        {"runs": []},
        {"runs": [ORDINARY.runs[0]]},
        {"runs": ({"seat": "N"},)},
        {"sets": []},
        {"bella": [ORDINARY.bella[0]]},
        {"bella": (None,)},
        {"claim": ()},
        {"thrown_by": "NS"},
        {"claimed_result": "made"},
        {"claimed_score_ns": 136.0},
        *({"runs": (replace(ORDINARY.runs[0], **{name: value}),)} for name, value in (
            ("seat", "N"), ("twenties", True), ("fifties", None), ("hundreds", 0.0),
            ("shown", 1), ("counted", 1), ("cards", []), ("cards", (["6C", "7C", "8C"],)),
            ("cards", (("6C", "7C", 8),)),
        )),
        *({"bella": (replace(ORDINARY.bella[0], **{name: value}),)} for name, value in (
            ("seat", "N"), ("call", "last"), ("points", 20.0),
        )),
    ],
)  # fmt: skip
def test_a_value_of_the_wrong_kind_goes_the_long_way_and_is_named(change):
    broken = replace(ORDINARY, **change)
    assert settle_ordinary_sheet(broken, TERMS) is None
    problems, score = judge(broken, RULES)
    assert score is None
    assert {problem.code for problem in problems} == {Code.BAD_VALUE}


@pytest.mark.parametrize(
    "change",
    [
        {"outcome": Outcome.THROWN_IN, "thrown_by": Side.NS},
        {"trump": None},
        {"trump": Trump.NO_TRUMP},
        {"caller": None},
        {"forced": True},
        {"count_ns": None, "count_ew": None},
        {"count_ew": 67},
        {"count_ns": 162, "count_ew": 0},
        {"count_ns": 5, "count_ew": 157},
        {"count_ns": 11, "count_ew": 151},
        {"runs": (Run(seat=Seat.N, twenties=4),)},
        {"runs": (Run(seat=Seat.N, twenties=1), Run(seat=Seat.S, twenties=1))},
        {"runs": (Run(seat=Seat.N, twenties=1, cards=(("6C", "7C", "9C"),)),)},
        {"runs": (Run(seat=Seat.N, twenties=2, cards=(("6C", "7C", "8C"),)),)},
        {"runs": (Run(seat=Seat.N, twenties=2, cards=(("6C", "7C", "8C"), ("TC", "JC", "QC"))),)},
        {"runs": (Run(seat=Seat.E, twenties=1, cards=(("JS", "QS", "KS"),)),)},
        {"sets": (FourOfAKind(seat=Seat.N, rank="A"),)},
        {"bella": (Bella(seat=Seat.N, call=BellaCall.FIRST),)},
        {"bella": (Bella(seat=Seat.N), Bella(seat=Seat.S))},
        {"claim": Claim()},
        {"claimed_result": Verdict.BAIT},
        {"claimed_score_ew": 65},
    ],
)
def test_what_is_not_ordinary_goes_the_long_way(change):
    odd = replace(ORDINARY, **change)
    assert settle_ordinary_sheet(odd, TERMS) is None
    assert settle_ordinary_json(sheet_to_json(odd), TERMS) is None


def test_bells_said_with_a_run_take_the_short_way_when_they_stand_in_it():
    run = Run(seat=Seat.N, twenties=1, cards=(("JS", "QS", "KS"),))
    with_run = replace(
        ORDINARY,
        runs=(run,),
        bella=(Bella(seat=Seat.N, call=BellaCall.WITH_RUN),),
    )
    assert settle_ordinary_sheet(with_run, TERMS) is not None
    elsewhere = replace(with_run, runs=ORDINARY.runs)
    assert settle_ordinary_sheet(elsewhere, TERMS) is None


def test_a_row_without_points_is_nobodys_run():
    empty = replace(ORDINARY, runs=(Run(seat=Seat.E),), claimed_score_ns=116)
    settled = settle_ordinary_sheet(empty, TERMS)
    assert settled is not None
    assert all(step.kind != "run" for step in settled[-1])
