"""Where free text speaks of a person: reasons, notes, disputes, and the words of the log.

A name is looked for as people write it, without capitals and accents. Anywhere, the whole name
counts, with an initial too ("Anne MacNeil", "A. MacNeil", "Anne M."); at the person's own tables
and entries a part of it does ("Anne was late").
"""

import re
from collections.abc import Callable, Collection, Iterator
from typing import Any

from django.apps import apps
from django.db import models
from django.db.models import Model, Q

from league.models import AuditText, Entrant, Entry, Lineup, Match, Partnership, Player, Seating
from league.queries.audit_words import is_words
from league.queries.hanging import in_parts, pointing_from, ways_to
from league.queries.people import search_key

# What things, people and keys are called, and nobody's remark.
NAMES = frozenset({"name", "full_name", "label", "title", "place", "names"})
# Shorter parts of a name are in too many other words.
SHORTEST = 3
_WORD = re.compile(r"[\w'’]+")
Tables = dict[type[Model], set[int]]
Key = tuple[str, Any]


class Mentions:
    """What speaks of somebody who bears one of these names."""

    def __init__(self, names: Collection[str]) -> None:
        self._wholes: list[list[str]] = []
        self._parts: set[str] = set()
        for name in names:
            words = [_plain(word.group()) for word in _WORD.finditer(name)]
            self._parts |= {word for word in words if len(word) >= SHORTEST}
            if len(words) > 1:
                first, last = words[0], words[-1]
                self._wholes += [words, [first, last], [first[:1], last], [first, last[:1]]]

    def in_text(self, text: str, *, near: bool = False) -> bool:
        """Whether the text speaks of the person; `near`: it stands at a table of theirs."""
        words = [_plain(word.group()) for word in _WORD.finditer(text)]
        return bool(near and self._parts & set(words)) or next(self._found(words), None) is not None

    def without(self, text: str, blank: str) -> str:
        """The text with `blank` wherever the whole name stands."""
        words = list(_WORD.finditer(text))
        for start, end in reversed(list(self._found([_plain(word.group()) for word in words]))):
            text = text[: words[start].start()] + blank + text[words[end - 1].end() :]
        return text

    def _found(self, words: list[str]) -> Iterator[tuple[int, int]]:
        place = 0
        while place < len(words):
            lengths = [
                len(whole) for whole in self._wholes if words[place : place + len(whole)] == whole
            ]
            if lengths:
                yield place, place + max(lengths)
            place += max(lengths, default=1)


def is_remark(key: str) -> bool:
    """Whether somebody's remark stands in the column, or under the key, of this name."""
    return is_words(key) and key not in NAMES and not key.endswith("_name")


def remark_fields(model: type[Model]) -> list[str]:
    """The columns of a model in which people write remarks."""
    return [
        field.name
        for field in model._meta.concrete_fields
        if isinstance(field, models.CharField | models.TextField)
        and not field.choices
        and is_remark(field.name)
    ]


def json_fields(model: type[Model]) -> list[str]:
    """The columns of a model that hold JSON, in which remarks can stand too."""
    fields = model._meta.concrete_fields
    return [field.name for field in fields if isinstance(field, models.JSONField)]


def remarks() -> Iterator[tuple[type[Model], str, dict[int, str]]]:
    """Every remark that is stored but in the log: model, column, and the texts by row."""
    for model in apps.get_app_config("league").get_models():
        if model is AuditText:
            continue
        for name in remark_fields(model):
            written = model._base_manager.exclude(**{name: ""})
            yield model, name, dict(written.values_list("pk", name))


def remarks_in(kept: Any, change: Callable[[str, str], str]) -> Any:
    """JSON with the words in it put through `change(key, text)`."""
    if isinstance(kept, list):
        return [remarks_in(one, change) for one in kept]
    if not isinstance(kept, dict):
        return kept
    return {
        key: change(key, one) if isinstance(one, str) and is_words(key) else remarks_in(one, change)
        for key, one in kept.items()
    }


def tables_of(player: Player) -> Tables:
    """The matches, entries and places among the entrants that are the player's own."""
    sat = Q(pk__in=Lineup.objects.filter(player=player).values("match"))
    sat |= Q(pk__in=Seating.objects.filter(player=player).values("game__match"))
    entered = Q(partnership__first=player) | Q(partnership__second=player)
    return {
        Match: set(Match.objects.filter(sat).values_list("pk", flat=True)),
        Entry: set(Entry.objects.filter(entered).values_list("pk", flat=True)),
        Entrant: set(Entrant.objects.filter(player=player).values_list("pk", flat=True)),
    }


def near(tables: Tables, model: type[Model], numbers: Collection[int]) -> set[int]:
    """Which of these rows are, or hang on, one of the tables."""
    found: set[int] = set()
    for target, own in tables.items():
        if model is target:
            found |= own & set(numbers)
        for way in ways_to(model, target):
            for part in in_parts(list(numbers)):
                rows = model._base_manager.filter(pk__in=part).values_list("pk", way)
                found |= {pk for pk, to in rows if to in own}
    return found


def near_among(rows: Collection[dict[str, Any]], people: Collection[int]) -> set[Key]:
    """Which of these serialized rows (each after what it points at) are, or hang on, a table, an
    entry or a partnership of one of these players, by model and number."""
    pairs = Partnership.objects.filter(Q(first__in=people) | Q(second__in=people))
    own: set[Key] = {("league.partnership", pk) for pk in pairs.values_list("pk", flat=True)}
    games: dict[int, int] = {}
    for row in rows:
        fields, here = row["fields"], (row["model"], row["pk"])
        match row["model"]:
            case "league.partnership":
                own |= {here} if {fields["first"], fields["second"]} & set(people) else set()
            case "league.entry":
                own |= {here} if ("league.partnership", fields["partnership"]) in own else set()
            case "league.entrant":
                own |= {here} if fields["player"] in people else set()
            case "league.game":
                games[row["pk"]] = fields["match"]
            case "league.lineup" if fields["player"] in people:
                own.add(("league.match", fields["match"]))
            case "league.seating" if fields["player"] in people:
                own.add(("league.match", games[fields["game"]]))
    known = {model._meta.label_lower for model in apps.get_models()}
    for row in rows:
        model = apps.get_model(row["model"]) if row["model"] in known else None
        for field in pointing_from(model) if model else ():
            target = (field.related_model._meta.label_lower, row["fields"].get(field.name))
            if field.remote_field.on_delete is models.CASCADE and target in own:
                own.add((row["model"], row["pk"]))
    return own


def _plain(word: str) -> str:
    return search_key(word).replace("'", "")
