"""What `?after=5` or `?on=2026-11-24` asks of the standings."""

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.fields import PointsField
from league.queries.moments import Moment


class MomentForm(forms.Form):
    """The table after a round, or as of a night. Valid, `moment` is None for the table now."""

    after = PointsField(min_value=1, max_value=9_999, required=False)
    on = forms.DateField(
        label=_("As of the night of"),
        required=False,
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"invalid": _("Write the day as 2026-11-24.")},
    )

    moment: Moment | None = None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        after: int | None = cleaned.get("after")
        on: date | None = cleaned.get("on")
        if on is not None:
            self.moment = Moment(on=on)
        elif after is not None:
            self.moment = Moment(after=after)
        return cleaned
