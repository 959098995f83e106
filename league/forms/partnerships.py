"""Two names that play together."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.forms.fields import NameField
from league.forms.pasted_lines import PastedLine
from league.forms.pasted_names import Reading, read_paste
from league.models import Club

_SIDES = ("one", "other")


class PartnershipForm(forms.Form):
    """Two names; a new name is a new person. `reading` holds who they are found to be.

    When a name could be several people, a choice between them appears below it.
    """

    one = NameField(label=gettext_lazy("First player"))
    other = NameField(label=gettext_lazy("Partner"))

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        self.club = club
        self.reading: Reading | None = None
        super().__init__(*args, **kwargs)
        for side in _SIDES:
            self.fields[side].widget.attrs["list"] = "people-here"

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if any(side not in cleaned for side in _SIDES):
            return cleaned
        names = tuple(cleaned[side] for side in _SIDES)
        line = PastedLine(number=1, text="", names=names)
        self.reading = read_paste(self.club, [line], self.data)
        row = self.reading.rows[0]
        for side, place in zip(_SIDES, row.places, strict=True):
            if not place.chosen:
                self.add_error(side, _("Choose who is meant: the name is known."))
        if row.problem:
            self.add_error("other", row.problem)
        return cleaned
