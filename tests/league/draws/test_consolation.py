"""The consolation: nobody goes home after the first match he plays."""

from random import Random

import pytest
from hypothesis import given

from league.draws.bracket_layout import playable
from league.draws.brackets import Resolved, resolve
from league.draws.consolation import consolation
from league.draws.seeding import bracket_size
from tests.league.draws.bracket_plays import EVERYTHING, chance, entries_of, play_out, sizes


def test_half_the_size_has_a_place_in_the_consolation() -> None:
    for n in range(2, 257):
        size = bracket_size(n)
        assert len(consolation(n)) == size - 1 + (size // 2 - 1 if n >= 4 else 0)


@given(n=sizes, rng=chance)
def test_who_lost_the_first_match_played_plays_on_and_nobody_else(n: int, rng: Random) -> None:
    bracket, seeds = consolation(n), entries_of(n)
    results, withdrawn = play_out(bracket, seeds, rng, EVERYTHING, 0.05)
    resolved = resolve(bracket, seeds, results, withdrawn)
    second_chance: set[int] = set()
    played_before: set[int] = set()
    main = [slot for slot in bracket if slot.part == "winners" and slot.round <= 2]
    for slot in main if n >= 4 else []:
        one = resolved[slot.key]
        if one.state == "done":
            assert one.loser is not None
            assert one.winner is not None
            if one.loser not in played_before:
                second_chance.add(one.loser)
            played_before |= {one.winner, one.loser}
    there = {
        entry
        for slot in bracket
        if slot.part == "consolation"
        for entry in (resolved[slot.key].a, resolved[slot.key].b)
        if entry is not None
    }
    assert there == second_chance


def test_a_seed_that_loses_its_first_match_after_a_bye_meets_a_loser_of_the_first_round() -> None:
    bracket, seeds = consolation(7), [1, 2, 3, 4, 5, 6, 7]
    results = {"W1-2": "a", "W1-3": "a", "W1-4": "a", "W2-1": "b", "W2-2": "a"}
    resolved = resolve(bracket, seeds, results)
    assert resolved["C1-1"] == Resolved(a=1, b=5, state="open")
    assert resolved["C1-2"] == Resolved(a=6, b=7, state="open")
    assert resolve(bracket, seeds, results | {"W2-1": "a"})["C1-1"] == Resolved(
        b=5, winner=5, state="walkover", why="nobody"
    )


def test_the_place_of_a_bye_waits_until_its_seed_has_played() -> None:
    resolved = resolve(consolation(7), [1, 2, 3, 4, 5, 6, 7], {"W1-2": "a"})
    assert resolved["C1-1"] == Resolved(b=5, state="waiting")


def test_two_with_byes_who_meet_send_the_loser_to_the_consolation() -> None:
    resolved = resolve(consolation(5), [1, 2, 3, 4, 5], {"W1-2": "a", "W2-1": "a", "W2-2": "b"})
    assert {resolved["W2-2"].a, resolved["W2-2"].b} == {2, 3}
    assert resolved["C2-1"] == Resolved(a=5, b=resolved["W2-2"].loser, state="open")


def test_who_did_not_come_to_the_first_match_does_not_play_on() -> None:
    results = {"W1-1": "a_walkover", "W1-2": "a", "W1-3": "a", "W1-4": "a", "W2-1": "b"}
    resolved = resolve(consolation(8), [1, 2, 3, 4, 5, 6, 7, 8], results)
    assert resolved["C1-1"] == Resolved(a=1, b=5, state="open")


def test_the_losers_of_four_meet_and_three_have_no_consolation() -> None:
    resolved = resolve(consolation(4), [1, 2, 3, 4], {"W1-1": "a", "W1-2": "a"})
    assert resolved["C1-1"] == Resolved(a=4, b=3, state="open")
    assert not [slot for slot in consolation(3) if slot.part == "consolation"]


@pytest.mark.parametrize("n", range(4, 17))
@given(rng=chance)
def test_beside_a_third_place_both_are_played_and_nobody_plays_in_both(n: int, rng: Random) -> None:
    bracket, seeds = consolation(n, third_place=True), entries_of(n)
    results, _left = play_out(bracket, seeds, rng)
    resolved = resolve(bracket, seeds, results)
    there = {"third": set(), "consolation": set()}  # type: dict[str, set[int]]
    for slot in bracket:
        if slot.part in there and slot.key in playable(bracket):
            there[slot.part] |= {e for e in (resolved[slot.key].a, resolved[slot.key].b) if e}
    semis = [slot.key for slot in bracket if slot.part == "winners"][-2:]
    assert there["third"] == {resolved[key].loser for key in semis}
    assert bool(there["consolation"]) == (n >= 6)
    assert not there["third"] & there["consolation"]
    if n >= 6:  # who is in neither has won a match, or come to the final
        won = {one.winner for one in resolved.values() if one.state == "done"}
        assert set(seeds) <= won | there["third"] | there["consolation"]
