"""Every option has its words, and every rule set can be told in full."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.words.options import GROUPS, OPTION_WORDS
from league.words.points import TIE_ABOUT, TIE_NAMES, describe_points, describe_tie_breaks
from league.words.rules import (
    GROUP_ORDER,
    PRESET_ABOUT,
    PRESET_NAMES,
    describe_match_play,
    describe_rules,
    differences,
    options_in,
    refusal,
    summary,
)
from league.words.strictness import LOWERABLE_WORDS
from scoring import (
    LOWERABLE,
    OPTIONS,
    PRESETS,
    PointsSystem,
    RuleError,
    RuleSet,
    StandingsRules,
    TieBreak,
)


def test_every_option_and_every_choice_has_words() -> None:
    assert set(OPTION_WORDS) == set(OPTIONS)
    for name, words in OPTION_WORDS.items():
        assert set(words.choices) == set(OPTIONS[name].choices or ())
        assert str(words.about).endswith(".")
        assert all(str(sentence).endswith(".") for sentence in words.choices.values())
    assert set(PRESET_NAMES) == set(PRESET_ABOUT) == set(PRESETS)
    assert set(TIE_NAMES) == set(TIE_ABOUT) == {str(one) for one in TieBreak}


def test_every_check_that_can_be_lowered_has_words() -> None:
    assert set(LOWERABLE_WORDS) == {str(code) for code in LOWERABLE}


def test_every_option_stands_in_one_group() -> None:
    assert sorted(GROUP_ORDER) == sorted(GROUPS)
    placed = [name for key in GROUP_ORDER for name in options_in(key)]
    assert sorted(placed) == sorted(OPTIONS)


def rule_sets() -> st.SearchStrategy[RuleSet]:
    values = {
        name: st.sampled_from(option.choices)
        if option.choices
        else st.integers(option.minimum, option.maximum)
        for name, option in OPTIONS.items()
    }
    return st.builds(RuleSet, preset=st.sampled_from(sorted(PRESETS)), **values)


@given(rules=rule_sets())
def test_any_rule_set_can_be_told(rules: RuleSet) -> None:
    lines = [line for group in describe_rules(rules) for line in group.lines]
    assert {line.option for line in lines if line.changed} <= set(differences(rules))
    assert all(line.sentence and line.section == OPTIONS[line.option].section for line in lines)
    assert summary(rules)


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_a_preset_differs_from_itself_in_nothing(preset: str) -> None:
    rules = RuleSet.from_preset(preset)
    assert differences(rules) == ()
    assert "unchanged" in summary(rules)


def test_what_does_not_matter_is_not_told() -> None:
    def told(rules: RuleSet) -> set[str]:
        return {line.option for group in describe_rules(rules) for line in group.lines}

    league, declared = told(RuleSet()), told(RuleSet.from_preset("declared"))
    assert not {"min_bid", "no_trump_min_bid", "no_trump_bonus"} & league
    assert {"min_bid", "no_trump_min_bid", "no_trump_bonus"} <= declared
    assert "threshold" not in declared


def test_a_contradiction_names_both_options_in_plain_words() -> None:
    with pytest.raises(RuleError) as caught:
        RuleSet.from_preset("cape-breton", {"contract": "bid", "threshold": "fixed_82"})
    assert refusal(caught.value) == (
        "“The number of points they bid when they called” does not go with "
        "“What makes the hand: 82 points or more, whatever else is in the hand; no half-bait”. "
        "Change one of the two."
    )


def test_match_play_is_told_with_its_figures() -> None:
    rules = RuleSet()
    assert describe_match_play({"mode": "target"}, rules) == "A game goes to 500."
    assert describe_match_play({"mode": "hands", "hands": 12}, rules) == (
        "A game is 12 hands; the higher total wins."
    )
    assert "to the bell after 25 minutes" in describe_match_play(
        {"mode": "bell", "minutes": 25}, rules
    )


def test_points_and_tie_breaks_are_told_in_order() -> None:
    rules = StandingsRules(
        points=PointsSystem.from_json({"win": 1, "draw": 0.5, "bye_for": 162}),
        tie_breaks=(TieBreak.HEAD_TO_HEAD, TieBreak.POINTS_DIFFERENCE),
        difference_cap=300,
    )
    assert "Match points: 1 for a win, ½ for a draw, 0 for a loss." in describe_points(rules)
    assert "A bye: 2, and 162 – 0 in points." in describe_points(rules)
    ties = describe_tie_breaks(rules)
    assert ties[0].startswith("Head-to-head:")
    assert ties[1].endswith("(at most 300 a game).")
