"""A round's name and its date; closing it."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy

from league.forms.fields import NameField, WordsField, tidy_name
from league.forms.nights import ClockField, DayField, typed_start
from league.models import Round


class RoundForm(forms.Form):
    """Valid, it has `starts_at` (UTC), None while the round is postponed with no date yet."""

    name = NameField(
        label=gettext_lazy("Name"),
        help_text=gettext_lazy("Such as “Christmas night”. Without one it is called by number."),
        most=60,
        required=False,
    )
    day = DayField(
        label=gettext_lazy("Day"),
        help_text=gettext_lazy("Empty: postponed, no date yet."),
        required=False,
    )
    clock = ClockField(label=gettext_lazy("Starts at"), required=False)
    reason = WordsField(label=gettext_lazy("Why it moves"), max_length=200, required=False)

    starts_at: datetime | None

    def __init__(self, *args: Any, shown: Round, **kwargs: Any) -> None:
        local = timezone.localtime(shown.starts_at) if shown.starts_at else None
        kwargs["initial"] = {
            "name": shown.name,
            "day": local.date() if local else None,
            "clock": local.time() if local else None,
        }
        super().__init__(*args, **kwargs)

    def clean_reason(self) -> str:
        return tidy_name(self.cleaned_data["reason"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        day, clock = cleaned["day"], cleaned["clock"]
        self.starts_at = None
        if day is not None:
            self.starts_at = typed_start(self, day, clock)
        return cleaned


class CloseForm(forms.Form):
    """Whether a round is closed although results are missing."""

    with_missing = forms.BooleanField(
        label=gettext_lazy("Close it all the same; those results can still come in"),
        required=False,
    )
