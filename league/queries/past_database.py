"""A moment of a competition in a database of its own, in memory, to be read like the real one.

So a table of the past comes from the same queries as the one of now, and from nothing stored now
but names: those are looked up today. What else was written in words is left empty.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from typing import Any

from django.apps import apps
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import CharField, Model, TextField
from django.db.utils import ConnectionHandler
from django.utils.translation import gettext as _

from league.models import Club, Competition, Division, Player, Round
from league.queries.kept_rows import KEPT, fields_of
from league.queries.merges import players_named
from league.queries.past import Image, PastState
from league.queries.past_router import ALIAS, moment_shown

# The columns that name a person.
_PEOPLE = (
    ("partnership", ("first_id", "second_id")),
    ("entrant", ("player_id",)),
    ("lineup", ("player_id", "substitute_for_id")),
    ("seating", ("player_id",)),
    ("match", ("signed_by_id",)),
    ("ruling", ("claimant_id", "accused_id")),
)


@contextmanager
def past_database(state: PastState, moment: datetime) -> Iterator[Competition]:
    """Inside, every query reads the competition (given) as it stood at `moment`.

    What is shown of it has to be made inside: rows of then have no database any more afterwards.
    """
    rows = [*_named_rows(state), *_kept_rows(state)]
    database = _in_memory()
    try:
        _fill(database, rows)
        connections[ALIAS] = database
        token = moment_shown.set(moment)
        try:
            yield Competition.objects.select_related("club").get()
        finally:
            moment_shown.reset(token)
            del connections[ALIAS]
    finally:
        database.connection.close()


def _in_memory() -> BaseDatabaseWrapper:
    made: BaseDatabaseWrapper = _handler().create_connection(ALIAS)
    made.disable_constraint_checking()
    with made.cursor() as cursor:
        # Words are left out, and some tables ask for them.
        cursor.execute("PRAGMA ignore_check_constraints = ON")
        for statement in _tables():
            cursor.execute(statement)
    return made


def _handler() -> ConnectionHandler:
    engine = "django.db.backends.sqlite3"
    return ConnectionHandler({"default": {}, ALIAS: {"ENGINE": engine, "NAME": ":memory:"}})


@cache
def _tables() -> tuple[str, ...]:
    """The statements that make the program's tables."""
    database: BaseDatabaseWrapper = _handler().create_connection(ALIAS)
    database.disable_constraint_checking()
    with database.schema_editor(collect_sql=True, atomic=False) as editor:
        for model in apps.get_app_config("league").get_models():
            editor.create_model(model)
        collected = tuple(editor.collected_sql)
    database.connection.close()
    return tuple(one for one in collected if one.upper().startswith("CREATE TABLE"))


def _fill(database: BaseDatabaseWrapper, rows: Iterable[tuple[type[Model], Image]]) -> None:
    by_model: dict[type[Model], list[Image]] = {}
    for model, row in rows:
        by_model.setdefault(model, []).append(row)
    with database.cursor() as cursor:
        for model, found in by_model.items():
            fields = model._meta.concrete_fields
            columns = ", ".join(f'"{field.column}"' for field in fields)
            places = ", ".join(["%s"] * len(fields))
            cursor.executemany(
                f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES ({places})',  # noqa: S608
                [
                    [field.get_db_prep_save(row.get(field.attname), database) for field in fields]
                    for row in found
                ],
            )


def _kept_rows(state: PastState) -> Iterator[tuple[type[Model], Image]]:
    names = _names_now(state)
    for kept in KEPT:
        model = kept.model
        known = {field.attname for field in fields_of(model)}
        for pk, image in state.rows[kept.kind].items():
            row: Image = {}
            for field in model._meta.concrete_fields:
                value = image.get(field.attname) if field.attname in known else None
                if value is not None:
                    row[field.attname] = _with_words(field.to_python(value))
                elif not field.null:
                    words = isinstance(field, CharField | TextField)
                    row[field.attname] = "" if words else field.get_default()
            if kept.kind in names:
                row["name"] = names[kept.kind].get(pk, "")
            if kept.kind == "division" and not row["name"]:
                row["name"] = _("Division %(number)d") % {"number": row["number"]}
            yield model, row


def _with_words(value: Any) -> Any:
    """JSON whose words were left out, with what reads it has to find there."""
    if isinstance(value, list):
        return [_with_words(one) for one in value]
    if not isinstance(value, dict):
        return value
    filled = {key: _with_words(one) for key, one in value.items()}
    for place, one in enumerate(filled.get("divisions") or [], 1):
        if isinstance(one, dict):
            one.setdefault("name", _("Division %(number)d") % {"number": place})
    for key in ("swaps", "seed_swaps"):
        for one in filled.get(key) or []:
            if isinstance(one, dict):
                one.setdefault("reason", "")
    return filled


def _names_now(state: PastState) -> dict[str, dict[int, str]]:
    """What competitions, divisions and rounds are called today, by kind and number."""
    return {
        str(model._meta.model_name): dict(
            model._base_manager.filter(
                pk__in=list(state.rows[str(model._meta.model_name)])
            ).values_list("pk", "name")
        )
        for model in (Competition, Division, Round)
    }


def _named_rows(state: PastState) -> Iterator[tuple[type[Model], Image]]:
    """The people and their clubs, under today's names."""
    numbers = {
        image[column]
        for kind, columns in _PEOPLE
        for image in state.rows[kind].values()
        for column in columns
        if image.get(column)
    }
    people = players_named(numbers)
    home = next(iter(state.rows["competition"].values()))["club_id"]
    for number in numbers:
        player = people.get(number)
        yield (
            Player,
            {
                "id": number,
                "club_id": player.club_id if player else home,
                "name": player.called if player else _("A former player"),
                "full_name": "",
                "created_at": state.at,
            },
        )
    clubs = {home, *(player.club_id for player in people.values())}
    clubs |= {image["club_id"] for image in state.rows["partnership"].values()}
    yield from _clubs(sorted(clubs), state.at)


def _clubs(numbers: Sequence[int], at: datetime) -> Iterator[tuple[type[Model], Image]]:
    there = Club.objects.in_bulk(numbers)
    for number in numbers:
        club = there.get(number) or Club(
            pk=number, name=_("A former club"), slug=f"former-{number}", created_at=at
        )
        yield (
            Club,
            {field.attname: field.value_from_object(club) for field in Club._meta.concrete_fields},
        )
