"""Which options go together, and what a preset does under them (docs/RULES.md 9)."""

import itertools

import pytest

from scoring.interface import answer
from scoring.rules import OPTIONS, PRESETS, RuleError, RuleSet

VALUES = {
    name: option.choices or (option.minimum, option.maximum) for name, option in OPTIONS.items()
}
PAIRS = list(itertools.combinations(OPTIONS, 2))
# The one question that two options answer: when is a hand made?
TWO_ANSWERS = {"contract": "bid", "threshold": "fixed_82"}


def test_an_option_laid_over_a_preset_moves_nothing_else():
    for preset, changes in PRESETS.items():
        for name, values in VALUES.items():
            for value in values:
                if TWO_ANSWERS.items() <= (changes | {name: value}).items():
                    continue
                made = RuleSet.from_preset(preset, {name: value}).to_json()
                assert made == RuleSet.from_preset(preset).to_json() | {name: value}


def test_every_two_options_go_together_but_a_bid_and_a_fixed_threshold():
    for first, second in PAIRS:
        for one, other in itertools.product(VALUES[first], VALUES[second]):
            chosen = {first: one, second: other}
            if chosen == TWO_ANSWERS:
                continue
            made = RuleSet.from_preset("cape-breton", chosen)
            assert RuleSet.from_json(made.to_json()) == made


def test_a_bid_and_a_fixed_threshold_are_refused_by_name():
    with pytest.raises(RuleError, match="contradiction: contract") as refused:
        RuleSet.from_preset("cape-breton", TWO_ANSWERS)
    assert (refused.value.option, refused.value.code) == ("contract", "contradiction")
    line = {"id": 1, "kind": "hand", "preset": "declared", "rule_options": TWO_ANSWERS, "input": {}}
    assert "threshold" in answer(line)["error"]
