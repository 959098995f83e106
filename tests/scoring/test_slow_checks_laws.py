"""The engine's problems against the rules told plainly in slow_checks (docs/RULES.md 8)."""

from hypothesis import given, settings

from scoring.checks import check_sheet
from scoring.problems import Code
from tests.scoring.sheet_strategies import ordinary_sheets, right_hands, rule_sets, sheets
from tests.scoring.slow_checks import slow_codes

# What is beaten is found by comparing; what the paper claims, by scoring (see slow_hands).
NOT_TOLD = {Code.RUN_BEATEN, Code.RUN_CANCELLED, Code.RESULT_MISMATCH, Code.SCORE_MISMATCH}


def said(sheet, rules):
    return {p.code for p in check_sheet(sheet, rules) if not p.warning} - NOT_TOLD


@settings(max_examples=300, deadline=None)
@given(ordinary_sheets() | sheets(), rule_sets())
def test_exactly_the_problems_that_the_rules_told_plainly_find_are_found(sheet, rules):
    assert said(sheet, rules) == slow_codes(sheet, rules)


@settings(max_examples=60, deadline=None)
@given(right_hands())
def test_a_right_sheet_is_right_by_the_rules_told_plainly(hand):
    sheet, rules = hand
    assert said(sheet, rules) == slow_codes(sheet, rules)
