"""Where the seeds stand in a bracket, and how those of one club are kept apart.

The standard order: each seed stands opposite the one that makes the sum of the two one more
than the field, in every round that goes as seeded; 1 and 2 can meet in the final only. A
field that is no power of two is filled up with byes, which fall to the top seeds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import inf

from league.draws.brackets import LARGEST, SMALLEST, Empty, Seed, Source

LOTS = 1 << 12
"""Lots among equal seatings are numbers below this: they sum to less than one step of seeds."""
STEP = LOTS * LARGEST


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """An entry that got another seed number, to keep its club apart."""

    entry: int
    was: int
    now: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeededField:
    """The entries in the order of the numbers they got, and what it took.

    `same_club` and `same_division` are the first-round pairs that could not be avoided.
    """

    seeds: tuple[int, ...]
    moved: tuple[Moved, ...]
    same_club: tuple[tuple[int, int], ...]
    same_division: tuple[tuple[int, int], ...] = ()


def bracket_size(field: int) -> int:
    """The power of two that holds `field` entries. Raises ValueError outside 2 to 256."""
    if not SMALLEST <= field <= LARGEST:
        raise ValueError(f"A bracket holds {SMALLEST} to {LARGEST} entries, not {field}.")
    return 1 << (field - 1).bit_length()


def byes(field: int) -> int:
    """How many of the top seeds have a bye in the first round."""
    return bracket_size(field) - field


def first_round(field: int) -> tuple[tuple[Source, Source], ...]:
    """The first round from top to bottom, the better seed as side `a`."""
    size = bracket_size(field)
    order = [1]
    while len(order) < size // 2:
        whole = 2 * len(order) + 1
        # Turned at every other seed, so that 1 stands at the top and 2 at the bottom.
        order = [
            seed
            for place, better in enumerate(order)
            for seed in ((whole - better, better) if place % 2 else (better, whole - better))
        ]
    opposite = [size + 1 - seed for seed in order]
    return tuple(
        (Seed(seed), Seed(other) if other <= field else Empty())
        for seed, other in zip(order, opposite, strict=True)
    )


def seat_seeds(
    entries: Sequence[int],
    clubs: Mapping[int, int | None],
    divisions: Mapping[int, int] | None = None,
    *,
    seed: str,
) -> SeededField:
    """Number the entries, given in seed order, with the fewest first-round pairs of one club.

    Only the lower half of the bracket's numbers (5 to 8 of 8, 9 to 16 of 16) changes hands:
    that is a tier of its own, so no seed leaves its tier, no bye its owner, and every way to
    pair the first round within the tiers can be had. Among the ways with the fewest pairs
    of one club, those with the fewest of one division; of them the one with the
    smallest sum of squared moves; among equals, `seed` draws lots. An entry without a club
    (None or not in `clubs`) is of no club, and so for divisions. Raises ValueError for a field
    outside 2 to 256 or an entry named twice.
    """
    field, size = len(entries), bracket_size(len(entries))
    if len(set(entries)) != field:
        raise ValueError("An entry is seeded once.")
    lower = list(range(size // 2 + 1, field + 1))
    apart: dict[int, int | None] = {**(divisions or {})}

    def clash(of: Mapping[int, int | None], entry: int, number: int) -> bool:
        own = of.get(entry)
        return own is not None and own == of.get(entries[size - number])

    def price(entry: int, was: int, now: int) -> int:
        lot = int.from_bytes(sha256(f"{seed}:seat:{entry}:{now}".encode()).digest()[:2]) % LOTS
        dear = LARGEST**3  # more than all moves together; the dearest more than all the dear
        drawn = lot if was != now else 0
        met = clash(clubs, entry, now) * dear * LARGEST + clash(apart, entry, now) * dear
        return (met + (was - now) ** 2) * STEP + drawn

    costs = [[price(entries[was - 1], was, now) for now in lower] for was in lower]
    seeds = list(entries)
    moved = []
    for was, place in zip(lower, cheapest_assignment(costs), strict=True):
        now = lower[place]
        seeds[now - 1] = entries[was - 1]
        if now != was:
            moved.append(Moved(entry=entries[was - 1], was=was, now=now))

    def left(of: Mapping[int, int | None]) -> tuple[tuple[int, int], ...]:
        met = [now for now in lower if clash(of, seeds[now - 1], now)]
        return tuple(sorted((seeds[size - now], seeds[now - 1]) for now in met))

    return SeededField(
        seeds=tuple(seeds), moved=tuple(moved), same_club=left(clubs), same_division=left(apart)
    )


def cheapest_assignment(costs: Sequence[Sequence[int]]) -> list[int]:
    """For each row of a square table of costs its own column, at the least total cost.

    The Hungarian method by shortest augmenting paths (Kuhn 1955; Jonker and Volgenant 1987).
    """
    size = len(costs)
    of_row, of_column = [0] * (size + 1), [0] * (size + 1)
    row_at, back = [0] * (size + 1), [0] * (size + 1)  # rows and columns count from 1 in here
    for row in range(1, size + 1):
        row_at[0], column = row, 0
        shortest: list[float] = [inf] * (size + 1)
        reached = [False] * (size + 1)
        while row_at[column]:
            reached[column] = True
            here, nearest, gap = row_at[column], 0, inf
            line, base = costs[here - 1], of_row[here]
            for other in range(1, size + 1):
                if reached[other]:
                    continue
                slack = line[other - 1] - base - of_column[other]
                if slack < shortest[other]:
                    shortest[other], back[other] = slack, column
                if shortest[other] < gap:
                    gap, nearest = shortest[other], other
            for other in range(size + 1):
                if reached[other]:
                    of_row[row_at[other]] += int(gap)
                    of_column[other] -= int(gap)
                else:
                    shortest[other] -= gap
            column = nearest
        while column:
            row_at[column], column = row_at[back[column]], back[column]
    assigned = [0] * size
    for column in range(1, size + 1):
        assigned[row_at[column] - 1] = column - 1
    return assigned
