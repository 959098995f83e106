"""The rows that make up a competition, as the log keeps them: ids and figures, no words.

Every entry of the log keeps, beside what its verb says, the rows that were changed since the entry
before (`league.actions.row_log`), so that any moment can be set up again (`league.queries.past`)
whatever was done, by verbs that come later too. A test says which models have to be in `KEPT`.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import (
    BigIntegerField,
    CharField,
    F,
    Field,
    Model,
    Q,
    QuerySet,
    TextField,
    Value,
)
from django.db.models.functions import Coalesce

from league.models import (
    Adjustment,
    Bye,
    Competition,
    Dispute,
    Division,
    DivisionEntry,
    Entrant,
    Entry,
    Game,
    Hand,
    HandRun,
    HandSet,
    Lineup,
    Match,
    Partnership,
    Round,
    Ruling,
    Seating,
    SecondSheet,
    Stage,
)
from league.queries.audit_words import is_words, split_words
from league.queries.ready import Ready


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A model whose rows are kept. `of` are its ways to the competition, `match` those to a match.

    The rows of a sheet (`sheet`) change with an entry about their match alone, so they are read
    with their match and never a whole competition's at once.
    """

    model: type[Model]
    of: tuple[str, ...]
    match: tuple[str, ...] = ()
    sheet: bool = False

    @property
    def kind(self) -> str:
        """Its name in the log."""
        return str(self.model._meta.model_name)


# Each after those it points at.
KEPT = (
    Kept(model=Competition, of=("pk",)),
    Kept(model=Partnership, of=("entries__competition",)),
    Kept(model=Entry, of=("competition",)),
    Kept(model=Entrant, of=("competition",)),
    Kept(model=Stage, of=("competition",)),
    Kept(model=Division, of=("stage__competition",)),
    Kept(model=DivisionEntry, of=("stage__competition",)),
    Kept(model=Round, of=("stage__competition",)),
    Kept(model=Bye, of=("round__stage__competition",)),
    Kept(model=Match, of=("round__stage__competition",), match=("pk",)),
    Kept(model=Lineup, of=("round__stage__competition",), match=("match",)),
    Kept(model=Game, of=("match__round__stage__competition",), match=("match",)),
    Kept(model=Seating, of=(), match=("game__match",), sheet=True),
    Kept(model=Hand, of=(), match=("game__match",), sheet=True),
    Kept(model=HandRun, of=(), match=("hand__game__match",), sheet=True),
    Kept(model=HandSet, of=(), match=("hand__game__match",), sheet=True),
    Kept(model=Adjustment, of=("entry__competition", "entrant__competition")),
    Kept(model=Dispute, of=("match__round__stage__competition",), match=("match",)),
    Kept(
        model=Ruling,
        of=("match__round__stage__competition", "hand__game__match__round__stage__competition"),
        match=("match", "hand__game__match"),
    ),
    Kept(model=SecondSheet, of=("match__round__stage__competition",), match=("match",)),
)
BY_KIND: Mapping[str, Kept] = {one.kind: one for one in KEPT}
# What rises by itself, words under names that are no words elsewhere, and what is like a key.
_LEFT_OUT = frozenset(
    {"competition.version", "adjustment.rule", "ruling.rule", "secondsheet.holder"}
)


class Stored(NamedTuple):
    """A row as it is stored: its number, its match if it has one, values in `fields_of` order."""

    pk: int
    match: int | None
    values: Sequence[Any]


@cache
def fields_of(model: type[Model]) -> tuple["Field[Any, Any]", ...]:
    """The columns of a model that are kept: all but the words."""
    name = model._meta.model_name
    return tuple(
        field
        for field in model._meta.concrete_fields
        if f"{name}.{field.name}" not in _LEFT_OUT
        and not (isinstance(field, CharField | TextField) and is_words(field.name))
    )


def rows_of_competition(kept: Kept, competition: int) -> Iterator[Stored]:
    """All its rows in one statement."""
    return _read(kept, kept.of, [competition])


def rows_of_matches(kept: Kept, matches: Sequence[int]) -> Iterator[Stored]:
    """Those of these matches in one statement."""
    return _read(kept, kept.match, matches)


def row_of(kept: Kept, thing: Model, match: int) -> Stored:
    """A row that was stored just now, as it would be read; none with an object in JSON, of which
    the database may turn the keys about."""
    values = [getattr(thing, field.attname) for field in fields_of(kept.model)]
    assert not any(isinstance(value, dict) for value in values)
    return Stored(thing.pk, match, [str(v) if isinstance(v, str) else v for v in values])


def digest_of_row(row: Stored) -> str:
    """A short digest of a row's values, words in JSON included, to see that it changed."""
    return hashlib.blake2b(repr(row.values).encode(), digest_size=16).hexdigest()


def image_of(kept: Kept, row: Stored) -> dict[str, Any]:
    """The row for the log: what is empty is left out, words are."""
    fields = fields_of(kept.model)
    return {
        field.attname: _plain(value)
        for field, value in zip(fields, row.values, strict=True)
        if value is not None and value != ""
    }


def _read(kept: Kept, ways: Sequence[str], numbers: Sequence[int]) -> Iterator[Stored]:
    rows: Iterable[Any]
    if len(numbers) == 1:
        rows = _of_one(kept, tuple(ways))(numbers[0])
    else:
        rows = _rows(kept, {f"{way}__in": numbers for way in ways})
    for pk, match, *values in rows:
        yield Stored(pk, match, values)


@cache
def _of_one(kept: Kept, ways: Sequence[str]) -> Ready:
    """Those of one match or competition: what almost every entry of the log asks for."""
    return Ready(lambda number: _rows(kept, dict.fromkeys(ways, number)))


def _rows(kept: Kept, which: Mapping[str, Any]) -> QuerySet[Any, Any]:
    found = Q(*which.items(), _connector=Q.OR)
    rows = kept.model._base_manager.filter(found).order_by("pk").annotate(_of=_match_of(kept))
    return rows.values_list("pk", "_of", *[field.attname for field in fields_of(kept.model)])


def _match_of(kept: Kept) -> Any:
    if not kept.match:
        return Value(None, output_field=BigIntegerField())
    return F(kept.match[0]) if len(kept.match) == 1 else Coalesce(*kept.match)


def _plain(value: Any) -> Any:
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, Decimal | UUID):
        return str(value)
    return split_words(value, "")[0]
