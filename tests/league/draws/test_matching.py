"""Matching by aims, one after another, against every matching there is."""

from itertools import combinations
from random import Random

import pytest

from league.draws.matching import best_matching, matches_all, matching_size
from tests.league.draws.pairings import all_pairings


@pytest.mark.parametrize("digits", [1, 4, 30, 59, 100])
@pytest.mark.parametrize("seats", [2, 4, 6, 8])
def test_aims_count_in_their_order_however_many_bits_they_need(seats: int, digits: int) -> None:
    chance = Random(seats * digits)
    for _ in range(40):
        edges = [pair for pair in combinations(range(seats), 2) if chance.random() < 0.8]
        chance.shuffle(edges)
        aims = [
            [chance.choice((0, 1, chance.getrandbits(digits))) for _ in edges]
            for _ in range(max(1, min(12, 110 // (digits + 3))))
        ]
        at = {edge: place for place, edge in enumerate(edges)}
        ways = [way for way in all_pairings(seats) if all(pair in at for pair in way)]
        costs = [tuple(sum(aim[at[pair]] for pair in way) for aim in aims) for way in ways]
        found = best_matching(seats, edges, aims)
        assert (found is None) == (not ways)
        assert found is None or found.costs == min(costs)
        assert matches_all(seats, edges) == bool(ways)


def test_an_aim_beyond_the_bits_of_the_library_is_made_coarser_and_still_met_roughly() -> None:
    edges = list(combinations(range(4), 2))
    huge = 1 << 300
    aim = [0 if edge in {(0, 1), (2, 3)} else huge + place for place, edge in enumerate(edges)]
    found = best_matching(4, edges, [aim])
    assert found is not None
    assert [edges[place] for place in found.chosen] == [(0, 1), (2, 3)]


def test_aims_that_find_no_bits_left_are_not_looked_at() -> None:
    edges = list(combinations(range(4), 2))
    aims = [
        [(1 << 100) + place for place in range(6)],
        [0, 1, 2, 3, 4, 5 << 60],
        [1, 0, 0, 0, 0, 1],
    ]
    found = best_matching(4, edges, aims)
    assert found is not None
    assert {place for edge in found.chosen for place in edges[edge]} == {0, 1, 2, 3}


def test_nobody_is_matched_at_once_and_an_odd_one_never() -> None:
    found = best_matching(0, [], [])
    assert found is not None
    assert found.chosen == ()
    assert best_matching(2, [], []) is None
    assert not matches_all(3, [(0, 1), (1, 2)])
    assert matching_size(3, [(0, 1), (1, 2)]) == 1


def test_near_vertices_first_in_large_fields_never_outweighs_an_aim(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("league.draws.matching.MANY", 2)
    test_aims_count_in_their_order_however_many_bits_they_need(8, 4)
