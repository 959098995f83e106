"""What a correction moves in a bracket, to be seen before it is applied."""

from collections.abc import Mapping
from dataclasses import dataclass

from league.draws.brackets import Resolved


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A slot that gets other entries, or none, by a correction.

    `played_by_others`: it had been decided at the table by those who are no longer in it.
    """

    key: str
    before: Resolved | None
    after: Resolved | None

    @property
    def went(self) -> tuple[int, ...]:
        """Who was in the slot and no longer is."""
        return tuple(entry for entry in _entries(self.before) if entry not in _entries(self.after))

    @property
    def came(self) -> tuple[int, ...]:
        """Who is in the slot and was not before."""
        return tuple(entry for entry in _entries(self.after) if entry not in _entries(self.before))

    @property
    def played_by_others(self) -> bool:
        return bool(self.went) and self.before is not None and self.before.state == "done"


def changes(before: Mapping[str, Resolved], after: Mapping[str, Resolved]) -> tuple[Change, ...]:
    """The slots that get other entries or none, in the order of `after`; then those gone."""
    keys = [*after, *(key for key in before if key not in after)]
    moved = (Change(key=key, before=before.get(key), after=after.get(key)) for key in keys)
    return tuple(change for change in moved if change.went or change.came)


def _entries(slot: Resolved | None) -> tuple[int, ...]:
    return tuple(entry for entry in (slot.a, slot.b) if entry is not None) if slot else ()
