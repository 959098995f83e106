"""Where a competition starts from, and its name."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.fields import NameField, PointsField
from league.forms.rules import MOST_HANDS, MOST_MINUTES
from league.forms.stages import KINDS, MOST_ROUNDS
from league.models import Competition
from league.words.rules import PRESET_ABOUT, PRESET_NAMES
from scoring import PRESETS

STARTS = [
    ("league", _("Our league: nights over a season, everybody meets everybody.")),
    ("saturday", _("A Saturday tournament: one day, each round drawn when the last is played.")),
    ("championship", _("A championship: knockout, each match best of three games.")),
]
ENDS = [
    ("hands", _("After a set number of hands")),
    ("bell", _("At the bell; the hand in play is finished")),
    ("target", _("When somebody has the points")),
]


class NewCompetitionForm(forms.Form):
    """What it takes to begin; everything else has a sensible default.

    Valid, it has `match_play`, and `cleaned_data` of the Saturday's fields with their defaults.
    """

    start = forms.ChoiceField(label=_("What is it?"), choices=STARTS, widget=forms.RadioSelect)
    name = NameField(label=_("Name"), help_text=_("Such as “Tuesday league 2026–27”."))
    preset = forms.ChoiceField(
        label=_("Rules to start from"),
        widget=forms.RadioSelect,
        choices=[(key, f"{PRESET_NAMES[key]}: {PRESET_ABOUT[key]}") for key in PRESETS],
        help_text=_("Every single rule can be changed afterwards, up to the first hand."),
    )
    draws = forms.ChoiceField(
        label=_("How each round is drawn"), choices=KINDS, widget=forms.RadioSelect
    )
    rounds = PointsField(label=_("Rounds"), min_value=1, max_value=MOST_ROUNDS)
    ends = forms.ChoiceField(label=_("A game ends"), choices=ENDS, widget=forms.RadioSelect)
    hands = PointsField(label=_("Hands in a game"), min_value=1, max_value=MOST_HANDS)
    minutes = PointsField(label=_("Minutes to the bell"), min_value=1, max_value=MOST_MINUTES)

    match_play: dict[str, Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["initial"] = {
            "start": "league",
            "preset": "cape-breton",
            "draws": "swiss",
            "rounds": 5,
            "ends": "hands",
            "hands": 8,
            "minutes": 25,
            **kwargs.get("initial", {}),
        }
        super().__init__(*args, **kwargs)
        if self.is_bound:
            self._ask_only_what_counts()

    def _ask_only_what_counts(self) -> None:
        """The Saturday's questions are asked of a Saturday only, and minutes of a bell."""
        saturday = self.data.get("start") == "saturday"
        ends = self.data.get("ends") or "hands"
        for name in ("draws", "rounds", "ends"):
            self.fields[name].required = saturday
        self.fields["hands"].required = saturday and ends == "hands"
        self.fields["minutes"].required = saturday and ends == "bell"

    @property
    def saturday_open(self) -> bool:
        """Whether the Saturday's own questions are to be seen at once."""
        chosen = self["start"].value() == "saturday"
        return chosen or any(name in self.errors for name in ("rounds", "hands", "minutes"))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self.match_play = {"mode": "target", "hands": None, "minutes": None}
        if cleaned.get("start") != "saturday":
            return cleaned
        ends = cleaned.get("ends")
        self.match_play = {
            "mode": ends,
            "hands": cleaned.get("hands") if ends == "hands" else None,
            "minutes": cleaned.get("minutes") if ends == "bell" else None,
        }
        return cleaned


class CompetitionForm(forms.ModelForm):
    """Name and notes for the players."""

    name = NameField(label=_("Name"))

    class Meta:
        model = Competition
        fields = ["name", "notes"]
        widgets = {"notes": forms.Textarea(attrs={"rows": 5, "dir": "auto"})}
        help_texts = {
            "notes": _("Shown on the competition's page: the entry fee, the hall, who to call."),
        }
