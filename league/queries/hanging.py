"""What hangs on a row: all that goes with it, and what stays and points at it.

Found by walking the registry of models, so that a model which comes later is taken along by
itself: what would be deleted with its target (CASCADE) goes, what would be emptied (SET_NULL) is
noted, what holds its target fast (PROTECT) is named.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import models
from django.db.models import Model

from league.models import Club

Field = models.ForeignKey[Any, Any]
# Lists of ids in one statement; SQLite takes no longer ones everywhere.
AT_ONCE = 500
# More steps than lie between a hand's cards and its club.
FARTHEST = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """Rows that stay and point at one that goes: `field` of `rows` points at `to`."""

    field: Field
    to: int
    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hanging:
    """`rows` are the numbers that go, by model, each after what it points at; `held` are rows
    outside of them that hold one of them fast."""

    rows: Mapping[type[Model], tuple[int, ...]]
    cuts: tuple[Cut, ...]
    held: tuple[Model, ...]

    def count(self, model: type[Model]) -> int:
        """How many rows of this model go."""
        return len(self.rows.get(model, ()))


def hanging_on(*roots: Model) -> Hanging:
    """Everything that goes with these rows, themselves included.

    A club is held fast by its people and its competitions, and takes them along all the same.
    """
    found: dict[type[Model], dict[int, None]] = defaultdict(dict)
    todo: list[tuple[type[Model], list[int]]] = []
    for root in roots:
        found[type(root)][root.pk] = None
        todo.append((type(root), [root.pk]))
    while todo:
        model, numbers = todo.pop()
        for field in pointing_at(model):
            if _goes_along(field):
                known = found[field.model]
                new = [pk for pk, _to in _pointing(field, numbers) if pk not in known]
                if new:
                    known.update(dict.fromkeys(new))
                    todo.append((field.model, new))
    cuts: list[Cut] = []
    held: list[Model] = []
    for model, ids in list(found.items()):
        for field in pointing_at(model):
            outside = [
                (pk, to) for pk, to in _pointing(field, list(ids)) if pk not in found[field.model]
            ]
            if field.remote_field.on_delete is models.SET_NULL:
                cuts += _cuts(field, outside)
            elif field.remote_field.on_delete is models.PROTECT:
                held += field.model._base_manager.filter(pk__in=[pk for pk, _to in outside[:20]])
    return Hanging(
        rows={model: tuple(found[model]) for model in _in_order(found) if found[model]},
        cuts=tuple(cuts),
        held=tuple(held),
    )


def pointing_at(model: type[Model]) -> list[Field]:
    """Every foreign key of the program that points at this model, in the registry's order."""
    return [
        relation.field
        for relation in model._meta.get_fields(include_hidden=True)
        if isinstance(relation, models.ManyToOneRel)
        and isinstance(relation.field, models.ForeignKey)
    ]


def pointing_from(model: type[Model]) -> list[Field]:
    """The foreign keys of a model."""
    return [
        field
        for field in model._meta.concrete_fields
        if isinstance(field, models.ForeignKey) and field.remote_field is not None
    ]


def ways_to(model: type[Model], target: type[Model]) -> list[str]:
    """How a query of `model` reaches the `target` it hangs on ("round__stage__competition"): every
    way, the shortest first; none when it hangs on none. Where a row can hang on one of two things,
    each has its way."""
    waiting: list[tuple[type[Model], tuple[str, ...]]] = [(model, ())]
    found = []
    while waiting:
        here, steps = waiting.pop(0)
        for field in pointing_from(here):
            way = (*steps, field.name)
            if field.related_model is target:
                found.append("__".join(way))
            elif field.remote_field.on_delete is models.CASCADE and len(way) < FARTHEST:
                waiting.append((field.related_model, way))
    return found


def in_parts(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    """A long list, a statement's worth at a time."""
    for start in range(0, len(numbers), AT_ONCE):
        yield numbers[start : start + AT_ONCE]


def _goes_along(field: Field) -> bool:
    on_delete = field.remote_field.on_delete
    whole_club = on_delete is models.PROTECT and field.related_model is Club
    return on_delete is models.CASCADE or whole_club


def _pointing(field: Field, numbers: Sequence[int]) -> list[tuple[int, int]]:
    rows: list[tuple[int, int]] = []
    for part in in_parts(numbers):
        same = field.model._base_manager.filter(**{f"{field.attname}__in": part})
        rows += same.order_by("pk").values_list("pk", field.attname)
    return rows


def _cuts(field: Field, outside: Sequence[tuple[int, int]]) -> list[Cut]:
    by_target: dict[int, list[int]] = defaultdict(list)
    for pk, to in outside:
        by_target[to].append(pk)
    return [Cut(field=field, to=to, rows=tuple(pks)) for to, pks in by_target.items()]


def _in_order(found: Mapping[type[Model], Any]) -> list[type[Model]]:
    """The models, each after those it points at."""
    ordered: dict[type[Model], None] = {}

    def place(model: type[Model], above: tuple[type[Model], ...]) -> None:
        if model in ordered or model in above:
            return
        for field in pointing_from(model):
            if field.related_model in found:
                place(field.related_model, (*above, model))
        ordered[model] = None

    for model in sorted(found, key=lambda one: one._meta.label):
        place(model, ())
    return list(ordered)
