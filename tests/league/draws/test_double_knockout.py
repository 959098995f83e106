"""The double knockout: two losses, the second final, and no second meeting too early."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given

from league.draws.brackets import LoserOf, Outcome, Resolved, champion, is_over, resolve
from league.draws.double_knockout import double_knockout, drop_masks
from league.draws.seeding import bracket_size
from tests.league.draws.bracket_plays import chance, play_out

FOUR: dict[str, Outcome] = {"W1-1": "a", "W1-2": "a", "W2-1": "a", "L1-1": "a", "L2-1": "a"}
SEEDS = [1, 2, 3, 4]


def test_twice_the_size_less_one_slots_and_every_loser_drops_in_once() -> None:
    for n in range(2, 257):
        bracket, size = double_knockout(n), bracket_size(n)
        assert len(bracket) == 2 * size - 1
        drops = [
            source.key
            for slot in bracket
            if slot.key != "F2-1"
            for source in (slot.a, slot.b)
            if isinstance(source, LoserOf)
        ]
        assert sorted(drops) == sorted(slot.key for slot in bracket if slot.part == "winners")


def test_the_unbeaten_one_wins_the_final_and_it_is_over() -> None:
    bracket = double_knockout(4)
    resolved = resolve(bracket, SEEDS, FOUR | {"F1-1": "a"})
    assert resolved["F1-1"].a == 1
    assert resolved["F2-1"] == Resolved(state="void", why="not_needed")
    assert champion(bracket, resolved) == 1
    assert is_over(resolved)


def test_the_unbeaten_one_loses_the_final_and_it_is_played_again() -> None:
    bracket = double_knockout(4)
    resolved = resolve(bracket, SEEDS, FOUR | {"F1-1": "b"})
    assert resolved["F2-1"] == Resolved(a=1, b=2, state="open")
    assert champion(bracket, resolved) is None
    resolved = resolve(bracket, SEEDS, FOUR | {"F1-1": "b", "F2-1": "b"})
    assert champion(bracket, resolved) == 2


def test_the_first_final_corrected_the_second_counts_no_more_and_comes_back_with_it() -> None:
    bracket = double_knockout(4)
    played = FOUR | {"F1-1": "b", "F2-1": "b"}
    before = resolve(bracket, SEEDS, played)
    assert champion(bracket, resolve(bracket, SEEDS, played | {"F1-1": "a"})) == 1
    assert resolve(bracket, SEEDS, played | {"F1-1": "a"} | {"F1-1": "b"}) == before


def test_both_forfeit_the_final_and_nobody_is_champion() -> None:
    bracket = double_knockout(4)
    resolved = resolve(bracket, SEEDS, FOUR | {"F1-1": "both_forfeit"})
    assert is_over(resolved)
    assert champion(bracket, resolved) is None


def test_nobody_comes_from_the_losers_and_the_unbeaten_one_is_champion() -> None:
    bracket = double_knockout(4)
    resolved = resolve(bracket, SEEDS, FOUR | {"L2-1": "both_forfeit"})
    assert resolved["F1-1"].why == "nobody"
    assert champion(bracket, resolved) == 1


def test_who_leaves_before_the_final_loses_it_and_the_second_without_playing() -> None:
    bracket = double_knockout(4)
    resolved = resolve(bracket, SEEDS, FOUR, withdrawn=[1])
    assert [resolved[key].why for key in ("F1-1", "F2-1")] == ["left", "left"]
    assert champion(bracket, resolved) == 2


@pytest.mark.parametrize("rounds", range(3, 9))
def test_who_drops_in_can_not_have_met_the_one_he_meets_while_there_are_four_places(
    rounds: int,
) -> None:
    masks = drop_masks(rounds)
    assert masks[0] == 0
    for round in range(2, rounds - 1):
        block = [was >> (round - earlier) for earlier, was in enumerate(masks[: round - 1], 1)]
        assert masks[round - 1] not in block or len(set(block)) >= 1 << (rounds - round)
    assert masks[1] != 0


@given(rng=chance)
def test_of_sixteen_nobody_meets_again_in_the_first_three_rounds_of_losers(rng: Random) -> None:
    bracket, seeds = double_knockout(16), list(range(1, 17))
    results, _ = play_out(bracket, seeds, rng)
    resolved = resolve(bracket, seeds, results)
    met: set[frozenset[int | None]] = set()
    for slot in bracket:
        pair = frozenset((resolved[slot.key].a, resolved[slot.key].b))
        if slot.part == "losers" and slot.round <= 3:
            assert pair not in met
        met.add(pair)


def test_two_play_up_to_three_times() -> None:
    bracket = double_knockout(2)
    assert [slot.key for slot in bracket] == ["W1-1", "F1-1", "F2-1"]
    for first, second in combinations("abab", 2):
        results: dict[str, Outcome] = {"W1-1": first, "F1-1": second}  # type: ignore[dict-item]
        resolved = resolve(bracket, [5, 6], results)
        assert (resolved["F2-1"].state == "open") == (second == "b")
