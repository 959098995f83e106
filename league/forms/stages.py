"""A stage whose rounds are drawn one by one: how, how many, when."""

from collections.abc import Mapping
from datetime import date, time
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.forms.deletions import DeleteForm
from league.forms.fields import PointsField
from league.forms.nights import ClockField, DayField, start_of
from league.models import Stage

MOST_ROUNDS = 60
KINDS = [
    (
        Stage.Kind.SWISS,
        gettext_lazy("Swiss: those level meet, and nobody meets twice while that can be helped."),
    ),
    (Stage.Kind.RANDOM, gettext_lazy("By lot each round, nobody twice while that can be helped.")),
    (
        Stage.Kind.ROTATING,
        gettext_lazy("Rotating partners: players enter alone and each has a place of their own."),
    ),
]


class StageForm(forms.Form):
    """Valid, it has `kind`, `rounds`, `keep_clubs_apart` and `told` (see StagePlan)."""

    kind = forms.ChoiceField(
        label=gettext_lazy("How each round is drawn"), choices=KINDS, widget=forms.RadioSelect
    )
    rounds = PointsField(label=gettext_lazy("Rounds"), min_value=1, max_value=MOST_ROUNDS)
    keep_clubs_apart = forms.BooleanField(
        label=gettext_lazy("Keep people of one club apart where it costs nothing"), required=False
    )
    first_night = DayField(label=gettext_lazy("Day"), required=False)
    clock = ClockField(label=gettext_lazy("First round starts at"), required=False)
    minutes = PointsField(
        label=gettext_lazy("Minutes from one round to the next"),
        min_value=5,
        max_value=20_160,
        required=False,
    )

    told: dict[str, Any]

    def __init__(self, *args: Any, stage: Stage | None = None, **kwargs: Any) -> None:
        """`stage` is one that stands: its kind does not change any more."""
        initial: dict[str, Any] = {"kind": "swiss", "rounds": 5, "minutes": 45}
        initial["keep_clubs_apart"] = True
        if stage is not None:
            initial = {**stage.draw, "kind": stage.kind}
        kwargs["initial"] = {**_times(initial), **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        if stage is not None:
            del self.fields["kind"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        self.told = {"first_night": None, "clock": None, "minutes": None}
        day, clock = cleaned["first_night"], cleaned["clock"]
        if day is None:
            return cleaned
        if clock is None:
            self.add_error("clock", _("Choose the time."))
            return cleaned
        try:
            start_of(day, clock)
        except ValidationError as problem:
            self.add_error("clock", problem)
        self.told = {
            "first_night": str(day),
            "clock": clock.strftime("%H:%M"),
            "minutes": cleaned["minutes"] or 45,
        }
        return cleaned


class DeleteRoundForm(DeleteForm):
    """Why a round is deleted, and that what is on its sheets goes with it."""

    field_order = ["typed", "reason", "with_results"]
    reason = forms.CharField(
        label=gettext_lazy("Why"),
        max_length=200,
        widget=forms.TextInput(attrs={"dir": "auto"}),
        error_messages={"required": gettext_lazy("Say why the round is deleted.")},
    )
    with_results = forms.BooleanField(
        label=gettext_lazy("Delete what is written on its sheets too"), required=False
    )


def _times(told: Mapping[str, Any]) -> dict[str, Any]:
    """Day and time as values, from the text that is stored."""
    day, clock = told.get("first_night"), told.get("clock")
    return {
        **told,
        "first_night": date.fromisoformat(day) if day else None,
        "clock": time.fromisoformat(clock) if clock else None,
    }
