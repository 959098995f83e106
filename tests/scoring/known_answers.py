"""The files of known answers in tests/scoring/cases, one a topic; each case names its source."""

import json
from pathlib import Path

FOLDER = Path(__file__).parent / "cases"
ASKED = ("id", "kind", "preset", "rule_options", "input")


def known_answers():
    """Every case of every file."""
    return [
        case
        for path in sorted(FOLDER.glob("*.json"))
        for case in json.loads(path.read_text())["cases"]
    ]


def question(case):
    """The line that is asked."""
    return {name: case[name] for name in ASKED if name in case}


def differences(case, answer):
    """What `answer` says otherwise than the case expects."""
    expected = dict(case["expected"])
    if "rows" in expected:
        rows = expected.pop("rows")
        got = answer.get("rows", [])
        pairs = zip(rows, got, strict=len(rows) == len(got))
        wrong = [(row, g) for row, g in pairs if any(g.get(k) != row[k] for k in row)]
        return wrong + ([("rows", len(rows), len(got))] if len(rows) != len(got) else [])
    return [(k, v, answer.get(k)) for k, v in expected.items() if answer.get(k) != v]
