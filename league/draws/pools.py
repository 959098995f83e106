"""Pools: the field dealt out like a snake, entries of one club apart where it costs nothing.

The first so many seeds go to pools 1, 2, 3, ..., the next as many back again, and so on. Each
such row is a tier; to keep clubs apart an entry may change the pool, never the tier, so that
the pools stay as strong and as large as the snake makes them.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from league.draws.matching import best_matching
from league.draws.round_robin import DrawnRound, draw_round_robin
from league.draws.swiss_field import lot

Clubs = Mapping[int, int | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealtPools:
    """`pools` from the first on, each in seed order.

    `moved` are the entries that are not where the snake alone would put them; `club_pairs`
    the pairs of one club that share a pool all the same.
    """

    pools: tuple[tuple[int, ...], ...]
    moved: tuple[int, ...]
    club_pairs: tuple[tuple[int, int], ...]


def deal_pools(
    entries: Sequence[int], pools: int, *, seed: str, clubs: Clubs | None = None
) -> DealtPools:
    """Deal the entries, in the order of their seeds, into `pools` pools.

    Sizes differ by one at most. As few pairs of one club as exchanging within tiers finds,
    then as few and as small moves as possible, then the lot. Raises ValueError for an entry
    named twice or for a pool that would have fewer than two entries.
    """
    if len(set(entries)) != len(entries):
        raise ValueError("An entry stands twice in the field.")
    if pools < 1 or len(entries) < 2 * pools:
        raise ValueError("Every pool needs at least two entries.")
    placed = {entry: _snake_pool(number, pools) for number, entry in enumerate(entries)}
    tiers = [list(entries[start : start + pools]) for start in range(0, len(entries), pools)]
    known = {one: club for one, club in (clubs or {}).items() if club is not None}
    home = dict(placed)
    better = _club_cost(placed, known) > 0
    while better:
        before = _club_cost(placed, known)
        for tier in tiers:
            _deal_tier(tier, placed, home, known, seed)
        better = 0 < _club_cost(placed, known) < before
    dealt = tuple(
        tuple(entry for entry in entries if placed[entry] == number) for number in range(pools)
    )
    return DealtPools(
        pools=dealt,
        moved=tuple(entry for entry in entries if placed[entry] != home[entry]),
        club_pairs=tuple(
            pair
            for pool in dealt
            for pair in combinations(pool, 2)
            if pair[0] in known and known[pair[0]] == known.get(pair[1])
        ),
    )


def draw_pools(
    pools: Sequence[Sequence[int]], *, seed: str, legs: int = 1
) -> tuple[tuple[DrawnRound, ...], ...]:
    """A round robin in each pool, from "seed:pool:number"; tables are counted in each pool."""
    return tuple(
        draw_round_robin(pool, seed=f"{seed}:pool:{number}", legs=legs)
        for number, pool in enumerate(pools, 1)
    )


def _snake_pool(number: int, pools: int) -> int:
    row, place = divmod(number, pools)
    return pools - 1 - place if row % 2 else place


def _club_cost(placed: Mapping[int, int], clubs: Mapping[int, int]) -> int:
    """How many pairs of one club share a pool."""
    met = Counter((clubs[entry], pool) for entry, pool in placed.items() if entry in clubs)
    return sum(times * (times - 1) // 2 for times in met.values())


def _deal_tier(
    tier: Sequence[int],
    placed: dict[int, int],
    snake: Mapping[int, int],
    clubs: Mapping[int, int],
    seed: str,
) -> None:
    """Deal one tier anew among its pools, the others staying where they are."""
    places = [placed[entry] for entry in tier]
    others = Counter(
        (clubs[entry], pool)
        for entry, pool in placed.items()
        if entry in clubs and entry not in tier
    )
    count = len(tier)
    edges = [(one, count + at) for one in range(count) for at in range(count)]
    ways = [(tier[one], places[at - count]) for one, at in edges]
    found = best_matching(
        2 * count,
        edges,
        [
            [others[clubs[entry], pool] if entry in clubs else 0 for entry, pool in ways],
            [(pool - snake[entry]) ** 2 for entry, pool in ways],
            [lot(seed, "pool", entry, pool) for entry, pool in ways],
        ],
    )
    assert found is not None  # each stays where it is
    for edge in found.chosen:
        entry, pool = ways[edge]
        placed[entry] = pool
