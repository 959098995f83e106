"""Laws of a bracket around what has begun, over random courses of every kind."""

from hypothesis import given
from hypothesis import strategies as st

from league.draws.bracket_holds import hold, on_sides
from league.draws.brackets import resolve
from league.draws.knockout import knockout
from tests.league.draws.bracket_plays import (
    EVERYTHING,
    KINDS,
    chance,
    entries_of,
    kinds,
    play_out,
    sizes,
)

ENTRIES = (10, 20, 30, 40)


def pairs_of(resolved, keys):
    """Who sits in these slots, as the stored matches have it."""
    return {
        key: (resolved[key].a, resolved[key].b)
        for key in keys
        if resolved[key].a is not None and resolved[key].b is not None
    }


@given(kinds, sizes, chance)
def test_nothing_is_held_while_the_results_agree(kind, n, rng):
    bracket, seeds = KINDS[kind](n), entries_of(n)
    results, left = play_out(bracket, seeds, rng, EVERYTHING, leaving=0.1)
    resolved = resolve(bracket, seeds, results, left)
    found = hold(bracket, seeds, results, pairs_of(resolved, results), left)
    assert dict(found.resolved) == dict(resolved)
    assert (found.held, found.sent) == ((), {})


@given(kinds, sizes, chance, st.data())
def test_what_has_begun_stays_where_it_is_after_any_correction(kind, n, rng, data):
    bracket, seeds = KINDS[kind](n), entries_of(n)
    results, left = play_out(bracket, seeds, rng, EVERYTHING)
    begun = pairs_of(resolve(bracket, seeds, results, left), results)
    corrected = dict(results)
    for key in data.draw(st.lists(st.sampled_from(sorted(results)), max_size=3)):
        corrected[key] = rng.choice(EVERYTHING)
    found = hold(bracket, seeds, corrected, begun, left)
    for key, pair in begun.items():
        assert {found.resolved[key].a, found.resolved[key].b} == set(pair)
    # Taken back, nothing is left of it.
    again = hold(bracket, seeds, results, begun, left)
    assert again.held == ()


def test_final_that_has_begun_holds_and_the_third_place_goes_with_it():
    bracket = knockout(4, third_place=True)
    begun = {"W1-1": (10, 40), "W1-2": (30, 20), "F1-1": (10, 20)}
    found = hold(bracket, ENTRIES, {"W1-1": "b", "W1-2": "b"}, begun)
    assert [(one.key, one.plays, one.should) for one in found.held] == [
        ("F1-1", (10, 20), (40, 20))
    ]
    assert found.sent == {"W1-1": 10}
    third = found.resolved["T1-1"]
    assert (third.a, third.b) == (40, 30)


def test_match_entered_with_its_sides_exchanged_is_turned_round():
    assert on_sides("a", (20, 10), (10, 20)) == "b"
    assert on_sides("a_walkover", (20, 10), (10, None)) == "b_walkover"
    assert on_sides("a", (10, 20), (10, 20)) == "a"
