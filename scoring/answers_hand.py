"""Lines of the kind `hand` (docs/RULES.md 10.2)."""

from collections.abc import Iterable
from typing import Any

from scoring.checks import sheet_problems
from scoring.ordinary import settle_ordinary_json
from scoring.problems import Problem
from scoring.rules import RuleSet
from scoring.scores import settle_sheet
from scoring.settling import Settled
from scoring.sheet_json import sheet_from_json
from scoring.terms import terms_of


def answer_hand(data: object, rules: RuleSet) -> dict[str, Any]:
    """The score of a sheet, or all that is wrong with it. Raises ShapeError."""
    terms = terms_of(rules)
    settled = settle_ordinary_json(data, terms)
    if settled is not None:
        return score_to_json(settled, [])
    sheet = sheet_from_json(data)
    problems = sheet_problems(sheet, rules, terms)
    warnings = _codes(problem for problem in problems if problem.warning)
    errors = _codes(problem for problem in problems if not problem.warning)
    listed = [problem_to_json(problem) for problem in problems]
    if errors:
        return {"valid": False, "errors": errors, "warnings": warnings, "problems": listed}
    answer = score_to_json(settle_sheet(sheet, terms), warnings)
    return answer | {"problems": listed} if listed else answer


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


def score_to_json(settled: Settled, warnings: list[str]) -> dict[str, Any]:
    """The answer to a valid sheet; `half` and `hanging` only where they say something."""
    verdict, total, half, ns, ew, hanging, steps = settled
    answer: dict[str, Any] = {"valid": True, "result": verdict, "total": total}
    if half is not None:
        answer["half"] = half
    answer["score"] = {"NS": ns, "EW": ew}
    if hanging:
        answer["hanging"] = hanging
    lines = []
    for kind, points, side, seat, count in steps:
        line: dict[str, Any] = {"kind": kind, "points": points}
        if side is not None:
            line["side"] = side
        if seat is not None:
            line["seat"] = seat
        if count:
            line["count"] = count
        lines.append(line)
    answer["steps"] = lines
    answer["warnings"] = warnings
    return answer
