"""Why these two meet, in words: every reason a draw can give has its sentence."""

import re
from pathlib import Path

import pytest

from league.draws import swiss_reasons
from league.words.draws import bye_sentence, missing_sentence, note_sentence, why_sentence

NAMES = {1: "Anne & Joe", 2: "Mairi & Rory", 3: "Ida & Tom"}


@pytest.mark.parametrize(
    ("why", "said"),
    [
        ({"code": "same_score", "params": {"score": "8"}}, "Both have 8 points."),
        ({"code": "same_score", "params": {"score": "1"}}, "Both have 1 point."),
        ({"code": "same_score", "params": {"score": "0"}}, "Neither has points yet."),
        (
            {"code": "floated_down", "params": {"a": "8", "b": "6", "cause": "odd_group"}},
            "8 points against 6: an odd number stood level, so one plays up or down.",
        ),
        (
            {"code": "rematch_unavoidable", "params": {"times": 1, "a": "4", "b": "4"}},
            "They have met once before: no round without meeting again was left.",
        ),
        (
            {"code": "club_unavoidable", "params": {"club": 1, "a": "4", "b": "2"}},
            (
                "4 points against 2. Both are of Glace Bay Legion: "
                "keeping them apart would have cost more."
            ),
        ),
        ({"code": "by_lot", "params": {}}, "The lot put them together."),
        ({}, ""),
    ],
)
def test_a_table_says_why_its_two_meet(why: dict[str, object], said: str) -> None:
    assert why_sentence(why, club="Glace Bay Legion") == said


def test_in_the_first_round_the_lot_decides() -> None:
    why = {"code": "same_score", "params": {"score": "0"}}
    assert why_sentence(why, first_round=True).startswith("First round:")
    assert bye_sentence({"code": "bye_lowest_without", "params": {}}, first_round=True) == (
        "First round: the lot decided."
    )


def test_every_reason_of_the_draws_has_a_sentence() -> None:
    text = Path(swiss_reasons.__file__).read_text()
    codes = set(re.findall(r'Reason\(\s*"(\w+)"', text))
    codes |= {"bye_fewest", "bye_lowest_without"}
    assert {"same_score", "met_everybody", "bye_passed"} <= codes
    params = {
        "score": "2", "a": "2", "b": "1", "times": 2, "cause": "others", "club": 1,
        "entries": [1], "groups": [[1, 2], [3]], "opponents": [3],
    }  # fmt: skip
    for code in codes - {"no_bye"}:
        told = {"code": code, "params": params}
        sentences = [why_sentence(told), bye_sentence(told), note_sentence(told, NAMES)]
        assert any(sentences), code


def test_a_rematch_names_those_who_have_nobody_left() -> None:
    told = {"code": "met_everybody", "params": {"entries": [1, 3]}}
    assert note_sentence(told, NAMES) == (
        "These have met everybody already, so somebody meets again: Anne & Joe, Ida & Tom."
    )
    told = {"code": "too_few_opponents", "params": {"groups": [[1], [2]], "opponents": [3]}}
    assert "Ida & Tom left: Anne & Joe; Mairi & Rory." in note_sentence(told, NAMES)


def test_what_was_missing_is_told_by_round_and_table() -> None:
    assert missing_sentence([]) == ""
    assert missing_sentence([[1, 3], [2, 4]]) == (
        "Drawn on purpose before these results were in: round 1, table 3, round 2, table 4."
    )
