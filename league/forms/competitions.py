"""A competition's name, and where its rules start."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.fields import NameField
from league.models import Competition
from league.words.rules import PRESET_ABOUT, PRESET_NAMES
from scoring import PRESETS


class NewCompetitionForm(forms.Form):
    """What it takes to begin; everything else has a sensible default."""

    name = NameField(label=_("Name"), help_text=_("Such as “Tuesday league 2026–27”."))
    preset = forms.ChoiceField(
        label=_("Rules to start from"),
        widget=forms.RadioSelect,
        choices=[(key, f"{PRESET_NAMES[key]}: {PRESET_ABOUT[key]}") for key in PRESETS],
        help_text=_("Every single rule can be changed afterwards, up to the first hand."),
    )


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
