"""Lines of the kind `hand` (docs/RULES.md 10.2).

The answer is written as text at once: making objects of it first would cost as much as the rest.
"""

import json
from collections.abc import Iterable
from typing import Any, cast

from scoring.checks import sheet_problems
from scoring.ordinary import settle_ordinary_json
from scoring.problems import Problem
from scoring.rules import RuleSet
from scoring.scores import settle_sheet
from scoring.settling import Settled, Step
from scoring.sheet_json import sheet_from_json
from scoring.terms import terms_of

_encode = json.JSONEncoder().encode


def answer_hand(data: object, rules: RuleSet) -> dict[str, Any]:
    """The score of a sheet, or all that is wrong with it. Raises ShapeError."""
    return cast("dict[str, Any]", json.loads(answer_hand_text(data, rules)))


def answer_hand_text(data: object, rules: RuleSet) -> str:
    """The same as the text of a JSON object."""
    terms = terms_of(rules)
    settled = settle_ordinary_json(data, terms)
    if settled is not None:
        return f'{score_text(settled)}, "warnings": []}}'
    sheet = sheet_from_json(data)
    problems = sheet_problems(sheet, rules, terms)
    errors = _codes(problem for problem in problems if not problem.warning)
    warnings = _codes(problem for problem in problems if problem.warning)
    listed = [problem_to_json(problem) for problem in problems]
    if errors:
        return _encode({"valid": False, "errors": errors, "warnings": warnings, "problems": listed})
    told = f', "problems": {_encode(listed)}' if listed else ""
    return f'{score_text(settle_sheet(sheet, terms))}, "warnings": {_encode(warnings)}{told}}}'


def _codes(problems: Iterable[Problem]) -> list[str]:
    return sorted({problem.code.value for problem in problems})


def problem_to_json(problem: Problem) -> dict[str, Any]:
    """{"code", "field", "figures"}, and "warning": true for a warning."""
    found: dict[str, Any] = {
        "code": problem.code,
        "field": problem.field,
        "figures": dict(problem.params),
    }
    if problem.warning:
        found["warning"] = True
    return found


def score_text(settled: Settled) -> str:
    """The answer to a valid sheet, open at its end; `half` and `hanging` where they say something.

    Everything in it is a number or a word of the engine's own, and needs no escaping.
    """
    verdict, total, half, ns, ew, hanging, steps = settled
    decides = "" if half is None else f' "half": {half},'
    waits = f' "hanging": {hanging},' if hanging else ""
    return (
        f'{{"valid": true, "result": "{verdict}", "total": {total},{decides}'
        f' "score": {{"NS": {ns}, "EW": {ew}}},{waits}'
        f' "steps": [{", ".join([_step_text(step) for step in steps])}]'
    )


def _step_text(step: Step) -> str:
    kind, points, side, seat, count = step
    if side is None:
        return f'{{"kind": "{kind}", "points": {points}}}'
    if seat is None:
        return f'{{"kind": "{kind}", "points": {points}, "side": "{side}"}}'
    counted = f', "count": {count}' if count else ""
    return f'{{"kind": "{kind}", "points": {points}, "side": "{side}", "seat": "{seat}"{counted}}}'
