"""A competition as it stood at any moment, put together from its log alone.

Every entry keeps the rows that were changed (`league.queries.kept_rows`); played one after the
other up to a moment they are all rows of that moment. Nothing that is stored now is asked.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from league.models import AuditEntry
from league.queries.audit_chain import chain_of
from league.queries.kept_rows import KEPT

Image = dict[str, Any]
# What a row cannot be without: kind, its column, the kind it points at.
_HANGS_ON = (
    ("lineup", "match_id", "match"),
    ("game", "match_id", "match"),
    ("seating", "game_id", "game"),
    ("hand", "game_id", "game"),
    ("handrun", "hand_id", "hand"),
    ("handset", "hand_id", "hand"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PastState:
    """The rows at a moment by kind and number; `number` is that of the last entry up to then.

    `whole_from` is the first entry that kept rows: what was done before it is not known.
    """

    number: int
    at: datetime
    whole_from: datetime
    rows: dict[str, dict[int, Image]]


def first_kept(competition: int) -> datetime | None:
    """From when on a competition's states are in its log; None when nothing is."""
    entries = _entries(competition).filter(rows__isnull=False)
    return entries.values_list("at", flat=True).first()


def state_at(competition: int, moment: datetime) -> PastState | None:
    """All rows as they stood at `moment`; None when the log has no state of that time."""
    return _replayed(_entries(competition).filter(at__lte=moment))


def state_after(competition: int, number: int) -> PastState | None:
    """All rows as they stood after an entry of the competition's log."""
    return _replayed(_entries(competition).filter(number__lte=number))


def _entries(competition: int) -> Any:
    return AuditEntry.objects.filter(chain=chain_of(competition, None)).order_by("number")


def _replayed(entries: Any) -> PastState | None:
    rows: dict[str, dict[int, Image]] = {kept.kind: {} for kept in KEPT}
    times: list[tuple[int, datetime]] = []
    for number, at, changed in entries.values_list("number", "at", "rows").iterator(500):
        if changed is None and not times:
            continue
        times.append((number, at))
        if changed is None:
            continue
        for kind, pk, image in _changes(changed):
            if image is None:
                rows.setdefault(kind, {}).pop(pk, None)
            else:
                rows.setdefault(kind, {})[pk] = image
    if not times:
        return None
    for kind, column, parent in _HANGS_ON:
        there = rows[parent]
        rows[kind] = {pk: image for pk, image in rows[kind].items() if image[column] in there}
    number, at = times[-1]
    return PastState(number=number, at=at, whole_from=times[0][1], rows=rows)


def _changes(
    changed: dict[str, dict[str, Image | None]],
) -> Iterator[tuple[str, int, Image | None]]:
    for kind, found in changed.items():
        for pk, image in found.items():
            yield kind, int(pk), image
