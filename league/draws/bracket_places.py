"""The final places of a bracket, with ties: 1, 2, 3, 3, 5."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from league.draws.brackets import Bracket, LoserOf, Resolved, Slot, champion

Level = tuple[int, int]
"""How far somebody came, best first: the champion, the final, the third place, then rounds."""
CHAMPION, FINAL, THIRD, FOURTH = (0, 0), (1, 0), (2, 0), (3, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Placing:
    """An entry's place, and the key of the last slot it was in.

    `place` is None as long as it is still in, or somebody may yet come to share its place.
    """

    entry: int
    place: int | None
    slot: str


def placings(
    bracket: Bracket, resolved: Mapping[str, Resolved], *, consolation: bool = False
) -> tuple[Placing, ...]:
    """The places of all entries, best first, those still in before those that are out.

    Who went out in the same round shares a place: one more than there are entries that came
    further. With a match for the third place its loser is fourth; the two of a semi-final
    that both forfeited come level with him. Without a champion nobody is first. The
    consolation is a competition of its own, with its own first place: it is placed when
    `consolation` asks for it, and moves nobody in the other.
    """
    slots = [slot for slot in bracket if (slot.part == "consolation") == consolation]
    if not slots:
        return ()
    last: dict[int, Slot] = {}
    for slot in slots:
        for entry in (resolved[slot.key].a, resolved[slot.key].b):
            if entry is not None:
                last[entry] = slot
    best = resolved[slots[-1].key].winner if consolation else champion(bracket, resolved)
    leaves = _levels(slots)
    still_in: dict[int, Level] = {}
    out: dict[int, Level] = {}
    for entry, slot in last.items():
        now = resolved[slot.key]
        third = slot.part == "third"
        if entry == best:
            out[entry] = CHAMPION
        elif not now.decided:
            still_in[entry] = THIRD if third else CHAMPION
        else:
            out[entry] = THIRD if third and now.winner == entry else leaves[slot.key]
    to_come = [(slot.part, leaves[slot.key]) for slot in slots if not resolved[slot.key].decided]
    all_levels = sorted([*still_in.values(), *out.values()])

    def place(level: Level) -> int | None:
        for part, lowest in to_come:
            if level <= lowest and not (part == "third" and level < THIRD):
                return None
        better = sum(other < level for other in all_levels)
        return better + 1 if better or level == CHAMPION else 2

    listed = [*((level, entry) for entry, level in still_in.items())]
    listed.sort()
    rows = [Placing(entry=entry, place=None, slot=last[entry].key) for _, entry in listed]
    for level, entry in sorted((level, entry) for entry, level in out.items()):
        rows.append(Placing(entry=entry, place=place(level), slot=last[entry].key))
    return tuple(rows)


def _levels(slots: Sequence[Slot]) -> dict[str, Level]:
    """The level of those who go out in each slot.

    Both may go out where the loser alone would play on: then they are level with who loses
    the match that neither reached.
    """
    onward = {
        source.key: slot.key
        for slot in slots
        for source in (slot.a, slot.b)
        if isinstance(source, LoserOf)
    }
    levels: dict[str, Level] = {}
    for slot in reversed(slots):
        if slot.key in onward:
            levels[slot.key] = levels[onward[slot.key]]
        elif slot.part == "final" or slot is slots[-1]:
            levels[slot.key] = FINAL
        elif slot.part == "third":
            levels[slot.key] = FOURTH
        else:
            levels[slot.key] = (4, -slot.round)
    return levels
