"""Two seeds of a bracket that are exchanged."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.forms.swaps import ExchangeForm
from league.queries.seeds import SeedPlace


class SeedSwapForm(ExchangeForm):
    """Two entries of a bracket."""

    reason = forms.CharField(
        label=gettext_lazy("Why"),
        help_text=gettext_lazy("Everybody sees it with the bracket, with your name."),
        max_length=200,
        widget=forms.TextInput(attrs={"dir": "auto"}),
        error_messages={"required": gettext_lazy("Say why: everybody sees it with the bracket.")},
    )

    def __init__(self, *args: Any, places: Iterable[SeedPlace], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        everybody = list(places)
        self.people = {place.entry.pk: place.entry for place in everybody}
        self.offer([(place.entry.pk, _seed(place)) for place in everybody])


def _seed(place: SeedPlace) -> str:
    text = _("%(n)d: %(names)s") if place.meets else _("%(n)d: %(names)s (bye)")
    return text % {"n": place.number, "names": place.entry}
