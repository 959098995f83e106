"""What an entry of the log keeps of the rows that were changed: found by comparing.

`LoggedRow` holds a digest of every row as the log knows it. What is stored otherwise now is what
was changed, by whatever action; so none has to say what it changes, and nothing is missed for good.
A hand of a game that goes on is kept without comparing: the hand that ends the game compares.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Model

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

Rows = dict[str, dict[str, Any]]
AT_ONCE = 400


def changed_rows(competition: int, match: int | None) -> Rows | None:
    """The rows changed since the last entry, by kind and number: their images, None for those that
    are gone; None when nothing was. With `match` only that match is looked at.

    Under the lock of the competition's chain; stores that the log knows them now.
    """
    log = _Log(competition)
    if match is not None:
        log.load(match=match)
        for kept in KEPT:
            if kept.match:
                log.compare(kept, rows_of_matches(kept, [match]))
        log.take_off(match=match)
    else:
        log.load(sheet=False)
        for kept in KEPT:
            if kept.of:
                log.compare(kept, rows_of_competition(kept, competition))
        log.take_off(sheet=False)
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
    log.store()
    return log.rows


class _Log:
    """The rows of a competition as the log knows them, and what it is told."""

    def __init__(self, competition: int) -> None:
        self.competition = competition
        self.rows: Rows = {}
        self.new: list[LoggedRow] = []
        self.seen: set[tuple[str, int]] = set()
        self.touched: set[int] = set()  # matches whose games are new or others
        self.known = LoggedRow.objects.filter(competition=competition)
        self.digests: dict[tuple[str, int], str] = {}

    def load(self, **where: Any) -> None:
        """Read what the log knows of these, in one statement."""
        found = self.known.filter(**where).values_list("kind", "row", "digest")
        self.digests |= {(kind, row): digest for kind, row, digest in found}

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

    def take_off(self, **where: Any) -> None:
        """What the log knows of these and was not found is gone."""
        found = self.known.filter(**where).values_list("pk", "kind", "row")
        gone = [one for one in found if (one[1], one[2]) not in self.seen]
        self._forget(gone)
        matches = [row for _pk, kind, row in gone if kind == "match"]
        if matches:
            self._forget(self.known.filter(match__in=matches).values_list("pk", "kind", "row"))

    def read_sheets(self) -> None:
        """The sheets of matches that came, or whose games did."""
        matches = sorted(self.touched)
        for start in range(0, len(matches), AT_ONCE):
            part = matches[start : start + AT_ONCE]
            self.load(match__in=part, sheet=True)
            for kept in KEPT:
                if kept.sheet:
                    self.compare(kept, rows_of_matches(kept, part))
            self.take_off(match__in=part, sheet=True)

    def store(self) -> None:
        LoggedRow.objects.bulk_create(
            self.new,
            update_conflicts=True,
            unique_fields=["competition", "kind", "row"],
            update_fields=["match", "digest"],
            batch_size=100,
        )

    def _forget(self, gone: Iterable[tuple[int, str, int]]) -> None:
        numbers: list[int] = []
        for pk, kind, row in gone:
            self.rows.setdefault(kind, {})[str(row)] = None
            numbers.append(pk)
        for part in _parts(numbers):
            LoggedRow.objects.filter(pk__in=part).delete()


def _parts(numbers: Sequence[int]) -> Iterable[Sequence[int]]:
    for start in range(0, len(numbers), AT_ONCE):
        yield numbers[start : start + AT_ONCE]
