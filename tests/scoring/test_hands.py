"""The score of a hand with its steps (docs/RULES.md 6); known answers stand in cases/*.json."""

import pytest

from scoring.cards import Seat, Side, Trump
from scoring.hands import UnscorableSheet, Verdict, judge, score_checked, score_hand
from scoring.problems import Code
from scoring.rules import RuleSet
from scoring.sheets import Bella, FourOfAKind, HandSheet, Outcome, Run

NAMES = {Seat.N: "Anne", Seat.S: "Joe", Seat.E: "Theresa", Seat.W: "Sandy"}


def sheet(**fields) -> HandSheet:
    plain = {"trump": Trump.SPADES, "dealer": Seat.W, "caller": Seat.N, "count_ns": 56}
    return HandSheet(**plain | fields)


def told(score) -> str:
    """The sum behind a score in one line, from the steps alone."""
    words = []
    for step in score.steps:
        if step.kind == "base":
            words.append(f"{step.points}")
        elif step.kind in ("run", "bella", "set"):
            words.append(f"+ {step.points} ({step.kind}, {NAMES[step.seat]})")
        elif step.kind == "total":
            words.append(f"= {step.points};")
        elif step.kind == "half":
            words.append(f"half is {step.points};")
        elif step.kind == "callers":
            words.append(f"callers have {step.points}: {score.verdict}")
    return " ".join(words)


def test_the_steps_tell_the_sum_as_people_say_it():
    runs, bella = (Run(seat=Seat.N, twenties=1),), (Bella(seat=Seat.S),)
    score = score_hand(sheet(runs=runs, bella=bella), RuleSet())
    assert told(score) == (
        "162 + 20 (run, Anne) + 20 (bella, Joe) = 202; half is 101; callers have 96: bait"
    )


def kinds(score):
    return [(step.kind, step.points, step.side) for step in score.steps]


def test_every_kind_of_step_in_the_order_of_printing():
    declared = RuleSet.from_preset("declared")
    score = score_hand(
        sheet(
            trump=Trump.NO_TRUMP,
            bid=150,
            count_ns=130,
            runs=(Run(seat=Seat.S, twenties=2),),
            sets=(FourOfAKind(seat=Seat.N, rank="J"),),
        ),
        declared,
    )
    assert kinds(score) == [
        ("base", 130, None),
        ("run", 40, Side.NS),
        ("set", 200, Side.NS),
        ("coat", 100, Side.NS),
        ("total", 470, None),
        ("bid", 150, None),
        ("callers", 470, Side.NS),
        ("others", 0, Side.EW),
        ("no_trump_bonus", 470, Side.NS),
        ("written", 940, Side.NS),
        ("written", 0, Side.EW),
    ]
    assert score.steps[1].count == 2
    assert score.half is None


def test_what_waits_after_a_half_bait_is_a_step():
    score = score_hand(sheet(count_ns=81), RuleSet(half_bait="hang"))
    assert ("hanging", 81, None) in kinds(score)
    assert (score.hanging, score.ns, score.ew) == (81, 0, 81)


def test_a_bait_shows_the_award_a_half_bait_does_not():
    assert ("award", 162, Side.EW) in kinds(score_hand(sheet(), RuleSet()))
    steps = kinds(score_hand(sheet(count_ns=81), RuleSet()))
    assert not any(kind == "award" for kind, _, _ in steps)


def test_a_fixed_threshold_is_a_step():
    steps = kinds(score_hand(sheet(), RuleSet(threshold="fixed_82")))
    assert ("threshold", 82, None) in steps


def test_a_passed_out_hand_writes_two_noughts():
    score = score_hand(HandSheet(outcome=Outcome.PASSED_OUT), RuleSet(all_pass="next_deal"))
    assert kinds(score) == [("written", 0, Side.NS), ("written", 0, Side.EW)]
    assert (score.verdict, score.total) == (Verdict.PASSED_OUT, 0)


def test_a_score_says_what_a_side_writes():
    score = score_hand(sheet(count_ns=90), RuleSet())
    assert (score.of(Side.NS), score.of(Side.EW)) == (90, 72)


def test_a_sheet_with_errors_cannot_be_scored_and_says_why():
    with pytest.raises(UnscorableSheet, match="count_sum, trump_missing") as wrong:
        score_hand(sheet(trump=None, count_ew=2), RuleSet())
    assert [problem.code for problem in wrong.value.problems] == [
        Code.TRUMP_MISSING,
        Code.COUNT_SUM,
    ]


def test_a_bella_said_in_time_loses_no_hand():
    strict = RuleSet(first_bella="lose_hand")
    assert score_hand(sheet(bella=(Bella(seat=Seat.N),)), strict).verdict is Verdict.BAIT
    slam = sheet(count_ns=162, bella=(Bella(seat=Seat.N),))
    assert score_hand(slam, strict).ns == 182


def test_a_warning_stands_beside_the_score():
    problems, score = judge(sheet(count_ns=162), RuleSet())
    assert [problem.code for problem in problems] == [Code.EVERY_CARD_POINT]
    assert score is not None
    assert score.ns == 162


def test_a_lowered_problem_does_not_stand_in_the_way():
    unlikely = sheet(count_ns=161)
    assert judge(unlikely, RuleSet())[1] is None
    problems, score = judge(unlikely, RuleSet(), lowered={Code.COUNT_UNREACHABLE})
    assert [problem.warning for problem in problems] == [True]
    assert score == score_checked(unlikely, RuleSet())
    assert (score.ns, score.ew) == (161, 1)
