"""Pools as strong as each other, clubs apart where it is free."""

from collections import Counter
from itertools import combinations, permutations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.draws.pools import deal_pools, draw_pools


def test_without_clubs_the_snake_deals() -> None:
    dealt = deal_pools(list(range(1, 11)), 3, seed="s")
    assert dealt.pools == ((1, 6, 7), (2, 5, 8), (3, 4, 9, 10))
    assert (dealt.moved, dealt.club_pairs) == ((), ())


@given(st.integers(2, 60), st.integers(1, 9), st.integers(0, 10**6))
def test_everybody_is_in_one_pool_and_every_tier_is_spread(
    size: int, pools: int, seed: int
) -> None:
    pools = min(pools, size // 2)
    chance = Random(seed)
    entries = chance.sample(range(1000), size)
    clubs = {entry: chance.choice((None, 1, 2, 3, 4)) for entry in entries}
    dealt = deal_pools(entries, pools, seed="s", clubs=clubs)
    plain = deal_pools(entries, pools, seed="s")
    assert sorted(entry for pool in dealt.pools for entry in pool) == sorted(entries)
    assert [len(pool) for pool in dealt.pools] == [len(pool) for pool in plain.pools]
    at = {entry: number for number, pool in enumerate(dealt.pools) for entry in pool}
    for start in range(0, size, pools):
        tier = entries[start : start + pools]
        assert len({at[entry] for entry in tier}) == len(tier)
    mates = {
        pair
        for pool in dealt.pools
        for pair in combinations(pool, 2)
        if clubs[pair[0]] is not None and clubs[pair[0]] == clubs[pair[1]]
    }
    assert set(dealt.club_pairs) == mates
    shared = Counter(
        (at, clubs[entry])
        for at, pool in enumerate(plain.pools)
        for entry in pool
        if clubs[entry] is not None
    )
    assert len(mates) <= sum(times * (times - 1) // 2 for times in shared.values())
    assert deal_pools(entries, pools, seed="s", clubs=clubs) == dealt


def test_small_fields_have_as_few_club_pairs_as_any_exchange_within_tiers() -> None:
    chance = Random(3)
    missed = 0
    for _ in range(60):
        entries = list(range(9))
        clubs = {entry: chance.randrange(4) for entry in entries}
        dealt = deal_pools(entries, 3, seed="s", clubs=clubs)
        tiers = [list(permutations(entries[start : start + 3])) for start in (0, 3, 6)]
        fewest = min(
            sum(
                clubs[one] == clubs[other]
                for pool in zip(*way, strict=True)
                for one, other in combinations(pool, 2)
            )
            for way in product(*tiers)
        )
        missed += len(dealt.club_pairs) != fewest
    assert missed == 0


def test_each_pool_plays_its_own_round_robin() -> None:
    first, second = draw_pools(((1, 2, 3, 4), (5, 6, 7)), seed="s")
    assert len(first) == len(second) == 3
    assert {e for one in second for p in one.pairings for e in (p.a, p.b)} == {5, 6, 7}
    assert [one.bye is None for one in first + second] == [True] * 3 + [False] * 3


def test_too_many_pools_and_a_double_are_refused() -> None:
    for entries, pools in (([1, 2, 3], 2), ([1, 2], 0), ([1, 1, 2, 3], 2)):
        with pytest.raises(ValueError):
            deal_pools(entries, pools, seed="s")
