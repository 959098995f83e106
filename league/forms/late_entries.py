"""Who came late, and how they come in."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.forms.entries import PasteEntriesForm
from league.forms.fields import HalvesField
from league.queries.late_entries import LateWays


class LateForm(PasteEntriesForm):
    """One or two lines "A & B", the way in, and what the rounds missed are worth."""

    how = forms.ChoiceField(
        label=gettext_lazy("How they come in"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose how they come in.")},
    )
    points = HalvesField(
        label=gettext_lazy("Match points for each round missed"),
        help_text=gettext_lazy(
            "Such as ½ or 1; empty or 0: none. It stands below the table as a bonus."
        ),
        max_value=20,
        required=False,
    )
    make_up = forms.BooleanField(
        label=gettext_lazy("They make up the rounds missed, against those who had the bye"),
        required=False,
    )

    def __init__(self, *args: Any, ways: LateWays, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["names"].widget.attrs["rows"] = 2
        self.fields["how"].choices = [  # type: ignore[attr-defined]
            (way, _way_words(way, ways)) for way in ways.ways
        ]
        self.fields["how"].initial = ways.ways[0]
        if not ways.round_robin:
            del self.fields["make_up"]
        elif "bye" not in ways.ways:
            del self.fields["make_up"], self.fields["points"]


def _way_words(way: str, ways: LateWays) -> str:
    if ways.division is None:
        return _way(way, ways)
    return _("%(division)s. %(way)s") % {"division": ways.division, "way": _way(way, ways)}


def _way(way: str, ways: LateWays) -> str:
    if way == "bye" and ways.round_robin:
        return _("They take the place of the bye, in this round and all that follow")
    if way == "bye":
        return _("Now, against the bye: %(names)s") % {"names": ways.bye.entry if ways.bye else ""}
    if way == "together":
        return _("Now, two late partnerships against each other")
    if way == "next":
        return _("From the next round on")
    return _("Rounds at the end: they meet everybody there, one a round, on days to be set")
