"""Laws of checking and scoring a hand: for every sheet and every rule set (docs/RULES.md 6, 8)."""

import json
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.cards import Side
from scoring.checks import check_sheet, sheet_problems
from scoring.hands import UnscorableSheet, Verdict, judge, score_checked, score_hand
from scoring.interface import answer_text
from scoring.ordinary import settle_ordinary_json, settle_ordinary_sheet
from scoring.problems import LOWERABLE, Code
from scoring.rules import OPTIONS, RuleSet
from scoring.scores import settle_sheet
from scoring.sheet_json import sheet_from_json, sheet_to_json
from scoring.sheets import HandSheet
from scoring.terms import terms_of
from tests.scoring.sheet_strategies import (
    absurd_sheets,
    ordinary_sheets,
    right_hands,
    rule_sets,
    sheets,
)
from tests.scoring.slow_hands import slow_score

ANY_SHEET = sheets() | ordinary_sheets()
# A sheet of any kind, or one that is right by its rule set.
ANY_HAND = right_hands() | st.tuples(ANY_SHEET, rule_sets())
MANY = settings(max_examples=100)
FLAT_AWARDS = {162, 262}


def errors(problems):
    return [problem for problem in problems if not problem.warning]


def turned(sheet: HandSheet) -> HandSheet:
    """The same hand with everybody one chair to the left: the sides change places."""
    claim = sheet.claim
    if claim is not None:
        claim = replace(
            claim,
            by=claim.by and claim.by.other,
            against=claim.against and claim.against.other,
            seat=claim.seat and claim.seat.left,
        )
    return replace(
        sheet,
        dealer=sheet.dealer and sheet.dealer.left,
        caller=sheet.caller and sheet.caller.left,
        count_ns=sheet.count_ew,
        count_ew=sheet.count_ns,
        last_trick=sheet.last_trick and sheet.last_trick.other,
        runs=tuple(replace(run, seat=run.seat.left) for run in sheet.runs),
        sets=tuple(replace(four, seat=four.seat.left) for four in sheet.sets),
        bella=tuple(replace(bella, seat=bella.seat.left) for bella in sheet.bella),
        claim=claim,
        thrown_by=sheet.thrown_by and sheet.thrown_by.other,
        claimed_score_ns=sheet.claimed_score_ew,
        claimed_score_ew=sheet.claimed_score_ns,
    )


@MANY
@given(ANY_HAND)
def test_swapping_the_sides_swaps_the_scores_and_keeps_the_problems(hand):
    sheet, rules = hand
    problems, score = judge(sheet, rules)
    problems_turned, score_turned = judge(turned(sheet), rules)
    assert Counter(p.code for p in problems) == Counter(p.code for p in problems_turned)
    assert (score is None) == (score_turned is None)
    if score is not None:
        assert (score.verdict, score.total) == (score_turned.verdict, score_turned.total)
        assert (score.ns, score.ew) == (score_turned.ew, score_turned.ns)
        assert (score.half, score.hanging) == (score_turned.half, score_turned.hanging)


@MANY
@given(ANY_HAND)
def test_a_valid_sheet_scores_as_the_rules_told_plainly_say(hand):
    sheet, rules = hand
    problems, score = judge(sheet, rules)
    assert (score is None) == bool(errors(problems))
    if score is not None:
        verdict, total, written, hanging = slow_score(sheet, rules)
        assert (score.verdict, score.total, score.hanging) == (verdict, total, hanging)
        assert (score.ns, score.ew) == (written[Side.NS], written[Side.EW])
        assert (score.of(Side.NS), score.of(Side.EW)) == (score.ns, score.ew)


@MANY
@given(ANY_HAND)
def test_what_is_handed_out_is_the_total_or_half_of_it(hand):
    sheet, rules = hand
    score = judge(sheet, rules)[1]
    if score is None:
        return
    out = score.ns + score.ew
    lost = min(score.ns, score.ew)
    if score.verdict is Verdict.MADE:
        # Nothing is made and nothing lost, but for the callers' no-trump bonus.
        bonus = sum(step.points for step in score.steps if step.kind == "no_trump_bonus")
        assert out == score.total + bonus
    elif score.verdict is Verdict.HALF_BAIT:
        assert lost == 0
        if rules.half_bait == "whole_bait":
            assert out == (162 if rules.bait_award == "flat_162" else score.total)
        else:
            assert 2 * out == score.total
            assert score.hanging == (out if rules.half_bait == "hang" else 0)
    elif score.verdict is Verdict.BAIT:
        assert lost == 0
        assert out == (162 if rules.bait_award == "flat_162" else score.total)
    elif score.verdict in (Verdict.MISPLAY, Verdict.THROWN_IN):
        assert lost == 0
        assert out in {score.total, *FLAT_AWARDS}
    else:
        assert lost == 0
        assert out == score.total


