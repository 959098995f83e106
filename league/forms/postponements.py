"""When a match that was put off is made up."""

from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.forms.fields import PointsField, WordsField, tidy_name
from league.forms.nights import ClockField, DayField, typed_start
from league.models import Match
from league.queries.matches import table_of


class PostponeForm(forms.Form):
    """Valid, it has `starts_at` (UTC), None while the day is open; an empty table is its own."""

    day = DayField(
        label=gettext_lazy("Made up on"),
        help_text=gettext_lazy("Empty: put off, no day yet."),
        required=False,
    )
    clock = ClockField(label=gettext_lazy("Starts at"), required=False)
    table = PointsField(label=gettext_lazy("Table"), min_value=1, max_value=999, required=False)
    reason = WordsField(
        label=gettext_lazy("Why"),
        max_length=200,
        error_messages={"required": gettext_lazy("Say why, in a few words.")},
    )

    starts_at: datetime | None

    def __init__(self, *args: Any, shown: Match, **kwargs: Any) -> None:
        local = timezone.localtime(shown.starts_at) if shown.starts_at else None
        usual = shown.round.starts_at
        clock = local.time() if local else timezone.localtime(usual).time() if usual else None
        kwargs["initial"] = {
            "day": local.date() if local else None,
            "clock": clock,
            "table": table_of(shown),
        }
        super().__init__(*args, **kwargs)

    def clean_reason(self) -> str:
        reason = tidy_name(self.cleaned_data["reason"])
        if not reason:
            raise ValidationError(_("Say why, in a few words."))
        return reason

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self.starts_at = None
        day, clock = cleaned.get("day"), cleaned.get("clock")
        if not self.errors and day is not None:
            self.starts_at = typed_start(self, day, clock)
        return cleaned
