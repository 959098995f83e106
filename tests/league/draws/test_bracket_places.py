"""Final places: ties where two went out in one round, and never a place that changes later."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.draws.bracket_places import placings
from league.draws.brackets import Outcome, champion, resolve
from league.draws.consolation import consolation
from league.draws.double_knockout import double_knockout
from league.draws.knockout import knockout
from tests.league.draws.bracket_plays import (
    EVERYTHING,
    KINDS,
    chance,
    entries_of,
    kinds,
    play_out,
    play_seeded,
    sizes,
)

EIGHT = range(1, 9)


@pytest.mark.parametrize(
    ("kind", "places"),
    [
        ("knockout", [1, 2, 3, 3, 5, 5, 5, 5]),
        ("third place", [1, 2, 3, 4, 5, 5, 5, 5]),
        ("double knockout", [1, 2, 3, 4, 5, 5, 7, 7]),
        ("consolation", [1, 2, 3, 3, 5, 5, 5, 5]),
        ("consolation and third place", [1, 2, 3, 4, 5, 5, 5, 5]),
    ],
)
def test_eight_as_seeded_come_in_as_seeded(kind: str, places: list[int]) -> None:
    bracket = KINDS[kind](8)
    rows = placings(bracket, resolve(bracket, EIGHT, play_seeded(bracket, 8)))
    assert [row.place for row in rows] == places
    assert [row.entry for row in rows] == list(EIGHT)


@given(kind=kinds, n=sizes, rng=chance, leaving=st.sampled_from([0.0, 0.2]))
def test_a_place_is_one_more_than_there_are_who_came_further(
    kind: str, n: int, rng: Random, leaving: float
) -> None:
    bracket, seeds = KINDS[kind](n), entries_of(n)
    results, withdrawn = play_out(bracket, seeds, rng, EVERYTHING, leaving)
    resolved = resolve(bracket, seeds, results, withdrawn)
    rows = placings(bracket, resolved)
    best = champion(bracket, resolved)
    assert sorted(row.entry for row in rows) == seeds
    assert [row.entry for row in rows if row.place == 1] == ([] if best is None else [best])
    sharing = Counter(row.place for row in rows)
    for row in rows:
        assert row.place is not None
        better = sum(count for place, count in sharing.items() if place and place < row.place)
        assert row.place == (better + 1 if better or best is not None else 2)


@given(kind=kinds, n=sizes, rng=chance, cut=st.floats(0, 1))
def test_a_place_once_told_is_final_while_the_rest_is_played(
    kind: str, n: int, rng: Random, cut: float
) -> None:
    bracket, seeds = KINDS[kind](n), entries_of(n)
    left = [entry for entry in seeds if rng.random() < 0.15]
    results, withdrawn = play_out(bracket, seeds, rng, EVERYTHING, left=left)
    played = dict(list(results.items())[: int(cut * len(results))])
    for of_consolation in (False, True):
        midway = placings(
            bracket, resolve(bracket, seeds, played, withdrawn), consolation=of_consolation
        )
        end = {
            row.entry: row.place
            for row in placings(
                bracket, resolve(bracket, seeds, results, withdrawn), consolation=of_consolation
            )
        }
        assert None not in end.values()
        for row in midway:
            assert row.place in (None, end[row.entry])
        told = [row.place for row in midway]
        known = [place for place in told if place is not None]
        assert known == sorted(known)


def test_the_losers_of_the_first_round_are_placed_when_it_is_over() -> None:
    bracket = knockout(4)
    half = placings(bracket, resolve(bracket, [1, 2, 3, 4], {"W1-1": "a"}))
    assert {row.entry: row.place for row in half} == {1: None, 2: None, 3: None, 4: None}
    over = placings(bracket, resolve(bracket, [1, 2, 3, 4], {"W1-1": "a", "W1-2": "a"}))
    assert {row.entry: row.place for row in over} == {1: None, 2: None, 3: 3, 4: 3}


def test_the_champion_is_known_before_the_third_place_is_played() -> None:
    bracket = knockout(4, third_place=True)
    resolved = resolve(bracket, [1, 2, 3, 4], {"W1-1": "a", "W1-2": "a", "F1-1": "b"})
    places = {row.entry: row.place for row in placings(bracket, resolved)}
    assert places == {1: 2, 2: 1, 3: None, 4: None}


def test_the_two_of_a_semi_final_that_both_forfeit_come_after_the_third() -> None:
    bracket = knockout(4, third_place=True)
    resolved = resolve(bracket, [1, 2, 3, 4], {"W1-1": "both_forfeit", "W1-2": "a"})
    places = {row.entry: row.place for row in placings(bracket, resolved)}
    assert places == {2: 1, 3: 2, 1: 3, 4: 3}


@pytest.mark.parametrize("make", [knockout, double_knockout])
def test_nobody_is_first_when_both_forfeit_the_final(make) -> None:  # type: ignore[no-untyped-def]
    bracket = make(8)
    final: dict[str, Outcome] = {"F1-1": "both_forfeit"}
    resolved = resolve(bracket, EIGHT, play_seeded(bracket, 8) | final)
    assert [row.place for row in placings(bracket, resolved)][:4] == [
        2,
        2,
        3,
        3 + (make != knockout),
    ]


def test_the_consolation_has_its_own_first_place() -> None:
    bracket = consolation(8)
    resolved = resolve(bracket, EIGHT, play_seeded(bracket, 8))
    rows = placings(bracket, resolved, consolation=True)
    assert [(row.entry, row.place) for row in rows] == [(5, 1), (6, 2), (7, 3), (8, 3)]
    assert placings(knockout(8), resolved, consolation=True) == ()
