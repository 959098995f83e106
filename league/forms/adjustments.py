"""A penalty or a bonus."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.forms.fields import HalvesField, PointsField, WordsField, tidy_name
from league.models import Entrant, Entry


class FiguresForm(forms.Form):
    """What a penalty or a bonus comes to, and by which rule. Whoever extends it has a `reason`,
    which must say something."""

    match_points = HalvesField(
        label=gettext_lazy("Match points"),
        help_text=gettext_lazy("Such as −1 or −½."),
        min_value=-999,
        max_value=999,
        required=False,
    )
    points = PointsField(
        label=gettext_lazy("Points scored"),
        help_text=gettext_lazy("Such as −100."),
        min_value=-99_999,
        max_value=99_999,
        required=False,
    )
    rule = WordsField(
        label=gettext_lazy("By which rule"),
        help_text=gettext_lazy("Such as house rule 4."),
        max_length=60,
        required=False,
    )

    def clean_reason(self) -> str:
        reason = tidy_name(self.cleaned_data["reason"])
        if not reason:
            raise forms.ValidationError(self.fields["reason"].error_messages["required"])
        return reason


class AdjustmentForm(FiguresForm):
    """Valid, `entry` is the id of the chosen entry, or of the player entered alone, and `by_number`
    has it; figures below 0 take away."""

    entry = forms.TypedChoiceField(
        label=gettext_lazy("Partnership"),
        coerce=int,
        error_messages={"required": gettext_lazy("Choose who it is for.")},
    )
    reason = WordsField(
        label=gettext_lazy("Why"),
        help_text=gettext_lazy("Everybody can read it below the table."),
        max_length=200,
        error_messages={"required": gettext_lazy("Say why, in a few words.")},
    )
    field_order = ["entry", "match_points", "points", "reason", "rule"]  # as on the page

    def __init__(self, *args: Any, field: Sequence[Entry | Entrant], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["match_points"].help_text = _("Such as 1 or ½, or −2 as a penalty.")
        if any(isinstance(one, Entrant) for one in field):
            self.fields["entry"].label = _("Player")
        self.by_number = {entry.pk: entry for entry in field}
        choices = [("", _("Choose"))] + [(entry.pk, str(entry)) for entry in field]
        self.fields["entry"].choices = choices  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors and not cleaned["match_points"] and not cleaned["points"]:
            self.add_error("match_points", _("Write how many match points or points."))
        return cleaned
