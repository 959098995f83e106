"""Lines of the kinds game, deal and standings: shapes refused by name (docs/RULES.md 10, 11)."""

import json

import pytest

from scoring.interface import answer

HAND = {"score": {"NS": 82, "EW": 80}}
DEAL = {"trump": "H", "dealer": "N", "caller": "E", "hands": {}, "plays": []}
MATCH = {"round": 1, "a": "A", "b": "B", "games": [{"a": 500, "b": 1}]}


def asked(kind: str, given: object) -> dict[str, object]:
    return json.loads(json.dumps(answer({"id": 7, "kind": kind, "input": given})))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (None, "input"),
        ([], "input"),
        ({}, "hands"),
        ({"handz": []}, "handz"),
        ({"hands": {}}, "hands"),
        ({"hands": [82]}, "hands"),
        ({"hands": [{}]}, "hands.score"),
        ({"hands": [{"score": {"NS": 82}}]}, "hands.score.EW"),
        ({"hands": [{"score": {"NS": 82, "EW": "80"}}]}, "hands.score.EW"),
        ({"hands": [{"score": {"NS": -1, "EW": 80}}]}, "hands.score.NS"),
        ({"hands": [{"score": {"NS": 82, "EW": 80, "X": 1}}]}, "X"),
        ({"hands": [HAND | {"dealer": "Q"}]}, "hands.dealer"),
        ({"hands": [HAND | {"caller": 3}]}, "hands.caller"),
        ({"hands": [HAND | {"hanging": -81}]}, "hands.hanging"),
        ({"hands": [HAND | {"same_dealer": 1}]}, "hands.same_dealer"),
        ({"hands": [], "first_dealer": "NS"}, "first_dealer"),
        ({"hands": [], "closed": "yes"}, "closed"),
        ({"hands": [], "forfeit": "N"}, "forfeit"),
        ({"hands": [], "play": []}, "play"),
        ({"hands": [], "play": {"mode": "clock"}}, "play.mode"),
        ({"hands": [], "play": {"mode": "hands"}}, "play.hands"),
        ({"hands": [], "play": {"mode": "hands", "hands": 0}}, "play.hands"),
        ({"hands": [], "play": {"mode": "bell", "bell_after": -1}}, "play.bell_after"),
    ],
)
def test_a_game_of_the_wrong_shape_is_an_error_that_names_the_field(given, said):
    wrong = asked("game", given)
    assert set(wrong) == {"id", "error"}
    assert said in str(wrong["error"])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (7, "input"),
        (DEAL | {"seats": 4}, "seats"),
        (DEAL | {"trump": None}, "trump"),
        (DEAL | {"trump": "X"}, "trump"),
        (DEAL | {"dealer": None}, "dealer"),
        (DEAL | {"caller": "X"}, "caller"),
        (DEAL | {"hands": None}, "hands"),
        (DEAL | {"hands": {"X": []}}, "X"),
        (DEAL | {"hands": {"N": "6H"}}, "hands.N"),
        (DEAL | {"hands": {"N": ["10H"]}}, "10H"),
        (DEAL | {"plays": ["1H"]}, "1H"),
        (DEAL | {"plays": None}, "plays"),
    ],
)
def test_a_deal_of_the_wrong_shape_is_an_error_that_names_the_field(given, said):
    wrong = asked("deal", given)
    assert set(wrong) == {"id", "error"}
    assert said in str(wrong["error"])


def test_a_deal_without_hands_is_a_wrong_deal_not_a_wrong_shape():
    given = asked("deal", {name: what for name, what in DEAL.items() if name != "caller"})
    assert (given["valid"], given["errors"]) == (False, ["not_36_cards", "wrong_hand_size"])


def test_hundreds_are_shown_where_there_are_any():
    whole = {
        seat: [r + suit for r in "6789TJQKA"] for seat, suit in zip("NESW", "CDHS", strict=True)
    }
    line = {"kind": "deal", "preset": "declared", "input": DEAL | {"hands": whole}}
    found = json.loads(json.dumps(answer(line)))
    assert {"seat": "S", "twenties": 0, "fifties": 0, "hundreds": 1} in found["runs"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (None, "input"),
        ({"results": []}, "entries"),
        ({"entries": ["A"], "rank": 1}, "rank"),
        ({"entries": [1]}, "entries"),
        ({"entries": ["A", "A"]}, "duplicate_entry: entry 'A'"),
        ({"entries": ["A"], "results": [MATCH]}, "unknown_entry: entry 'B'"),
        ({"entries": ["A"], "results": [MATCH | {"b": "A"}]}, "entry_against_itself: entry 'A'"),
        (
            {"entries": ["A"], "results": [{"a": "A", "games": [{"a": 1, "b": 2}]}]},
            "opponent_missing",
        ),
        ({"entries": ["A", "B"], "results": [MATCH | {"bye": True}]}, "bye_with_opponent"),
        ({"entries": ["A", "B"], "results": [MATCH | {"forfeit": "c"}]}, "results.forfeit"),
        ({"entries": ["A", "B"], "results": [MATCH | {"round": "1"}]}, "results.round"),
        ({"entries": ["A", "B"], "results": [MATCH | {"games": [{"a": 1}]}]}, "games.b"),
        ({"entries": ["A", "B"], "results": [MATCH | {"games": [{"a": 1, "b": 0.5}]}]}, "games.b"),
        (
            {"entries": ["A", "B"], "results": [MATCH | {"games": [{"a": 1, "b": 2, "baits": 3}]}]},
            "games.baits",
        ),
        ({"entries": ["A"], "adjustments": [{"entry": "Z"}]}, "unknown_entry: entry 'Z'"),
        ({"entries": ["A"], "adjustments": [{"entry": "A", "reason": 3}]}, "adjustments.reason"),
        (
            {"entries": ["A"], "adjustments": [{"entry": "A", "match_points": "1"}]},
            "adjustments.match_points",
        ),
        ({"entries": ["A"], "tie_breaks": ["luck"]}, "tie_breaks"),
        ({"entries": ["A"], "points": {"win": []}}, "win"),
    ],
)
def test_standings_of_the_wrong_shape_are_an_error_that_names_the_field(given, said):
    wrong = asked("standings", given)
    assert set(wrong) == {"id", "error"}
    assert said in str(wrong["error"])


def test_standings_take_nulls_for_what_is_left_out():
    empty = dict.fromkeys(("results", "adjustments", "points", "rank_by", "tie_breaks", "lot_seed"))
    result = {"a": "A", "b": "B", "games": [{"a": 1, "b": 2, "baits": None}], "bye": None}
    table = asked("standings", {**empty, "entries": ["A", "B"], "results": [result]})
    assert [row["entry"] for row in table["rows"]] == ["B", "A"]
