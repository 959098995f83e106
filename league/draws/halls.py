"""More matches than tables: who plays now, who waits for the next free table."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Entry = TypeVar("Entry", bound=Hashable)
Waves = list[list[tuple[int, tuple[Entry, Entry]]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting(Generic[Entry]):
    """`a` against `b` of round `round`, at `table` in `wave`; all are counted from 1.

    All sittings of one wave are played at the same time.
    """

    wave: int
    table: int
    round: int
    a: Entry
    b: Entry


def share_tables(
    rounds: Sequence[Sequence[tuple[Entry, Entry]]],
    *,
    tables: int,
    rounds_apart: bool = True,
) -> tuple[Sitting[Entry], ...]:
    """Bring the pairs of the rounds to `tables` tables, in waves, in order of waves and tables.

    Nobody sits twice in one wave and no table is taken twice. With `rounds_apart` a round
    starts when the one before is over: each takes as few waves as its size allows, the waves
    about equally full, and who waited in one round begins in the next. Without it, whoever is
    free goes on to a table that is free: the waves run into each other, and everybody still
    plays the rounds in order. A round of several pools is the pairs of all of them, in the
    order in which they should come to the tables. Raises ValueError for no tables, or for a
    round in which somebody plays twice or against nobody else.
    """
    if tables < 1:
        raise ValueError("A hall has at least one table.")
    for pairs in rounds:
        people = [entry for pair in pairs for entry in pair]
        if len(set(people)) != len(people):
            raise ValueError("Somebody plays twice in one round.")
    waves = _apart(rounds, tables) if rounds_apart else _running(rounds, tables)
    return tuple(
        Sitting(wave=wave, table=table, round=number, a=a, b=b)
        for wave, sitting in enumerate(waves, 1)
        for table, (number, (a, b)) in enumerate(sitting, 1)
    )


def _apart(rounds: Sequence[Sequence[tuple[Entry, Entry]]], tables: int) -> Waves[Entry]:
    """Round after round; in each, those who waited longest so far come first."""
    waves: Waves[Entry] = []
    waited: dict[Entry, int] = {}
    for number, pairs in enumerate(rounds, 1):
        needed = -(-len(pairs) // tables)
        turn = sorted(
            range(len(pairs)),
            key=lambda at: -sum(waited.get(entry, 0) for entry in pairs[at]),
        )
        start = 0
        for wave in range(needed):
            size = len(pairs) // needed + (wave < len(pairs) % needed)
            sitting = [pairs[at] for at in sorted(turn[start : start + size])]
            start += size
            waves.append([(number, pair) for pair in sitting])
            for pair in sitting:
                for entry in pair:
                    waited[entry] = waited.get(entry, 0) + wave
    return waves


def _running(rounds: Sequence[Sequence[tuple[Entry, Entry]]], tables: int) -> Waves[Entry]:
    """Each pair at the first wave with a free table after what both have played."""
    waves: Waves[Entry] = []
    free: dict[Entry, int] = {}
    for number, pairs in enumerate(rounds, 1):
        for at in sorted(range(len(pairs)), key=lambda at: max(free.get(e, 0) for e in pairs[at])):
            pair = pairs[at]
            wave = max(free.get(entry, 0) for entry in pair)
            while wave < len(waves) and len(waves[wave]) == tables:
                wave += 1
            while wave >= len(waves):
                waves.append([])
            waves[wave].append((number, pair))
            free.update(dict.fromkeys(pair, wave + 1))
    return waves
