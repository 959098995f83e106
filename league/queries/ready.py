"""Statements whose SQL is made once: for what is asked with every hand, where making it costs more
than running it. What is written so is in `league.actions.ready_writes`."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from threading import local
from typing import Any
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import QuerySet, UUIDField
from django.db.models.query import ModelIterable, get_related_populators

from league.queries.past_router import moment_shown

# The largest number that a row can have.
LARGEST = 2**63 - 1
# What stands in the SQL for each of our values while it is made: the smallest columns hold it.
_NUMBER, _TEXT = 2**15 - 100, "\N{REPLACEMENT CHARACTER} in the place of "
Given = int | str | UUID
Build = Callable[..., QuerySet[Any, Any]]


class Ready:
    """`Ready(build)(3, "a")` gives what `list(build(3, "a"))` gives, for numbers, texts and UUIDs.

    `build` makes a queryset, or one of `values_list`, and always with the same SQL: no
    prefetching, no None among its parameters. One that locks is for inside a transaction. A number
    that no row can have finds nothing. Each thread has a connection and SQL of its own.
    """

    def __init__(self, build: Build) -> None:
        self._build = build
        self._own = local()

    def __call__(self, *values: Given) -> list[Any]:
        if any(isinstance(value, int) and value > LARGEST for value in values):
            return []
        if moment_shown.get() is not None:  # read from another database
            return list(self._build(*values))
        connection = connections[DEFAULT_DB_ALIAS]
        made: _Asked | None = getattr(self._own, "made", None)
        if made is None or made.compiler.connection is not connection:
            made = self._own.made = _Asked(self._build, values)
        with connection.cursor() as cursor:
            cursor.execute(made.statement.sql, made.statement.filled(values))
            return list(made.read(cursor.fetchall()))


class Statement:
    """The SQL of a query of Django's, with places for values. `make` makes the query for stand-ins
    of these values; what it takes must give the same SQL with any others."""

    def __init__(self, make: Callable[..., Any], values: Sequence[Given]) -> None:
        self._connection = connections[DEFAULT_DB_ALIAS]
        stand_ins = [_stand_in(at, value) for at, value in enumerate(values)]
        self.compiler: Any = make(*stand_ins).get_compiler(DEFAULT_DB_ALIAS)
        self.sql, params = self.compiler.as_sql()
        places = {self._stored(stand_in): _Place(at) for at, stand_in in enumerate(stand_ins)}
        self._params = [places.get(param, param) for param in params]

    def filled(self, values: Sequence[Given]) -> list[Any]:
        """The parameters, for these values."""
        stored = [self._stored(value) for value in values]
        return [stored[p.at] if type(p) is _Place else p for p in self._params]

    def _stored(self, value: Given) -> Any:
        if isinstance(value, UUID):
            return UUIDField().get_db_prep_value(value, self._connection)
        return value


class _Place:
    """Where the value of this number goes among the parameters."""

    def __init__(self, at: int) -> None:
        self.at = at


def _stand_in(at: int, value: Given) -> Given:
    if isinstance(value, UUID):
        return UUID(int=_NUMBER + at)
    return f"{_TEXT}{at}" if isinstance(value, str) else _NUMBER + at


class _Asked:
    def __init__(self, build: Build, values: Sequence[Given]) -> None:
        made: list[Any] = []

        def query(*stand_ins: Given) -> Any:
            made.append(build(*stand_ins))
            return made[0].query

        self.statement = Statement(query, values)
        self.compiler = compiler = self.statement.compiler
        self._converters = compiler.get_converters([column[0] for column in compiler.select])
        self._model: Any = None
        if made[0]._iterable_class is ModelIterable:
            start, *_rest, last = compiler.klass_info["select_fields"]
            self._own = slice(start, last + 1)
            self._model = compiler.klass_info["model"]
            self._names = [column[0].target.attname for column in compiler.select[self._own]]
            populators: Any = get_related_populators
            self._beside = populators(compiler.klass_info, compiler.select, DEFAULT_DB_ALIAS)

    def read(self, rows: Iterable[Any]) -> Iterator[Any]:
        """As Django's own iterators of models and of values make them."""
        if self._converters:
            rows = self.compiler.apply_converters(rows, self._converters)
        if self._model is None:
            yield from map(tuple, rows)
            return
        for row in rows:
            thing = self._model.from_db(DEFAULT_DB_ALIAS, self._names, row[self._own])
            for related in self._beside:
                related.populate(row, thing)
            for name, place in self.compiler.annotation_col_map.items():
                setattr(thing, name, row[place])
            yield thing
