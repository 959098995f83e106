"""Divisions play at the same time, in one hall, each everybody against everybody."""

from collections import Counter
from itertools import combinations

import pytest

from league.draws.divisions import draw_divisions, in_sittings, rounds_shared
from league.draws.round_robin import draw_round_robin

SIZES = [(4, 4), (5, 4), (3, 7), (2, 9, 6), (8, 7, 7, 5)]


@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize("legs", [1, 2])
def test_everybody_meets_their_own_division_and_nobody_sits_twice(
    sizes: tuple[int, ...], legs: int
) -> None:
    divisions = [[100 * n + k for k in range(size)] for n, size in enumerate(sizes, 1)]
    rounds = draw_divisions(divisions, seed="ceilidh", legs=legs)
    assert len(rounds) == rounds_shared(sizes, legs)
    met: Counter[frozenset[int]] = Counter()
    for one in rounds:
        seated = [entry for pair in one.pairings for entry in (pair.a, pair.b)] + list(one.byes)
        assert len(seated) == len(set(seated))
        assert [pair.table for pair in one.pairings] == list(range(1, len(one.pairings) + 1))
        met.update(frozenset((pair.a, pair.b)) for pair in one.pairings)
    wanted = [frozenset(pair) for one in divisions for pair in combinations(one, 2)]
    assert met == Counter(dict.fromkeys(wanted, legs))


def test_one_division_is_drawn_as_if_there_were_none() -> None:
    entries = list(range(1, 8))
    (alone,) = [draw_divisions([entries], seed="ceilidh")]
    usual = draw_round_robin(entries, seed="ceilidh")
    assert [one.pairings for one in alone] == [one.pairings for one in usual]
    assert [one.byes for one in alone] == [(one.bye,) for one in usual]


def test_the_order_of_the_rows_changes_nothing() -> None:
    one = draw_divisions([[1, 2, 3, 4], [5, 6, 7]], seed="x")
    assert draw_divisions([[4, 2, 1, 3], [7, 6, 5]], seed="x") == one


@pytest.mark.parametrize("sizes", [(12,), (9, 6), (8, 7, 5)])
@pytest.mark.parametrize("tables", [1, 2, 3, 5, 40])
def test_a_hall_with_few_tables_plays_every_round_in_sittings(
    sizes: tuple[int, ...], tables: int
) -> None:
    divisions = [[100 * n + k for k in range(size)] for n, size in enumerate(sizes, 1)]
    rounds = draw_divisions(divisions, seed="ceilidh")
    sittings = in_sittings(rounds, tables)
    assert len(sittings) == rounds_shared(sizes, tables=tables)
    assert [one.number for one in sittings] == list(range(1, len(sittings) + 1))
    for turn, one in enumerate(rounds, 1):
        own = [sitting for sitting in sittings if sitting.turn == turn]
        assert {(p.a, p.b) for s in own for p in s.pairings} == {(p.a, p.b) for p in one.pairings}
        assert [bye for s in own for bye in s.byes] == list(one.byes)
        for sitting in own:
            assert [p.table for p in sitting.pairings] == list(range(1, len(sitting.pairings) + 1))
            assert len(sitting.pairings) <= tables
