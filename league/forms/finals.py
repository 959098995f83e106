"""The championship final: who, when, at which table."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.forms.fields import NameField, PointsField
from league.forms.nights import ClockField, DayField, start_of
from league.models import Entry

BEST_OF = [
    (3, gettext_lazy("Best of three games")),
    (1, gettext_lazy("One game")),
    (5, gettext_lazy("Best of five games")),
]


class FinalForm(forms.Form):
    """Valid, it has `entries` (two of the competition) and `starts_at` (UTC)."""

    entry_a = forms.TypedChoiceField(
        label=gettext_lazy("First partnership"),
        coerce=int,
        error_messages={"required": gettext_lazy("Choose who plays.")},
    )
    entry_b = forms.TypedChoiceField(
        label=gettext_lazy("Second partnership"),
        coerce=int,
        error_messages={"required": gettext_lazy("Choose who plays.")},
    )
    name = NameField(label=gettext_lazy("Name"), most=60)
    best_of = forms.TypedChoiceField(label=gettext_lazy("Played as"), choices=BEST_OF, coerce=int)
    day = DayField(label=gettext_lazy("Day"))
    clock = ClockField(label=gettext_lazy("Starts at"))
    table = PointsField(label=gettext_lazy("Table"), min_value=1, max_value=999)
    publish = forms.BooleanField(
        label=gettext_lazy("Show it to everybody now"),
        help_text=gettext_lazy("Otherwise it waits as a draft that only organizers see."),
        required=False,
    )

    entries: tuple[Entry, Entry]
    starts_at: datetime

    def __init__(
        self, *args: Any, field: Sequence[Entry], leaders: Sequence[int], **kwargs: Any
    ) -> None:
        """`field`: the entries to choose from, in order; `leaders`: the ids chosen at first."""
        kwargs["initial"] = {
            "name": _("Championship final"),
            "best_of": 3,
            "day": timezone.localdate() + timedelta(days=7),
            "clock": "19:00",
            "table": 1,
            "publish": True,
            "entry_a": leaders[0] if leaders else None,
            "entry_b": leaders[1] if len(leaders) > 1 else None,
            **kwargs.get("initial", {}),
        }
        super().__init__(*args, **kwargs)
        self.by_number = {entry.pk: entry for entry in field}
        choices = [("", _("Choose"))] + [(entry.pk, str(entry)) for entry in field]
        for name in ("entry_a", "entry_b"):
            self.fields[name].choices = choices  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        self.entries = (self.by_number[cleaned["entry_a"]], self.by_number[cleaned["entry_b"]])
        if self.entries[0] == self.entries[1]:
            self.add_error("entry_b", _("A final takes two different partnerships."))
        try:
            self.starts_at = start_of(cleaned["day"], cleaned["clock"])
        except ValidationError as problem:
            self.add_error("clock", problem)
        return cleaned
