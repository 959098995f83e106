"""Inputs of the wrong shape are errors that name what is wrong (docs/RULES.md 10.1)."""

import json

import pytest

from scoring.interface import answer, answer_text

PLAIN = {"trump": "S", "dealer": "W", "caller": "N", "counted": {"NS": 96, "EW": 66}}


def ask(data, kind="hand", **line):
    return answer({"id": 1, "kind": kind, "input": data, **line})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("trump", "X"),
        ("trump", 4),
        ("dealer", "NS"),
        ("caller", ["N"]),
        ("outcome", "won"),
        ("forced", "yes"),
        ("bid", "50"),
        ("bid", True),
        ("bid", 10**12),
        ("counted", [96, 66]),
        ("counted", {"NS": 96.5}),
        ("counted", {"NS": "96"}),
        ("counted", {"N": 96}),
        ("counted", {"NS": True}),
        ("last_trick", "N"),
        ("runs", {"seat": "N"}),
        ("runs", [{"twenties": 1}]),
        ("runs", ["N"]),
        ("runs", [{"seat": "N", "twenties": "1"}]),
        ("runs", [{"seat": "N", "twenties": 1, "shown": 1}]),
        ("runs", [{"seat": "N", "twenties": 1, "cards": ["9H"]}]),
        ("runs", [{"seat": "N", "twenties": 1, "cards": [["9H", "TH", "1H"]]}]),
        ("runs", [{"seat": "N", "twenties": 1, "cards": [[["9H"]]]}]),
        ("runs", [{"seat": "N", "twenties": 1, "cards": 0}]),
        ("runs", [{"seat": "N", "twenties": 1, "cards": [{"9H": 1, "TH": 1, "JH": 1}]}]),
        ("sets", [{"seat": "N", "rank": "8"}]),
        ("sets", [{"seat": "N", "rank": None}]),
        ("bella", {"seat": "N", "call": "loud"}),
        ("bella", {"call": "last"}),
        ("bella", {"seat": "N", "call": 1}),
        ("bella", {"seat": "N", "points": "20"}),
        ("bella", "N"),
        ("claim", []),
        ("claim", {"who": "NS"}),
        ("claim", {"upheld": "yes"}),
        ("claim", {"card": "10H"}),
        ("sets", {"seat": "N", "rank": "J"}),
        ("bella", [None]),
        ("thrown_by", "N"),
        ("claimed_result", "won"),
        ("claimed_score", {"NS": "96"}),
        ("claimed_score", 96),
        ("trumps", "S"),
    ],
)
def test_an_input_of_the_wrong_shape_is_an_error_on_its_field(field, value):
    found = ask({**PLAIN, field: value})
    assert set(found) == {"id", "error"}
    assert field.split(".")[0] in found["error"]
    line = json.dumps({"id": 1, "kind": "hand", "input": {**PLAIN, field: value}})
    text, was_answered = answer_text(line.encode())
    assert json.loads(text) == found
    assert not was_answered


@pytest.mark.parametrize("data", [None, [], "x", 5])
def test_an_input_that_is_no_object_is_an_error(data):
    for kind in ("hand", "runs", "card_points", "bella"):
        assert "object" in ask(data, kind)["error"]


def test_null_is_as_good_as_absent():
    fields = [
        "outcome",
        "dealer",
        "forced",
        "bid",
        "last_trick",
        "runs",
        "sets",
        "bella",
        "claim",
        "thrown_by",
    ]
    empty = dict.fromkeys([*fields, "claimed_result", "claimed_score"])
    assert ask({**empty, **PLAIN}) == ask(PLAIN)
    row = {"seat": "N", "twenties": 1}
    nulls = dict.fromkeys(("fifties", "hundreds", "shown", "counted", "cards"))
    assert ask({**PLAIN, "runs": [{**row, **nulls}]}) == ask({**PLAIN, "runs": [row]})


@pytest.mark.parametrize(
    ("kind", "data", "said"),
    [
        ("runs", {"dealer": "W", "players": []}, "trump: missing"),
        ("runs", {"trump": "S", "players": [{"cards": []}]}, "players.seat: missing"),
        ("runs", {"trump": "S", "players": [{"seat": "N", "cards": ["XX"]}]}, "no card"),
        ("runs", {"trump": "S", "players": [{"seat": "N", "cards": []}] * 2}, "twice"),
        ("card_points", {"trump": "S", "cards": "JS"}, "a list"),
        ("card_points", {"trump": "S", "cards": ["JS"], "last_trick": 1}, "true or false"),
        ("bella", {"cards": ["JS"]}, "trump: missing"),
    ],
)
def test_the_other_kinds_name_what_is_wrong_with_their_input(kind, data, said):
    assert said in ask(data, kind)["error"]


def test_ten_cards_are_no_hand():
    cards = [rank + "C" for rank in "6789TJQKA"] + ["6D"]
    data = {"trump": "S", "dealer": "W", "players": [{"seat": "N", "cards": cards}]}
    assert "10 cards" in ask(data, "runs")["error"]


def test_equal_runs_that_ask_for_the_eldest_need_the_dealer():
    players = [
        {"seat": "N", "cards": ["QH", "KH", "AH"]},
        {"seat": "E", "cards": ["QD", "KD", "AD"]},
    ]
    found = ask({"trump": "S", "players": players}, "runs", rule_options={"run_tie": "eldest"})
    assert "dealer" in found["error"]
