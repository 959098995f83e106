"""Two seeds of a bracket that are exchanged."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.forms.fields import PointsField, tidy_name
from league.models import Entry
from league.queries.seeds import SeedPlace


class SeedSwapForm(forms.Form):
    """Valid, it has `one` and `other` (entries), `reason`, `count` and `anyway`."""

    one = forms.TypedChoiceField(
        label=gettext_lazy("Who moves"),
        coerce=int,
        error_messages={"required": gettext_lazy("Choose who moves.")},
    )
    other = forms.TypedChoiceField(
        label=gettext_lazy("In the place of"),
        coerce=int,
        error_messages={"required": gettext_lazy("Choose in whose place.")},
    )
    reason = forms.CharField(
        label=gettext_lazy("Why"),
        help_text=gettext_lazy("Everybody sees it with the bracket, with your name."),
        max_length=200,
        widget=forms.TextInput(attrs={"dir": "auto"}),
        error_messages={"required": gettext_lazy("Say why: everybody sees it with the bracket.")},
    )
    count = PointsField(widget=forms.HiddenInput, max_value=9_999)
    anyway = forms.BooleanField(label=gettext_lazy("Do it all the same"), required=False)

    def __init__(self, *args: Any, places: Iterable[SeedPlace], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        everybody = list(places)
        self.entries = {place.entry.pk: place.entry for place in everybody}
        choices = [("", "—"), *((place.entry.pk, _seed(place)) for place in everybody)]
        for name in ("one", "other"):
            self.fields[name].choices = choices  # type: ignore[attr-defined]

    def clean_one(self) -> Entry:
        return self.entries[self.cleaned_data["one"]]

    def clean_other(self) -> Entry:
        return self.entries[self.cleaned_data["other"]]

    def clean_reason(self) -> str:
        return tidy_name(self.cleaned_data["reason"])


def _seed(place: SeedPlace) -> str:
    text = _("%(n)d: %(names)s") if place.meets else _("%(n)d: %(names)s (bye)")
    return text % {"n": place.number, "names": place.entry}
