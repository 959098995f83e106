"""Problems of games and deal records as the machine interface shows them (docs/RULES.md 10)."""

from collections.abc import Iterable
from typing import Any

from scoring.answers_hand import problem_to_json
from scoring.problems import Problem


def problems_answer(problems: Iterable[Problem]) -> dict[str, Any]:
    """{"valid"}; where something is wrong, "errors" (distinct codes, sorted) and "problems" too."""
    found = tuple(problems)
    if not found:
        return {"valid": True}
    return {
        "valid": False,
        "errors": sorted({problem.code.value for problem in found}),
        "problems": [problem_to_json(problem) for problem in found],
    }
