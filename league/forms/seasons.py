"""The rules of a season."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from league.forms.fields import PointsField, WordsField, tidy_name
from league.queries.seasons import EXIT_PARTS, Season
from league.words.departures import exit_choice
from league.words.seasons import stated_choices
from scoring.exits import ExitRule


class SeasonForm(forms.Form):
    """Valid, `changes()` is what `change_season` stores."""

    before_half = forms.ChoiceField(label=gettext_lazy("Who withdraws before half"))
    after_half = forms.ChoiceField(label=gettext_lazy("Who withdraws later"))
    disqualified_before_half = forms.ChoiceField(
        label=gettext_lazy("Who is disqualified before half")
    )
    disqualified_after_half = forms.ChoiceField(label=gettext_lazy("Who is disqualified later"))
    grace = PointsField(
        label=gettext_lazy("Minutes a table waits for who has not come"),
        help_text=gettext_lazy("After that the round's page offers to write the forfeit down."),
        max_value=240,
    )
    best_nights = PointsField(
        label=gettext_lazy("How many of the nights count"),
        help_text=gettext_lazy("The best ones; the others are dropped. Empty: all."),
        min_value=1,
        max_value=366,
        required=False,
    )
    absence = forms.ChoiceField(label=gettext_lazy("What a night away scores"))
    absence_figure = PointsField(
        label=gettext_lazy("Fixed score of a night away"), max_value=99_999, required=False
    )
    absence_percent = PointsField(
        label=gettext_lazy("Percent of the average or the lowest"), max_value=100, required=False
    )
    reason = WordsField(
        label=gettext_lazy("Why it changes"),
        help_text=gettext_lazy("Needed once play has begun; the log keeps it."),
        max_length=200,
        required=False,
    )

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        kwargs["initial"] = {part: getattr(season.exits, part).value for part in EXIT_PARTS}
        kwargs["initial"] |= {
            "grace": season.grace,
            "best_nights": season.best_nights,
            "absence": season.absence.stated.value,
            "absence_figure": season.absence.figure,
            "absence_percent": season.absence.percent,
        }
        super().__init__(*args, **kwargs)
        self.fields["absence"].choices = stated_choices()  # type: ignore[attr-defined]
        choices = [(rule.value, exit_choice(rule)) for rule in ExitRule]
        for part in EXIT_PARTS:
            self.fields[part].choices = choices  # type: ignore[attr-defined]

    def clean_reason(self) -> str:
        return tidy_name(self.cleaned_data["reason"])

    def changes(self) -> dict[str, Any]:
        """The parts of `Competition.season` this form sets."""
        typed = self.cleaned_data
        return {
            "withdrawal": {part: typed[part] for part in EXIT_PARTS},
            "grace": typed["grace"],
            "best_nights": typed["best_nights"],
            "absence": {
                "stated": typed["absence"],
                "figure": typed["absence_figure"] or 0,
                "percent": 100 if typed["absence_percent"] is None else typed["absence_percent"],
            },
        }
