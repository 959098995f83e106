"""Querysets whose SQL is made once: for what is asked with every hand, where making it costs more
than running it."""

from collections.abc import Callable, Iterator, Sequence
from threading import local
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import QuerySet
from django.db.models.query import ModelIterable, get_related_populators

# The largest number that a row can have.
LARGEST = 2**63 - 1
# What stands in the SQL's parameters for each of ours while it is made.
_NUMBER, _TEXT = 2**62, "\N{REPLACEMENT CHARACTER} in the place of "


class Ready:
    """`Ready(build)(3, "a")` gives what `list(build(3, "a"))` gives, for numbers and texts.

    `build` makes a queryset, or one of `values_list`, and always with the same SQL: no lock, no
    prefetching, no None among its parameters. A number that no row can have finds nothing. Each
    thread has a connection and SQL of its own.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, Any]]) -> None:
        self._build = build
        self._own = local()

    def __call__(self, *values: int | str) -> list[Any]:
        if any(isinstance(value, int) and value > LARGEST for value in values):
            return []
        connection = connections[DEFAULT_DB_ALIAS]
        made: _Made | None = getattr(self._own, "made", None)
        if made is None or made.compiler.connection is not connection:
            made = self._own.made = _Made(self._build, values)
        with connection.cursor() as cursor:
            cursor.execute(
                made.sql, [values[p.at] if type(p) is _Place else p for p in made.params]
            )
            return list(made.read(cursor.fetchall()))


class _Place:
    """Where the value of this number goes among the parameters."""

    def __init__(self, at: int) -> None:
        self.at = at


class _Made:
    def __init__(
        self, build: Callable[..., QuerySet[Any, Any]], values: Sequence[int | str]
    ) -> None:
        stand_ins = [
            f"{_TEXT}{at}" if isinstance(value, str) else _NUMBER + at
            for at, value in enumerate(values)
        ]
        places = {stand_in: _Place(at) for at, stand_in in enumerate(stand_ins)}
        queryset: Any = build(*stand_ins)
        self.gives_models = queryset._iterable_class is ModelIterable
        self.compiler: Any = queryset.query.get_compiler(DEFAULT_DB_ALIAS)
        self.sql, params = self.compiler.as_sql()
        self.params = [places.get(param, param) for param in params]

    def read(self, rows: list[Any]) -> Iterator[Any]:
        """As Django's own iterators of models and of values make them."""
        compiler = self.compiler
        found = compiler.results_iter([rows], tuple_expected=True)
        if not self.gives_models:
            yield from found
            return
        start, *_rest, last = compiler.klass_info["select_fields"]
        own = slice(start, last + 1)
        model = compiler.klass_info["model"]
        names = [column[0].target.attname for column in compiler.select[own]]
        populators: Any = get_related_populators
        beside = populators(compiler.klass_info, compiler.select, DEFAULT_DB_ALIAS)
        for row in found:
            thing = model.from_db(DEFAULT_DB_ALIAS, names, row[own])
            for related in beside:
                related.populate(row, thing)
            for name, place in compiler.annotation_col_map.items():
                setattr(thing, name, row[place])
            yield thing
