"""The knockout: who loses is out; a third place is played for where wanted."""

from league.draws.brackets import Bracket, LoserOf, Part, Slot, Source, WinnerOf, slot_key
from league.draws.seeding import first_round

FOR_THIRD = 4
"""The smallest field with two losers of semi-finals."""


def knockout(n: int, third_place: bool = False) -> Bracket:
    """The knockout of `n` entries, 2 to 256 (else ValueError), seeded, byes for the top.

    The last round is the slot "F1-1". `third_place` adds "T1-1" for the two who lose the
    semi-finals; a field of fewer than four has no such two, and no such slot.
    """
    slots = winners_rounds(n, last="final")
    if third_place and n >= FOR_THIRD:
        semis = [slot.key for slot in slots if slot.part == "winners"][-2:]
        a, b = (LoserOf(key) for key in semis)
        slots.insert(-1, made_slot("third", 1, 1, a, b))
    return tuple(slots)


def winners_rounds(n: int, *, last: Part) -> list[Slot]:
    """All the rounds of a knockout, in order; the last one's slot belongs to the part `last`."""
    sources: list[tuple[Source, Source]] = list(first_round(n))
    slots: list[Slot] = []
    round = 1
    while len(sources) > 1:
        made = one_round("winners", round, sources)
        slots += made
        sources = pairs_of_winners(made)
        round += 1
    final = sources[0]
    slots.append(made_slot(last, round if last == "winners" else 1, 1, *final))
    return slots


def one_round(part: Part, round: int, sources: list[tuple[Source, Source]]) -> list[Slot]:
    """The slots of a round from top to bottom."""
    return [made_slot(part, round, place, a, b) for place, (a, b) in enumerate(sources, start=1)]


def made_slot(part: Part, round: int, place: int, a: Source, b: Source) -> Slot:
    """A slot under the key of its part, round and place."""
    return Slot(key=slot_key(part, round, place), part=part, round=round, place=place, a=a, b=b)


def pairs_of_winners(slots: list[Slot]) -> list[tuple[Source, Source]]:
    """The next round: the winners of each two neighbouring slots."""
    return [
        (WinnerOf(upper.key), WinnerOf(lower.key))
        for upper, lower in zip(slots[::2], slots[1::2], strict=True)
    ]
