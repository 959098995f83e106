"""Everybody meets everybody: the circle method, with balanced sides and tables.

Source: the circle method as in R. Lucas, *Les jeux de demoiselles* (Récréations
mathématiques, 1883). Pure: the same seed and the same entries, in whatever order they
come, give the same draw on every machine.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """Entry `a` against entry `b` at a table, counted from 1."""

    table: int
    a: int
    b: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnRound:
    """One round: its number from 1, its pairings in order of tables, and who sits it out."""

    number: int
    pairings: tuple[Pairing, ...]
    bye: int | None


def rounds_needed(entries: int, legs: int = 1) -> int:
    """How many rounds `entries` entries need to meet each other `legs` times."""
    return legs * (entries - 1 + entries % 2)


def draw_round_robin(entries: Sequence[int], *, seed: str, legs: int = 1) -> tuple[DrawnRound, ...]:
    """Draw `legs` times everybody against everybody.

    `entries` are the entries' ids, at least two, in any order. An odd number gives one bye
    a round and every entry `legs` byes. Each entry is side `a` as often as side `b`, or once
    more or less where its matches are odd in number; tables are spread as evenly as a
    search by exchanges gets them. Raises ValueError for fewer than two entries, an entry
    named twice or less than one leg.
    """
    if len(entries) < 2 or len(set(entries)) != len(entries):
        raise ValueError("A round robin needs at least two different entries.")
    if legs < 1:
        raise ValueError("Everybody meets everybody at least once.")
    order = shuffled(entries, seed)
    once = [_circle_round(order, turn) for turn in range(rounds_needed(len(order)))]
    seen: dict[int, dict[int, int]] = {entry: defaultdict(int) for entry in order}
    drawn: list[DrawnRound] = []
    for leg in range(legs):
        for pairs, bye in once:
            sides = [(b, a) for a, b in pairs] if leg % 2 else list(pairs)
            tables = _spread(sides, seen, len(drawn))
            drawn.append(DrawnRound(number=len(drawn) + 1, pairings=tables, bye=bye))
    return tuple(drawn)


def shuffled(entries: Sequence[int], seed: str) -> list[int]:
    """The entries in the order of the SHA-256 of "seed:entry"."""
    return sorted(entries, key=lambda entry: sha256(f"{seed}:{entry}".encode()).digest())


def _circle_round(order: Sequence[int], turn: int) -> tuple[list[Pair], int | None]:
    """The pairs of one turn of the circle, and who has the bye.

    The circle has an odd number of places. Whoever sits where the circle meets itself plays
    the one in the middle, or has the bye when nobody is there. On the circle, `a` is the one
    from whom the other is less than half a turn ahead: that balances the sides exactly.
    """
    middle = order[-1] if len(order) % 2 == 0 else None
    ring = order[:-1] if middle is not None else order
    places = len(ring)
    pairs: list[Pair] = []
    here = ring[turn % places]
    if middle is not None:
        pairs.append((here, middle) if turn % 2 else (middle, here))
    for step in range(1, places // 2 + 1):
        ahead, behind = (turn + step) % places, (turn - step) % places
        first = behind if (ahead - behind) % places <= places // 2 else ahead
        second = ahead if first == behind else behind
        pairs.append((ring[first], ring[second]))
    return pairs, here if middle is None else None


def _spread(pairs: list[Pair], seen: dict[int, dict[int, int]], turn: int) -> tuple[Pairing, ...]:
    """Give each pair a table so that nobody is at one table much oftener than at another.

    Starts from the pairs turned on by one table a round, then exchanges two pairs' tables
    as long as that makes the sum of squares of visits smaller. `seen` (entry -> table ->
    visits so far) is brought up to date.
    """
    count = len(pairs)
    at = [(place + turn) % count for place in range(count)]

    def cost(place: int, table: int) -> int:
        a, b = pairs[place]
        return seen[a][table] + seen[b][table]

    better = True
    while better:
        better = False
        for one in range(count):
            for other in range(one):
                now = cost(one, at[one]) + cost(other, at[other])
                if cost(one, at[other]) + cost(other, at[one]) < now:
                    at[one], at[other] = at[other], at[one]
                    better = True
    for place, (a, b) in enumerate(pairs):
        seen[a][at[place]] += 1
        seen[b][at[place]] += 1
    drawn = [Pairing(table=at[place] + 1, a=a, b=b) for place, (a, b) in enumerate(pairs)]
    return tuple(sorted(drawn, key=lambda pairing: pairing.table))
