"""No line of the kinds game, deal and standings makes the interface raise (docs/RULES.md 10)."""

import copy
import json
import random
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.interface import answer

HERE = Path(__file__).parent / "cases"
FILES = [HERE / f"{name}.json" for name in ("games", "deals", "standings")]
CASES = [case for file in FILES for case in json.loads(file.read_text("utf-8"))["cases"]]
# fmt: off
JUNK = (
    None, True, False, 0, 1, -1, 1.5, float("nan"), float("inf"), 10**30,
    "", "N", "NS", "H", "A", "both", "6H", "\ud800",
    [], [[]], ["6H"], {}, {"NS": 1, "EW": 2}, {"a": 1},
)
# fmt: on


def spoiled(line: dict[str, object], chance: random.Random) -> None:
    """Puts junk in some place of the line's input, or takes something out of it."""
    inner, key = line, "input"
    while chance.random() < 0.8 and isinstance(inner[key], dict | list) and inner[key]:
        inner = inner[key]
        key = chance.choice(list(inner) if isinstance(inner, dict) else range(len(inner)))
    if inner is not line and chance.random() < 0.3:
        del inner[key]
    else:
        inner[key] = copy.deepcopy(chance.choice(JUNK))


@settings(deadline=None, max_examples=600)
@given(st.integers(0, 2**32), st.sampled_from(CASES), st.integers(1, 3))
def test_a_line_with_anything_in_it_gets_an_answer_or_an_error(seed, case, changes):
    chance = random.Random(seed)
    line = copy.deepcopy({name: case[name] for name in ("kind", "rule_options", "input")})
    for _ in range(changes):
        spoiled(line, chance)
    got = json.loads(json.dumps(answer(line)))
    assert ("error" in got) != ("valid" in got or "rows" in got)
