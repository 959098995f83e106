"""Writes whose SQL is made once, as the reads of `league.queries.ready`: for what is stored with
every hand."""

from collections.abc import Callable
from functools import cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.models import Field, Model, QuerySet
from django.db.models.sql import InsertQuery, UpdateQuery

from league.queries.ready import Given, Statement


class ReadyUpdate:
    """`ReadyUpdate(build, **changes)(3)` does what `build(3).update(**changes)` does, and gives how
    many rows it changed. `build` as for `Ready`, of one table alone."""

    def __init__(self, build: Callable[..., QuerySet[Any, Any]], **changes: Any) -> None:
        self._build, self._changes = build, changes
        self._made: Statement | None = None

    def __call__(self, *values: Given) -> int:
        if self._made is None:
            self._made = Statement(self._query, values)
        with transaction.mark_for_rollback_on_error(DEFAULT_DB_ALIAS), _cursor() as cursor:
            cursor.execute(self._made.sql, self._made.filled(values))
            changed: int = cursor.rowcount
        return changed

    def _query(self, *values: Given) -> UpdateQuery:
        query: Any = self._build(*values).query.chain(UpdateQuery)
        query.add_update_values(self._changes)
        return query


def insert(thing: Model) -> None:
    """Store a new row, as `thing.save(force_insert=True)` does for a model without a parent whose
    numbers the database gives."""
    sql, fields = _insert(type(thing))
    connection = connections[DEFAULT_DB_ALIAS]
    values = [
        field.get_db_prep_save(field.pre_save(thing, add=True), connection) for field in fields
    ]
    with transaction.mark_for_rollback_on_error(DEFAULT_DB_ALIAS), _cursor() as cursor:
        cursor.execute(sql, values)
        [thing.pk] = cursor.fetchone()
    thing._state.adding, thing._state.db = False, DEFAULT_DB_ALIAS


@cache
def _insert(model: type[Model]) -> tuple[str, list["Field[Any, Any]"]]:
    """The SQL, with a place for each of these fields."""
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    query = InsertQuery(model)
    query.insert_values(fields, [model()], raw=True)
    compiler: Any = query.get_compiler(DEFAULT_DB_ALIAS)
    compiler.returning_fields = [model._meta.pk]
    [(sql, _params)] = compiler.as_sql()
    return sql, fields


def _cursor() -> Any:
    return connections[DEFAULT_DB_ALIAS].cursor()
