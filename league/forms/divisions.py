"""Which partnership plays in which division."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from league.forms.fields import NameField
from league.models import Entry
from league.queries.divisions import Planned

MOST_DIVISIONS = 16


class DivisionsForm(forms.Form):
    """`count` names and a choice an entry. Valid, `planned` are the divisions, top first."""

    planned: list[Planned]

    def __init__(
        self, *args: Any, entries: Sequence[Entry], now: Sequence[Planned], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.entries = list(entries)
        self.count = len(now)
        at = {entry: number for number, one in enumerate(now, 1) for entry in one.entries}
        for number, one in enumerate(now, 1):
            self.fields[f"name{number}"] = NameField(
                label=_("Division %(n)d") % {"n": number}, most=60, initial=one.name
            )
        choices = [(number, one.name) for number, one in enumerate(now, 1)]
        for entry in self.entries:
            self.fields[f"entry{entry.pk}"] = forms.TypedChoiceField(
                label=str(entry),
                coerce=int,
                choices=choices,
                initial=at.get(entry.pk, len(now)),
            )

    def names(self) -> list[forms.BoundField]:
        return [self[f"name{number}"] for number in range(1, self.count + 1)]

    def places(self) -> list[tuple[Entry, forms.BoundField]]:
        return [(entry, self[f"entry{entry.pk}"]) for entry in self.entries]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            self.planned = [
                Planned(
                    name=cleaned[f"name{number}"],
                    entries=tuple(
                        entry.pk for entry in self.entries if cleaned[f"entry{entry.pk}"] == number
                    ),
                )
                for number in range(1, self.count + 1)
            ]
        return cleaned
