"""Every problem of a hand sheet at once (docs/RULES.md 8). Each topic has its own module.

Whatever cannot be proved wrong is accepted; what is unlikely but possible is a warning.
"""

import dataclasses
from collections.abc import Collection, Iterator

from scoring.cards import Side
from scoring.checks_beaten import beaten_problems
from scoring.checks_bella import bella_problems
from scoring.checks_call import (
    call_problems,
    pass_out_problems,
    stopped_problems,
    unused_problems,
)
from scoring.checks_cards import card_problems
from scoring.checks_counts import count_problems
from scoring.checks_runs import by_seat, run_problems
from scoring.checks_values import value_problems
from scoring.problems import LOWERABLE, Code, Problem
from scoring.rules import RuleSet
from scoring.scores import settle_sheet, side_lost_by_bella
from scoring.settling import Settled
from scoring.sheets import HandSheet, Outcome, Verdict
from scoring.terms import Terms, terms_of


def check_sheet(
    sheet: HandSheet, rules: RuleSet, *, lowered: Collection[Code] = frozenset()
) -> tuple[Problem, ...]:
    """Every problem of `sheet` under `rules`, errors and warnings, in the order of the paper.

    Codes in `lowered` that may be lowered (LOWERABLE) come as warnings. Never raises: fields that
    hold no value of their kind are problems too, and then the only ones.
    """
    problems = tuple(value_problems(sheet)) or sheet_problems(sheet, rules, terms_of(rules))
    if not lowered:
        return problems
    down = LOWERABLE.intersection(lowered)
    return tuple(
        dataclasses.replace(problem, warning=True) if problem.code in down else problem
        for problem in problems
    )


def sheet_problems(sheet: HandSheet, rules: RuleSet, terms: Terms) -> tuple[Problem, ...]:
    """The problems of a sheet whose every field holds a value of its kind (one read from JSON)."""
    found = list(_paper_problems(sheet, rules, terms))
    claimed = (sheet.claimed_result, sheet.claimed_score_ns, sheet.claimed_score_ew)
    # The paper's own result can be compared once nothing stands in the way of the figures.
    if claimed != (None, None, None) and all(p.warning or p.code in LOWERABLE for p in found):
        found += _claimed_problems(sheet, rules, settle_sheet(sheet, terms))
    return tuple(found)


def _paper_problems(sheet: HandSheet, rules: RuleSet, terms: Terms) -> Iterator[Problem]:
    yield from unused_problems(sheet)
    if sheet.outcome is Outcome.PASSED_OUT:
        yield from pass_out_problems(sheet, rules)
        return
    yield from call_problems(sheet, rules, terms)
    if sheet.outcome is not Outcome.PLAYED:
        yield from stopped_problems(sheet)
    elif sheet.count_ns is not None or sheet.count_ew is not None:
        yield from count_problems(sheet, rules, terms)
    elif side_lost_by_bella(sheet, terms) is None:
        yield Problem(Code.COUNT_MISSING, "count_ns")
    seats = by_seat(sheet)
    of_runs = list(run_problems(sheet, seats, rules, terms))
    of_cards = list(card_problems(sheet, seats, rules, terms))
    yield from (*of_runs, *of_cards)
    if not any(problem.field.startswith("runs") for problem in (*of_runs, *of_cards)):
        yield from beaten_problems(sheet, seats, rules)
    yield from bella_problems(sheet, terms)


def _claimed_problems(sheet: HandSheet, rules: RuleSet, settled: Settled) -> Iterator[Problem]:
    """What the paper says came of the hand, against what the rules say."""
    verdict, _, _, ns, ew, _, _ = settled
    claimed = sheet.claimed_result
    # Where exactly half costs everything, the paper may well call it a bait.
    half_is_bait = verdict is Verdict.HALF_BAIT and rules.half_bait == "whole_bait"
    if claimed not in (None, verdict) and not (half_is_bait and claimed is Verdict.BAIT):
        params: dict[str, object] = {"claimed": claimed, "result": verdict}
        yield Problem(Code.RESULT_MISMATCH, "claimed_result", params)
    pairs = ((Side.NS, sheet.claimed_score_ns, ns), (Side.EW, sheet.claimed_score_ew, ew))
    for side, written, due in pairs:
        if written not in (None, due):
            params = {"side": side, "claimed": written, "due": due}
            yield Problem(Code.SCORE_MISMATCH, "claimed_score", params)
