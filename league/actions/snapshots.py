"""Rows as text that can be stored again exactly as they were, under their old numbers."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from django.apps import apps
from django.core import serializers
from django.db import models
from django.db.models import Model

from league.queries.hanging import Hanging, in_parts, pointing_from

Row = dict[str, Any]
Key = tuple[str, int]


def snapshot(hanging: Hanging) -> list[Row]:
    """The rows, each after what it points at."""
    rows: list[Row] = []
    for model, numbers in hanging.rows.items():
        for part in in_parts(numbers):
            rows += rows_as_text(model._base_manager.filter(pk__in=part).order_by("pk"))
    return rows


def rows_as_text(found: Iterable[Model]) -> list[Row]:
    """Rows as they can be kept in JSON, exactly."""
    rows: list[Row] = serializers.serialize("python", found)
    for row in rows:
        row["fields"] = {name: _plain(value) for name, value in row["fields"].items()}
    return rows


def take_out(hanging: Hanging) -> None:
    """Delete them, and empty what points at them from outside."""
    for cut in hanging.cuts:
        for part in in_parts(cut.rows):
            same = cut.field.model._base_manager.filter(pk__in=part)
            same.update(**{cut.field.attname: None})
    for model, numbers in reversed(list(hanging.rows.items())):
        for part in in_parts(numbers):
            model._base_manager.filter(pk__in=part).delete()


def put_back(rows: Iterable[Row]) -> int:
    """Store rows that are in nobody's way, and say how many. Fields that the program has given
    up since are left out; a row whose number is taken raises IntegrityError."""
    found = list(serializers.deserialize("python", rows, ignorenonexistent=True))
    for one in found:
        one.save(force_insert=True)
    return len(found)


def fitted(rows: Sequence[Row]) -> tuple[list[Row], list[Key]]:
    """The rows as they would be now, had they been here while other things were deleted: what
    pointed at an account that is closed says nobody, what hung on it is gone. And what of theirs
    is missing that they cannot be without."""
    kept = {(row["model"], row["pk"]): row for row in rows if _known(row["model"])}
    missing: dict[Key, None] = {}
    there = _there(kept)
    dropped = True
    while dropped:
        dropped = False
        for key, row in list(kept.items()):
            fields = dict(row["fields"])
            for field in pointing_from(apps.get_model(row["model"])):
                value = fields.get(field.name)
                if value is None:
                    continue
                target = (field.related_model._meta.label_lower, int(value))
                if target in kept or target in there:
                    continue
                on_delete = field.remote_field.on_delete
                if on_delete is models.SET_NULL:
                    fields[field.name] = None
                elif on_delete is models.CASCADE:
                    del kept[key]
                    dropped = True
                    break
                elif on_delete is models.PROTECT:
                    missing[target] = None
            else:
                kept[key] = {**row, "fields": fields}
    return list(kept.values()), list(missing)


def in_the_way(rows: Iterable[Row]) -> Model | None:
    """The first row that cannot be stored because another has its number or its place."""
    for row in rows:
        model = apps.get_model(row["model"])
        taken = model._base_manager.filter(pk=row["pk"]).first()
        if taken is not None:
            return taken
        for names, condition in _unique(model):
            where = {name: row["fields"].get(name) for name in names}
            if None in where.values():
                continue
            same = model._base_manager.filter(**where)
            if condition is not None:
                same = same.filter(condition)
            if (taken := same.first()) is not None:
                return taken
    return None


def _unique(model: type[Model]) -> list[tuple[tuple[str, ...], models.Q | None]]:
    alone = [((field.name,), None) for field in model._meta.concrete_fields if field.unique]
    together = [
        (tuple(one.fields), one.condition)
        for one in model._meta.constraints
        if isinstance(one, models.UniqueConstraint) and one.fields
    ]
    return [*alone, *together]


def _there(kept: Mapping[Key, Row]) -> set[Key]:
    """Which of the rows outside that these point at are there."""
    wanted: dict[type[Model], set[int]] = {}
    for row in kept.values():
        for field in pointing_from(apps.get_model(row["model"])):
            value = row["fields"].get(field.name)
            if value is not None:
                wanted.setdefault(field.related_model, set()).add(value)
    return {
        (model._meta.label_lower, pk)
        for model, numbers in wanted.items()
        for part in in_parts(sorted(numbers))
        for pk in model._base_manager.filter(pk__in=part).values_list("pk", flat=True)
    }


def _known(label: str) -> bool:
    try:
        apps.get_model(label)
    except LookupError:
        return False
    return True


def _plain(value: object) -> object:
    """A moment to the microsecond, a decimal as it is written: JSON's usual forms lose some."""
    if isinstance(value, date):  # a moment too
        return value.isoformat()
    return str(value) if isinstance(value, Decimal) else value
