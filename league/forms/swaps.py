"""Two entries of a round, or where partners rotate two players, that change places."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.forms.fields import PointsField, tidy_name
from league.models import Entry, Player
from league.queries.player_seats import PlayerSeat
from league.queries.swaps import Place


class ExchangeForm(forms.Form):
    """Two that change places, of `people` by id. Valid, it has `one` and `other` of them, `reason`
    (which whoever extends it declares), `count` (changes seen) and `anyway`."""

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
    count = PointsField(widget=forms.HiddenInput, max_value=9_999)
    anyway = forms.BooleanField(label=gettext_lazy("Do it all the same"), required=False)
    field_order = ["one", "other", "reason"]  # as on the page

    people: Mapping[int, Entry | Player]

    def offer(self, choices: Iterable[tuple[int, str]]) -> None:
        """Whom there is to choose from, each with the place he has."""
        for name in ("one", "other"):
            self.fields[name].choices = [("", "—"), *choices]  # type: ignore[attr-defined]

    def clean_one(self) -> Entry | Player:
        return self.people[self.cleaned_data["one"]]

    def clean_other(self) -> Entry | Player:
        return self.people[self.cleaned_data["other"]]

    def clean_reason(self) -> str:
        return tidy_name(self.cleaned_data["reason"])


class SwapForm(ExchangeForm):
    """Two entries of a round, or two players."""

    reason = forms.CharField(
        label=gettext_lazy("Why"),
        help_text=gettext_lazy("Everybody sees it beside the table, with your name."),
        max_length=200,
        widget=forms.TextInput(attrs={"dir": "auto"}),
        error_messages={"required": gettext_lazy("Say why: everybody sees it beside the table.")},
    )

    def __init__(self, *args: Any, places: Iterable[Place | PlayerSeat], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        everybody = list(places)
        self.people = {place.who.pk: place.who for place in everybody}
        self.offer([(place.who.pk, _where(place)) for place in everybody])


def _where(place: Place | PlayerSeat) -> str:
    if isinstance(place, PlayerSeat):
        if place.match is None:
            return _("Sits out: %(name)s") % {"name": place.player.called}
        return _("Table %(n)d: %(name)s, with %(partner)s") % {
            "n": place.match.table,
            "name": place.player.called,
            "partner": place.partner.name if place.partner else "",
        }
    if place.match is None:
        return _("Bye: %(names)s") % {"names": place.entry}
    return _("Table %(n)d: %(names)s") % {"n": place.match.table, "names": place.entry}
