"""References turned from one row to another, in the tables and in what was deleted, and back."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.apps import apps

from league.models import Deletion
from league.queries.hanging import Field, in_parts

Turned = dict[str, Any]


def turn_reference(field: Field, old: int, new: int) -> Iterator[Turned]:
    """Let every row that points at `old` by this field point at `new`; says which, or nothing."""
    label, name = field.model._meta.label_lower, field.name
    same = field.model._base_manager.filter(**{field.attname: old}).order_by("pk")
    rows = [*same.values_list("pk", flat=True), *_in_deleted(label, name, old)]
    turned = {"model": label, "field": name, "from": old, "to": new, "rows": rows}
    if rows:
        _turn(turned, "from", "to")
        yield turned


def turn_back(turned: Mapping[str, Any]) -> None:
    """Let the rows point where they pointed, as far as they are there and were not turned on."""
    _turn(turned, "to", "from")


def _turn(turned: Mapping[str, Any], now: str, then: str) -> None:
    model, name = apps.get_model(turned["model"]), turned["field"]
    for part in in_parts(turned["rows"]):
        same = model._base_manager.filter(pk__in=part, **{name: turned[now]})
        same.update(**{name: turned[then]})
    wanted = set(turned["rows"])
    for kept in Deletion.objects.select_for_update(of=("self",)).filter(restored_at=None):
        hit = [
            row
            for row in kept.rows
            if row["model"] == turned["model"]
            and row["pk"] in wanted
            and row["fields"].get(name) == turned[now]
        ]
        for row in hit:
            row["fields"][name] = turned[then]
        if hit:
            kept.save(update_fields=["rows"])


def entries_in_deleted(partnership: int) -> list[int]:
    """The entries of this partnership in competitions that were deleted."""
    return _in_deleted("league.entry", "partnership", partnership)


def _in_deleted(label: str, name: str, old: int) -> list[int]:
    return [
        row["pk"]
        for kept in Deletion.objects.filter(restored_at=None)
        for row in kept.rows
        if row["model"] == label and row["fields"].get(name) == old
    ]
