"""What an entry of the log keeps of the rows that were changed: found by comparing.

`LoggedRow` holds a digest of every row as the log knows it. What is stored otherwise now is what
was changed, by whatever action; so none has to say what it changes, and nothing is missed for good.
A hand of a game that goes on is kept without comparing: the hand that ends the game compares.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.db.models import Model, QuerySet

from league.actions.ready_writes import insert
from league.models import LoggedRow
from league.queries.kept_rows import (
    BY_KIND,
    KEPT,
    Kept,
    Stored,
    digest_of_row,
    image_of,
    row_of,
    rows_of_competition,
    rows_of_matches,
)
from league.queries.ready import Ready

Rows = dict[str, dict[str, Any]]
AT_ONCE = 400


def changed_rows(competition: int, match: int | None) -> Rows | None:
    """The rows changed since the last entry, by kind and number: their images, None for those that
    are gone; None when nothing was. With `match` only that match is looked at.

    Under the lock of the competition's chain; stores that the log knows them now.
    """
    log = _Log(competition)
    if match is not None:
        known = log.load(_OF_MATCH(competition, match))
        for kept in KEPT:
            if kept.match:
                log.compare(kept, rows_of_matches(kept, [match]))
        log.take_off(known)
    else:
        known = log.load(_BUT_SHEETS(competition))
        for kept in KEPT:
            if kept.of:
                log.compare(kept, rows_of_competition(kept, competition))
        log.take_off(known)
        log.read_sheets()
    log.store()
    return log.rows or None


def written_rows(competition: int, match: int, stored: Iterable[Model]) -> Rows:
    """The images of new rows of a match, as `changed_rows` would give them, without looking at
    any other. Under the same lock, and stores that the log knows them now."""
    log = _Log(competition)
    for thing in stored:
        kept = BY_KIND[str(thing._meta.model_name)]
        log.compare(kept, [row_of(kept, thing, match)])
    for row in log.new:
        insert(row)
    return log.rows


class _Known(NamedTuple):
    """What the log knows of a row."""

    pk: int
    kind: str
    row: int
    digest: str


def _known(competition: int, **which: Any) -> QuerySet[Any, Any]:
    return LoggedRow.objects.filter(competition=competition, **which).values_list(*_Known._fields)


_OF_MATCH = Ready(lambda competition, match: _known(competition, match=match))
_BUT_SHEETS = Ready(lambda competition: _known(competition, sheet=False))


class _Log:
    """The rows of a competition as the log knows them, and what it is told."""

    def __init__(self, competition: int) -> None:
        self.competition = competition
        self.rows: Rows = {}
        self.new: list[LoggedRow] = []
        self.seen: set[tuple[str, int]] = set()
        self.touched: set[int] = set()  # matches whose games are new or others
        self.digests: dict[tuple[str, int], str] = {}

    def load(self, found: Iterable[Any]) -> list[_Known]:
        """Take in, and give, what the log knows of rows that are going to be compared."""
        known = [_Known(*one) for one in found]
        self.digests |= {(one.kind, one.row): one.digest for one in known}
        return known

    def compare(self, kept: Kept, rows: Iterable[Stored]) -> None:
        for row in rows:
            self.seen.add((kept.kind, row.pk))
            digest = digest_of_row(row)
            if self.digests.get((kept.kind, row.pk)) == digest:
                continue
            self.rows.setdefault(kept.kind, {})[str(row.pk)] = image_of(kept, row)
            self.new.append(
                LoggedRow(
                    competition=self.competition,
                    kind=kept.kind,
                    row=row.pk,
                    match=row.match,
                    sheet=kept.sheet,
                    digest=digest,
                )
            )
            if kept.kind in ("match", "game") and row.match is not None:
                self.touched.add(row.match)

    def take_off(self, known: Iterable[_Known]) -> None:
        """What the log knows of these and was not found is gone."""
        gone = [one for one in known if (one.kind, one.row) not in self.seen]
        self._forget(gone)
        matches = [one.row for one in gone if one.kind == "match"]
        if matches:
            self._forget(_Known(*one) for one in _known(self.competition, match__in=matches))

    def read_sheets(self) -> None:
        """The sheets of matches that came, or whose games did."""
        matches = sorted(self.touched)
        for start in range(0, len(matches), AT_ONCE):
            part = matches[start : start + AT_ONCE]
            known = self.load(_known(self.competition, match__in=part, sheet=True))
            for kept in KEPT:
                if kept.sheet:
                    self.compare(kept, rows_of_matches(kept, part))
            self.take_off(known)

    def store(self) -> None:
        LoggedRow.objects.bulk_create(
            self.new,
            update_conflicts=True,
            unique_fields=["competition", "kind", "row"],
            update_fields=["match", "digest"],
            batch_size=100,
        )

    def _forget(self, gone: Iterable[_Known]) -> None:
        numbers: list[int] = []
        for one in gone:
            self.rows.setdefault(one.kind, {})[str(one.row)] = None
            numbers.append(one.pk)
        for part in _parts(numbers):
            LoggedRow.objects.filter(pk__in=part).delete()


def _parts(numbers: Sequence[int]) -> Iterable[Sequence[int]]:
    for start in range(0, len(numbers), AT_ONCE):
        yield numbers[start : start + AT_ONCE]
