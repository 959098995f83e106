"""A hall with few tables: nobody twice at one time, no table twice, no time lost."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.draws.halls import Sitting, share_tables
from league.draws.round_robin import draw_round_robin


def rounds_of(size: int, count: int, seed: int) -> list[list[tuple[int, int]]]:
    chance = Random(seed)
    rounds = []
    for _ in range(count):
        order = chance.sample(range(size), size)
        rounds.append(list(zip(order[::2], order[1::2], strict=False)))
    return rounds


def held(sittings: tuple[Sitting[int], ...], tables: int) -> None:
    """Nobody and no table twice at one time, nobody's rounds out of order."""
    people = Counter((one.wave, entry) for one in sittings for entry in (one.a, one.b))
    assert max(people.values(), default=1) == 1
    assert len({(one.wave, one.table) for one in sittings}) == len(sittings)
    assert all(1 <= one.table <= tables for one in sittings)
    last: dict[int, int] = {}
    for one in sittings:
        for entry in (one.a, one.b):
            assert last.get(entry, 0) < one.round
            last[entry] = one.round


@given(
    st.integers(2, 30), st.integers(0, 6), st.integers(1, 8), st.booleans(), st.integers(0, 10**6)
)
def test_every_match_is_played_once_by_people_who_are_free(
    size: int, count: int, tables: int, apart: bool, seed: int
) -> None:
    rounds = rounds_of(size, count, seed)
    sittings = share_tables(rounds, tables=tables, rounds_apart=apart)
    held(sittings, tables)
    played = sorted((one.round, one.a, one.b) for one in sittings)
    assert played == sorted((n, a, b) for n, pairs in enumerate(rounds, 1) for a, b in pairs)
    waves = max((one.wave for one in sittings), default=0)
    strict = sum(-(-len(pairs) // tables) for pairs in rounds)
    assert waves == strict if apart else waves <= strict
    assert {one.wave for one in sittings} == set(range(1, waves + 1))


def test_rounds_apart_end_before_the_next_and_waves_are_about_equally_full() -> None:
    sittings = share_tables(rounds_of(20, 3, 1), tables=4)
    full = Counter(one.wave for one in sittings)
    assert [full[wave] for wave in range(1, 10)] == [4, 3, 3] * 3
    assert [one.round for one in sittings] == sorted(one.round for one in sittings)


def test_who_waited_begins_the_next_round() -> None:
    first, second = [(1, 2), (3, 4)], [(1, 2), (3, 4)]
    order = [(one.a, one.b) for one in share_tables([first, second], tables=1)]
    assert order == [(1, 2), (3, 4), (3, 4), (1, 2)]


def test_rounds_that_run_on_save_the_waves_that_rounds_apart_leave_half_empty() -> None:
    rounds = [
        [(pairing.a, pairing.b) for pairing in one.pairings]
        for one in draw_round_robin(range(10), seed="s")
    ]
    apart = share_tables(rounds, tables=4)
    running = share_tables(rounds, tables=4, rounds_apart=False)
    assert max(one.wave for one in apart) == 18
    assert max(one.wave for one in running) < 15


def test_no_table_and_a_person_twice_in_a_round_are_refused() -> None:
    with pytest.raises(ValueError):
        share_tables([[(1, 2)]], tables=0)
    with pytest.raises(ValueError):
        share_tables([[(1, 2), (2, 3)]], tables=4)
