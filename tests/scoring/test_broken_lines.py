"""Lines that no answer can be given to (docs/RULES.md 10): each its error, the others answered."""

import io
import json

import pytest

from scoring.interface import answer, answer_text, run

GOOD = b'{"id": "good", "kind": "bella", "input": {"trump": "S", "cards": ["KS", "QS"]}}'
BELLS = '"kind": "bella", "input": {"trump": "S", "cards": []}'


def strict(text):
    """Reads JSON as other programs do: without NaN and Infinity."""

    def refuse(name):
        raise AssertionError(f"{name} is no JSON")

    return json.loads(text, parse_constant=refuse)


@pytest.mark.parametrize(
    "before",
    [
        '{"id": 1, "kind": "bella", "rule_options": ',
        '{"id": 1, "kind": "bella", "preset": ',
        '{"id": 1, "kind": ',
        '{"id": ',
        '{"id": 1, "kind": "bella", "input": {"trump": ',
        '{"id": 1, "kind": "standings", "input": {"entries": [], "tie_mode": ',
    ],
)
def test_no_depth_of_brackets_breaks_the_interface(before):
    after = f", {BELLS}}}" if before == '{"id": ' else "}" * before.count("{")
    for depth in (*range(300, 1100, 20), *range(920, 1000), 100_000):
        text, answered = answer_text((before + "[" * depth + "]" * depth + after).encode())
        assert text.startswith('{"id": ')
        assert answered == (', "error": ' not in text)


def test_what_was_read_elsewhere_may_be_nested_deeper_than_json_can_be_read():
    options: list[object] = []
    for _level in range(100_000):
        options = [options]
    line = {"id": 1, "kind": "bella", "input": {}, "rule_options": options}
    assert answer(line) == {"id": 1, "error": "nested too deep"}


@pytest.mark.parametrize("name", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_an_id_that_json_cannot_write_is_refused_in_json(name):
    text, answered = answer_text(f'{{"id": {name}, {BELLS}}}'.encode())
    assert not answered
    assert strict(text)["id"] is None


@pytest.mark.parametrize("count", ["NaN", "Infinity", "-Infinity", "1e999", "96.0", "9" * 300])
def test_a_count_that_is_no_whole_number_is_an_error_under_the_lines_own_id(count):
    line = f'{{"id": "mine", "kind": "hand", "input": {{"counted": {{"NS": {count}}}}}}}'
    text, answered = answer_text(line.encode())
    assert not answered
    assert strict(text) == {"id": "mine", "error": "counted.NS: a whole number is wanted"}


def test_a_line_of_megabytes_gets_a_short_error():
    found = answer({"id": 1, "kind": "x" * 3_000_000})
    assert found["error"].startswith("unknown kind 'xxx")
    assert len(found["error"]) < 600


@pytest.mark.parametrize(
    ("kind", "data", "field"),
    [
        ("runs", {"trump": "S"}, "players"),
        ("runs", {"trump": "S", "players": [{"seat": "N"}]}, "cards"),
        ("card_points", {"trump": "S"}, "cards"),
        ("card_points", {"trump": "S", "cards": None}, "cards"),
        ("bella", {"trump": "S"}, "cards"),
        ("hand", {"runs": [{"seat": "N", "twenties": 1, "cards": [None]}]}, "runs.cards"),
        ("game", {"hands": [{"score": {"NS": 1, "EW": 2}, "hanging": ""}]}, "hanging"),
        ("game", {"hands": [{"score": {"NS": 1, "EW": 2}, "hanging": []}]}, "hanging"),
        (
            "standings",
            {"entries": ["1"], "adjustments": [{"entry": "1", "match_points": ""}]},
            "match_points",
        ),
        (
            "standings",
            {"entries": ["1"], "adjustments": [{"entry": "1", "match_points": False}]},
            "match_points",
        ),
    ],
)
def test_a_missing_or_empty_thing_of_the_wrong_kind_is_named(kind, data, field):
    assert field in answer({"id": 1, "kind": kind, "input": data})["error"]


def test_null_stands_for_no_points_waiting_and_no_match_points():
    hands = [{"score": {"NS": 1, "EW": 2}, "hanging": None}]
    assert answer({"kind": "game", "input": {"hands": hands}})["valid"]
    adjustments = [{"entry": "1", "match_points": None, "points": 5}]
    table = answer({"kind": "standings", "input": {"entries": ["1"], "adjustments": adjustments}})
    assert (table["rows"][0]["match_points"], table["rows"][0]["points_for"]) == (0, 5)


def test_broken_lines_of_every_sort_leave_the_lines_between_them_alone():
    broken = (
        *(b"", b"  ", b"\x00", b"\xff\xfe", b"[]", b"null", b"NaN", b"not json", b'{"id": 1'),
        *(b"[" * 100_000, b'{"id": ' + b"9" * 5000 + b"}", b"\xef\xbb\xbf" + GOOD),
    )
    lines = [line + b"\n" for one in broken for line in (one, GOOD)]
    sink = io.StringIO()
    assert run(lines, sink) == 2
    found = [strict(line) for line in sink.getvalue().splitlines()]
    assert ["error" in line for line in found] == [True, False] * len(broken)
    assert all(line["bella"] for line in found[1::2])