@MANY
@given(ANY_HAND)
def test_the_steps_add_up_to_the_score(hand):
    sheet, rules = hand
    score = judge(sheet, rules)[1]
    if score is None:
        return
    points = Counter()
    for step in score.steps:
        points[step.kind] += step.points
    parts = points["base"] + points["run"] + points["set"] + points["bella"] + points["coat"]
    assert parts == points["total"] == score.total
    if "callers" in points:
        assert points["callers"] + points["others"] == score.total
    written = [step for step in score.steps if step.kind == "written"]
    assert [(s.side, s.points) for s in written] == [(Side.NS, score.ns), (Side.EW, score.ew)]
    assert points["hanging"] == score.hanging
    assert points["half"] == (score.half or 0)


@settings(max_examples=400)
@given(ordinary_sheets() | sheets(), rule_sets())
def test_the_short_way_and_the_long_way_agree(sheet, rules):
    terms = terms_of(rules)
    problems = check_sheet(sheet, rules)
    long_way = None if errors(problems) else settle_sheet(sheet, terms)
    for short in (
        settle_ordinary_sheet(sheet, terms),
        settle_ordinary_json(json.loads(json.dumps(sheet_to_json(sheet))), terms),
    ):
        if short is not None:
            assert problems == ()
            assert short == long_way
    assert sheet_problems(sheet, rules, terms) == problems


def line_of(problems, score):
    """What a line must say, told from the objects."""
    if score is None:
        return {"valid": False, "errors": sorted({p.code for p in errors(problems)})}
    steps = [
        {name: value for name, value in step._asdict().items() if value not in (None, "")}
        for step in score.steps
    ]
    said = {"valid": True, "result": score.verdict, "total": score.total, "steps": steps}
    said |= {"score": {"NS": score.ns, "EW": score.ew}}
    said |= {"half": score.half} if score.half is not None else {}
    return said | ({"hanging": score.hanging} if score.hanging else {})


@settings(max_examples=400)
@given(ANY_HAND)
def test_a_line_says_what_the_objects_say(hand):
    sheet, rules = hand
    problems, score = judge(sheet, rules)
    options = {name: getattr(rules, name) for name in OPTIONS}
    line = {"id": 1, "kind": "hand", "input": sheet_to_json(sheet), "rule_options": options}
    text, done = answer_text(json.dumps(line).encode())
    answer = json.loads(text)
    assert done
    assert answer.pop("id") == 1
    assert answer.pop("warnings") == sorted({p.code for p in problems if p.warning})
    told = [(p["code"], p["field"], p.get("warning", False)) for p in answer.pop("problems", [])]
    assert told == [(p.code, p.field, p.warning) for p in problems]
    for step in answer.get("steps", []):
        step.setdefault("count", 0)
    assert answer == line_of(problems, score)


@settings(max_examples=400)
@given(absurd_sheets() | sheets(), rule_sets())
def test_no_sheet_raises_anything_but_the_documented_error(sheet, rules):
    problems = check_sheet(sheet, rules)
    judged, score = judge(sheet, rules)
    assert repr(judged) == repr(problems)
    assert (score is None) == bool(errors(problems))
    if score is None:
        with pytest.raises(UnscorableSheet) as wrong:
            score_hand(sheet, rules)
        assert wrong.value.problems == judged
        assert set(str(wrong.value).split(", ")) == {problem.code for problem in errors(judged)}
    else:
        assert score_hand(sheet, rules) == score == score_checked(sheet, rules)


@MANY
@given(ANY_SHEET, rule_sets(), st.sets(st.sampled_from(Code)))
def test_lowering_a_code_makes_a_warning_of_it_and_changes_nothing_else(sheet, rules, lowered):
    strict = check_sheet(sheet, rules)
    eased = check_sheet(sheet, rules, lowered=lowered)
    for before, after in zip(strict, eased, strict=True):
        down = before.code in lowered and before.code in LOWERABLE
        assert after == (replace(before, warning=True) if down else before)
    problems, score = judge(sheet, rules, lowered=lowered)
    assert problems == eased
    assert (score is None) == bool(errors(eased))


@MANY
@given(ANY_SHEET)
def test_a_sheet_comes_back_from_json_as_it_was(sheet):
    assert sheet_from_json(json.loads(json.dumps(sheet_to_json(sheet)))) == sheet


@MANY
@given(rule_sets())
def test_a_rule_set_comes_back_from_json_as_it_was(rules):
    assert RuleSet.from_json(json.loads(json.dumps(rules.to_json()))) == rules


@MANY
@given(right_hands())
def test_one_count_is_as_good_as_two(hand):
    sheet, rules = hand
    if sheet.count_ns is None:
        return
    other = rules.base(sheet.trump) - sheet.count_ns
    score = judge(sheet, rules)[1]
    assert judge(replace(sheet, count_ew=other), rules)[1] == score
    assert judge(replace(sheet, count_ns=None, count_ew=other), rules)[1] == score


@MANY
@given(right_hands())
def test_a_right_sheet_has_no_error_and_scores(hand):
    sheet, rules = hand
    problems, score = judge(sheet, rules)
    assert errors(problems) == []
    assert score is not None
