"""Rounds by lot: partnerships drawn against each other, or players drawn into new partners.

Pure: the same seed and the same entries, in whatever order they come, give the same draw.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from league.draws.matching import best_matching
from league.draws.swiss import Contender, SwissDraw, draw_swiss
from league.draws.swiss_field import NoRound, lot

# So many lots for the partners are tried for the fewest opponents met again.
TRIES = 12
# Up to this many players or partnerships every pair is looked at; above, so many neighbours.
ALL_PAIRS = 150
NEIGHBOURS = 20

Counts = Mapping[tuple[int, int], int]
Couple = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class RotatingTable:
    """Players `a` and `a2` against `b` and `b2` at a table, counted from 1."""

    table: int
    a: int
    a2: int
    b: int
    b2: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RotatingDraw:
    """A round of rotating partners.

    `sit_out` are the players without a table, `partners_again` the partners who have been
    partners before, because no draw without them exists for those who play, and
    `opponents_again` the pairs of players who meet again.
    """

    tables: tuple[RotatingTable, ...]
    sit_out: tuple[int, ...]
    partners_again: tuple[Couple, ...]
    opponents_again: tuple[Couple, ...]


def draw_pairs(
    entries: Sequence[int],
    *,
    seed: str,
    met: Mapping[int, Mapping[int, int]] | None = None,
    byes: Mapping[int, int] | None = None,
    clubs: Mapping[int, int | None] | None = None,
    rounds_left: int = 0,
    waiting: Mapping[int, Collection[int]] | None = None,
) -> SwissDraw:
    """Draw the entries against each other by lot: a Swiss round in which nobody has a score.

    `met`: entry -> opponent -> times, `byes`: entry -> byes so far; the bye goes by lot to
    one of those with the fewest. Entries of one club are kept apart where that is possible;
    `waiting`: entry -> whom it still has a match with that was put off. Raises ValueError when an
    entry is named twice, and NoRound as `draw_swiss` does.
    """
    met, byes, clubs, waiting = met or {}, byes or {}, clubs or {}, waiting or {}
    return draw_swiss(
        [
            Contender(
                entry=entry,
                score=Fraction(0),
                rank=1,
                met=met.get(entry, {}),
                byes=byes.get(entry, 0),
                club=clubs.get(entry),
                waiting=waiting.get(entry, ()),
            )
            for entry in entries
        ],
        seed=seed,
        rounds_left=rounds_left,
    )


def draw_rotating(
    players: Sequence[int],
    *,
    seed: str,
    partnered: Counts | None = None,
    opposed: Counts | None = None,
    byes: Mapping[int, int] | None = None,
    waiting: Collection[Couple] = (),
) -> RotatingDraw:
    """Draw partners and opponents for one round.

    `partnered` and `opposed` say how often two players were partners and opponents: (player,
    player) -> times, in either order. One to three players over a multiple of four sit out:
    those with the fewest `byes`, by lot. Partners that repeat least come first (their times
    squared, summed); among draws as good, the best of a few lots for opponents, each seated
    exactly. `waiting` are partners whose match is put off: they are no partners before it is
    played. Raises ValueError when a player is named twice, NoRound when these leave no draw.
    """
    if len(set(players)) != len(players):
        raise ValueError("A player stands twice in the draw.")
    counted = byes or {}
    with_partner, against = _either_way(partnered or {}), _either_way(opposed or {})
    turn = sorted(players, key=lambda one: (counted.get(one, 0), lot(seed, "sits out", one), one))
    apart = {(min(couple), max(couple)) for couple in waiting}
    out, playing = turn[: len(turn) % 4], sorted(turn[len(turn) % 4 :])
    tables: list[tuple[Couple, Couple]] = []
    fewest: int | None = None
    for number in range(TRIES if playing else 0):
        couples = _couple(playing, with_partner, apart, f"{seed}:partners:{number}")
        seated = _seat(couples, against, f"{seed}:opponents:{number}")
        again = sum(against.get(pair, 0) ** 2 for table in seated for pair in _opponents(table))
        if fewest is None or again < fewest:
            tables, fewest = seated, again
        if not fewest:
            break
    tables.sort(key=lambda table: lot(seed, "table", *table[0], *table[1]))
    return RotatingDraw(
        tables=tuple(
            RotatingTable(table=number, a=a, a2=a2, b=b, b2=b2)
            for number, ((a, a2), (b, b2)) in enumerate(tables, 1)
        ),
        sit_out=tuple(sorted(out)),
        partners_again=tuple(
            couple for table in tables for couple in table if with_partner.get(couple)
        ),
        opponents_again=tuple(
            pair for table in tables for pair in _opponents(table) if against.get(pair)
        ),
    )


def _couple(
    playing: Sequence[int], partnered: Counts, apart: Collection[Couple], seed: str
) -> list[Couple]:
    """The players in twos: as few repeats as possible, then the lot; none of `apart`."""
    order = sorted(playing, key=lambda one: (lot(seed, "order", one), one))

    def again(one: int, other: int) -> int | None:
        couple = (min(one, other), max(one, other))
        return None if couple in apart else partnered.get(couple, 0) ** 2

    return [
        (min(order[one], order[other]), max(order[one], order[other]))
        for one, other in _by_lot(order, again, seed)
    ]


def _seat(couples: Sequence[Couple], opposed: Counts, seed: str) -> list[tuple[Couple, Couple]]:
    """The couples in twos: as few opponents met again as possible, then the lot."""
    order = sorted(couples, key=lambda one: (lot(seed, "order", *one), one))

    def again(one: int, other: int) -> int:
        pairs = _opponents((order[one], order[other]))
        return sum(opposed.get(pair, 0) ** 2 for pair in pairs)

    seated = _by_lot(range(len(order)), again, seed)
    return [(order[one], order[other]) for one, other in seated]


def _by_lot(
    order: Sequence[int], again: Callable[[int, int], int | None], seed: str
) -> list[Couple]:
    """Places of `order` in twos: the least sum of `again`, then the lot of "seed:pair:one:other".

    Where `again` is None they are no pair. In a large field neighbours in the order are looked at
    first; others where that would repeat what need not be repeated.
    """
    count = len(order)
    drawn: list[Couple] = []
    for width in [count] if count <= ALL_PAIRS else [NEIGHBOURS, 4 * NEIGHBOURS, count]:
        edges = [
            (one, other)
            for one in range(count)
            for other in range(one + 1, min(count, one + width + 1))
        ]
        asked = [(edge, again(order[edge[0]], order[edge[1]])) for edge in edges]
        edges = [edge for edge, cost in asked if cost is not None]
        costs = [cost for _edge, cost in asked if cost is not None]
        lots = [lot(seed, "pair", order[one], order[other]) for one, other in edges]
        found = best_matching(count, edges, [costs, lots])
        if found is None:  # neighbours alone are one, but for those who wait for a match
            continue
        drawn = [edges[edge] for edge in found.chosen]
        if not found.costs[0]:
            break
    if count and not drawn:
        raise NoRound
    return drawn


def _opponents(table: tuple[Couple, Couple]) -> list[Couple]:
    return [(min(one, other), max(one, other)) for one, other in product(*table)]


def _either_way(counts: Counts) -> dict[Couple, int]:
    """The counts by (smaller, larger); what was counted once each way is taken once."""
    found: dict[Couple, int] = {}
    for (one, other), times in counts.items():
        pair = (min(one, other), max(one, other))
        found[pair] = max(times, found.get(pair, 0))
    return found
