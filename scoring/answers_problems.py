"""Problems as lines of the machine interface show them (docs/RULES.md 10)."""

from collections.abc import Iterable
from typing import Any

from scoring.problems import Problem


def _figures(problem: Problem) -> dict[str, Any]:
    return {
        "code": problem.code.value,
        "field": problem.field,
        "figures": dict(problem.params),
    }


def problems_answer(problems: Iterable[Problem]) -> dict[str, Any]:
    """{"valid"}, with "errors" (distinct codes, sorted) and "problems", and "warnings" likewise."""
    found = tuple(problems)
    errors = [one for one in found if not one.warning]
    answer: dict[str, Any] = {"valid": not errors}
    if errors:
        answer["errors"] = sorted({one.code.value for one in errors})
        answer["problems"] = [_figures(one) for one in errors]
    return answer
