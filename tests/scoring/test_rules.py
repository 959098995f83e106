"""Rule sets: every option, the presets, and what is refused (docs/RULES.md 9)."""

import dataclasses
import json
import re
from pathlib import Path

import pytest

from scoring.cards import Trump
from scoring.rules import OPTIONS, PRESETS, RuleError, RuleSet

WHOLE = RuleSet().to_json()


def refused(call):
    with pytest.raises(RuleError) as wrong:
        call()
    return wrong.value.option, wrong.value.code


def test_every_field_is_an_option_with_its_default():
    names = [field.name for field in dataclasses.fields(RuleSet) if field.init]
    assert names == ["version", "preset", *OPTIONS]
    assert {name: getattr(RuleSet(), name) for name in OPTIONS} == {
        name: option.default for name, option in OPTIONS.items()
    }
    assert all(option.allows(option.default) for option in OPTIONS.values())


def test_every_option_points_at_a_number_of_the_rules():
    text = (Path(__file__).parents[2] / "docs" / "RULES.md").read_text()
    numbers = set(re.findall(r"^- \*\*(\d+\.\d+)\*\*", text, re.MULTILINE))
    for option in OPTIONS.values():
        assert option.section in numbers
        rule = text.split(f"**{option.section}**")[1].split("\n- **")[0]
        assert f"`{option.name}`" in rule, (option.name, option.section)


def test_every_number_of_the_rules_that_the_code_points_at_is_there():
    root = Path(__file__).parents[2]
    numbers = re.findall(r"\*\*(\d+\.\d+)\*\*", (root / "docs" / "RULES.md").read_text())
    assert len(numbers) == len(set(numbers))
    for path in (root / "scoring").glob("*.py"):
        for number in re.findall(r"(?:RULES(?:\.md)?|\() ?(\d\d?\.\d+)\b", path.read_text()):
            assert number in numbers, (path.name, number)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_its_options_and_the_defaults(name):
    rules = RuleSet.from_preset(name)
    assert rules.preset == name
    for option in OPTIONS.values():
        assert getattr(rules, option.name) == PRESETS[name].get(option.name, option.default)
        assert option.allows(getattr(rules, option.name))


def test_the_presets_are_those_of_the_field():
    assert set(PRESETS) == {"cape-breton", "kitchen", "declared", "long"}
    assert PRESETS["cape-breton"] == {}
    assert RuleSet.from_preset("long") == RuleSet(preset="long", target=1000)
    assert RuleSet.from_preset() == RuleSet()


def test_a_rule_set_stored_whole_does_not_follow_its_preset():
    stored = {**WHOLE, "preset": "kitchen"}
    assert RuleSet.from_json(stored).half_bait == "caller_zero"
    assert RuleSet.from_json(json.loads(json.dumps(WHOLE))) == RuleSet()
    assert RuleSet.from_json({**WHOLE, "preset": "of a club, long gone"}).to_json()["preset"]


@pytest.mark.parametrize(
    ("change", "option", "code"),
    [
        ({"version": 2}, "version", "bad_value"),
        ({"version": True}, "version", "bad_value"),
        ({"version": None}, "version", "bad_value"),
        ({"preset": None}, "preset", "bad_value"),
        ({"trumps": 4}, "trumps", "unknown_option"),
        ({"coat": 50}, "coat", "bad_value"),
        ({"coat": False}, "coat", "bad_value"),
        ({"no_trump": 1}, "no_trump", "bad_value"),
        ({"no_trump": "yes"}, "no_trump", "bad_value"),
        ({"target": 0}, "target", "bad_value"),
        ({"target": 500.0}, "target", "bad_value"),
        ({"target": True}, "target", "bad_value"),
        ({"target": 10**6}, "target", "bad_value"),
        ({"half_bait": ["hang"]}, "half_bait", "bad_value"),
        ({"contract": "bid", "threshold": "fixed_82"}, "contract", "contradiction"),
    ],
)
def test_what_cannot_be_is_refused_by_the_name_of_the_option(change, option, code):
    assert refused(lambda: RuleSet.from_json({**WHOLE, **change})) == (option, code)


def test_a_missing_option_is_refused_by_its_name():
    for name in OPTIONS:
        less = {key: value for key, value in WHOLE.items() if key != name}
        assert refused(lambda less=less: RuleSet.from_json(less)) == (name, "missing_option")


@pytest.mark.parametrize("data", [None, [], "cape-breton", 1])
def test_a_rule_set_that_is_no_object_is_refused(data):
    assert refused(lambda: RuleSet.from_json(data)) == ("rules", "bad_value")


@pytest.mark.parametrize(
    ("preset", "options", "option", "code"),
    [
        ("bridge", None, "preset", "unknown_preset"),
        (None, None, "preset", "unknown_preset"),
        ("long", [], "rule_options", "bad_value"),
        ("long", {1: 2}, "1", "unknown_option"),
        ("long", {"version": 1}, "version", "unknown_option"),
        ("long", {"target": "1000"}, "target", "bad_value"),
    ],
)
def test_a_preset_with_wrong_options_is_refused_by_name(preset, options, option, code):
    assert refused(lambda: RuleSet.from_preset(preset, options)) == (option, code)


def test_a_refusal_says_itself_with_its_figures():
    with pytest.raises(RuleError, match=r"bad_value: target \(value=0, range=\(1, 100000\)\)"):
        RuleSet.from_preset("long", {"target": 0})
    with pytest.raises(RuleError, match=r"bad_value: coat \(value=1, choices=\(0, 100\)\)"):
        RuleSet.from_preset("long", {"coat": 1})
    with pytest.raises(RuleError, match=r"^unknown_option: trumps$"):
        RuleSet.from_preset("long", {"trumps": 4})


def test_the_points_of_a_hand_depend_on_trump_and_last_trick():
    assert RuleSet().base(Trump.HEARTS) == 162
    assert RuleSet().base(Trump.NO_TRUMP) == 130
    assert RuleSet(last_trick=4).base(Trump.CLUBS) == 156
    assert RuleSet(last_trick=4).base(Trump.NO_TRUMP) == 124


def test_a_rule_set_is_a_value():
    assert hash(RuleSet()) == hash(RuleSet())
    assert dataclasses.replace(RuleSet(), coat=100) == RuleSet(coat=100) != RuleSet()
    with pytest.raises(dataclasses.FrozenInstanceError):
        RuleSet().coat = 100
