"""Several divisions play a round robin each, on the same nights and in one hall."""

from collections.abc import Sequence
from dataclasses import dataclass

from league.draws.pools import draw_pools
from league.draws.round_robin import DrawnRound, Pairing, draw_round_robin, rounds_needed


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedRound:
    """One round of all divisions: pairings in order of tables, and who sits it out."""

    number: int
    pairings: tuple[Pairing, ...]
    byes: tuple[int, ...]


def rounds_shared(sizes: Sequence[int], legs: int = 1) -> int:
    """How many rounds divisions of these sizes need together: as many as the largest."""
    return max(rounds_needed(size, legs) for size in sizes)


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
        shared.append(SharedRound(number=turn + 1, pairings=tuple(pairings), byes=tuple(byes)))
    return tuple(shared)
