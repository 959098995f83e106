"""Brackets of every kind played to their end, for the laws that hold in all of them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random

from hypothesis import strategies as st

from league.draws.brackets import Bracket, Outcome, Resolved, resolve
from league.draws.consolation import consolation
from league.draws.double_knockout import double_knockout
from league.draws.knockout import knockout

KINDS: Mapping[str, Callable[[int], Bracket]] = {
    "knockout": knockout,
    "third place": lambda n: knockout(n, third_place=True),
    "double knockout": double_knockout,
    "consolation": consolation,
    "consolation and third place": lambda n: consolation(n, third_place=True),
}
AT_THE_TABLE: tuple[Outcome, ...] = ("a", "b")
EVERYTHING: tuple[Outcome, ...] = ("a", "b", "a", "b", "a_walkover", "b_walkover", "both_forfeit")

kinds = st.sampled_from(sorted(KINDS))
sizes = st.integers(2, 20) | st.sampled_from([31, 32, 33, 41])
chance = st.randoms(use_true_random=False)


def entries_of(n: int) -> list[int]:
    """Ids of entries that are not their seed numbers."""
    return [1000 + 7 * seed for seed in range(1, n + 1)]


def open_slots(resolved: Mapping[str, Resolved]) -> list[str]:
    return [key for key, slot in resolved.items() if slot.state == "open"]


def play_out(
    bracket: Bracket,
    seeds: Sequence[int | None],
    rng: Random,
    outcomes: Sequence[Outcome] = AT_THE_TABLE,
    leaving: float = 0,
    left: Collection[int] = (),
) -> tuple[dict[str, Outcome], set[int]]:
    """Results and withdrawals of a random course, in a random order, until nothing is open.

    `left` are those who left before the start; after it somebody leaves with the chance
    `leaving` at every step.
    """
    results: dict[str, Outcome] = {}
    withdrawn = set(left)
    entries = [entry for entry in seeds if entry is not None]
    while slots := open_slots(resolve(bracket, seeds, results, withdrawn)):
        if rng.random() < leaving:
            withdrawn.add(rng.choice(entries))
        else:
            results[rng.choice(slots)] = rng.choice(outcomes)
    return results, withdrawn


def play_seeded(bracket: Bracket, n: int) -> dict[str, Outcome]:
    """The course in which the better seed wins every match; seeds are their own entries."""
    results: dict[str, Outcome] = {}
    while slots := open_slots(resolve(bracket, range(1, n + 1), results)):
        resolved = resolve(bracket, range(1, n + 1), results)
        for key in slots:
            a, b = resolved[key].a, resolved[key].b
            assert a is not None
            assert b is not None
            results[key] = "a" if a < b else "b"
    return results
