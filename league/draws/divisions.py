"""Several divisions play a round robin each, on the same nights and in one hall."""

from collections.abc import Sequence
from dataclasses import dataclass

from league.draws.halls import share_tables
from league.draws.pools import draw_pools
from league.draws.round_robin import DrawnRound, Pairing, draw_round_robin, rounds_needed


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedRound:
    """One round of all divisions: pairings in order of tables, and who sits it out.

    In a hall with too few tables it is one sitting of it: `number` counts sittings then, `turn`
    the rounds, and `sitting` (from 1) is None where a round is played at once.
    """

    number: int
    pairings: tuple[Pairing, ...]
    byes: tuple[int, ...]
    turn: int
    sitting: int | None = None


def rounds_shared(sizes: Sequence[int], legs: int = 1, tables: int | None = None) -> int:
    """How many rounds divisions of these sizes need together: as many as the largest; with a
    number of tables, how many sittings that makes."""
    needed = [rounds_needed(size, legs) for size in sizes]
    if tables is None:
        return max(needed)
    pairs = [
        sum(size // 2 for size, rounds in zip(sizes, needed, strict=True) if turn < rounds)
        for turn in range(max(needed))
    ]
    return sum(-(-count // tables) for count in pairs)


def draw_divisions(
    divisions: Sequence[Sequence[int]], *, seed: str, legs: int = 1
) -> tuple[SharedRound, ...]:
    """Draw each division by itself and put them side by side, in shared rounds.

    A division's tables are next to each other, in the order of the divisions; one that is through
    before the others plays no more. A single division is drawn as if there were none. Raises
    ValueError as `draw_round_robin` does.
    """
    drawn: tuple[tuple[DrawnRound, ...], ...]
    if len(divisions) == 1:
        drawn = (draw_round_robin(divisions[0], seed=seed, legs=legs),)
    else:
        drawn = draw_pools(divisions, seed=seed, legs=legs)
    shared = []
    for turn in range(max(len(rounds) for rounds in drawn)):
        pairings: list[Pairing] = []
        byes: list[int] = []
        for rounds in drawn:
            if turn >= len(rounds):
                continue
            one = rounds[turn]
            before = len(pairings)
            pairings += [
                Pairing(table=before + pairing.table, a=pairing.a, b=pairing.b)
                for pairing in one.pairings
            ]
            byes += [] if one.bye is None else [one.bye]
        shared.append(
            SharedRound(number=turn + 1, turn=turn + 1, pairings=tuple(pairings), byes=tuple(byes))
        )
    return tuple(shared)


def in_sittings(rounds: Sequence[SharedRound], tables: int) -> tuple[SharedRound, ...]:
    """The rounds for a hall with so many tables: each in as few sittings as that takes, one after
    the other; who waited in one round comes first in the next. Byes stand with the first.
    """
    pairs = [[(pairing.a, pairing.b) for pairing in one.pairings] for one in rounds]
    waves: dict[tuple[int, int], list[Pairing]] = {}
    for seat in share_tables(pairs, tables=tables):
        pairing = Pairing(table=seat.table, a=seat.a, b=seat.b)
        waves.setdefault((seat.round, seat.wave), []).append(pairing)
    sittings: list[SharedRound] = []
    for turn, one in enumerate(rounds, 1):
        own = [made for (number, _wave), made in waves.items() if number == turn]
        for sitting, pairings in enumerate(own, 1):
            sittings.append(
                SharedRound(
                    number=len(sittings) + 1,
                    turn=turn,
                    sitting=sitting if len(own) > 1 else None,
                    pairings=tuple(pairings),
                    byes=one.byes if sitting == 1 else (),
                )
            )
    return tuple(sittings)
