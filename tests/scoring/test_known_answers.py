"""Every case in tests/scoring/cases through the machine interface (docs/RULES.md 10)."""

import json
from pathlib import Path

import pytest

from scoring.interface import answer

FILES = sorted((Path(__file__).parent / "cases").glob("*.json"))
CASES = [case for file in FILES for case in json.loads(file.read_text("utf-8"))["cases"]]
ASKED = ("id", "kind", "preset", "rule_options", "input")


def answered(case: dict[str, object]) -> dict[str, object]:
    line = {name: case[name] for name in ASKED if name in case}
    return json.loads(json.dumps(answer(line)))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_known_case_is_answered_as_expected(case):
    got = answered(case)
    assert "error" not in got, case["why"]
    for name, wanted in case["expected"].items():
        if name == "rows":
            shown = [
                {key: row[key] for key in want}
                for want, row in zip(wanted, got["rows"], strict=True)
            ]
            assert shown == wanted, case["why"]
        elif name == "errors":
            assert (got["valid"], got["errors"]) == (False, sorted(wanted)), case["why"]
        else:
            assert got[name] == wanted, (name, case["why"])


def test_every_case_says_where_its_rule_comes_from_and_has_a_name_of_its_own():
    assert all(case["source"] and case["why"] for case in CASES)
    assert len({case["id"] for case in CASES}) == len(CASES)
