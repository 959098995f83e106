"""How the results of a competition are accepted."""

from dataclasses import asdict
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.forms.fields import PointsField, WordsField, tidy_name
from league.queries.sheets_rules import SheetsRules
from league.words.sheets_rules import ACCEPTANCE, CORRECTS, DIFFERING, LATE

MOST_HOURS = 2000


class SheetsRulesForm(forms.Form):
    """Valid, `changes()` is what `change_sheets_rules` stores."""

    acceptance = forms.ChoiceField(
        label=gettext_lazy("When is a result accepted?"),
        choices=ACCEPTANCE,
        widget=forms.RadioSelect,
        help_text=gettext_lazy("A disputed sheet never counts until an organizer settles it."),
    )
    differing = forms.ChoiceField(
        label=gettext_lazy("Where both write their own sheet: what if the two differ?"),
        choices=DIFFERING,
        widget=forms.RadioSelect,
        help_text=gettext_lazy("Where the rule says nothing, an organizer decides."),
        required=False,
    )
    players_score = forms.BooleanField(
        label=gettext_lazy("The players of a match may score it with their own accounts"),
        required=False,
    )
    sides_report = forms.BooleanField(
        label=gettext_lazy("The players may write totals alone, without hands"), required=False
    )
    window = PointsField(
        label=gettext_lazy("Hours until an accepted result is final"),
        help_text=gettext_lazy("By itself. 0: at once."),
        max_value=MOST_HOURS,
    )
    corrects = forms.ChoiceField(
        label=gettext_lazy("Who corrects a final result?"),
        choices=CORRECTS,
        widget=forms.RadioSelect,
        help_text=gettext_lazy("With a reason; everybody reads that it was corrected, and why."),
    )
    late_warning = PointsField(
        label=gettext_lazy("Hours until a missing result is warned about"),
        help_text=gettext_lazy("After the start of the match."),
        min_value=1,
        max_value=MOST_HOURS,
    )
    late_after = PointsField(
        label=gettext_lazy("Hours until the rule for late results holds"),
        help_text=gettext_lazy("After the start; for a sheet that waits, after it was handed in."),
        min_value=1,
        max_value=MOST_HOURS,
    )
    late = forms.ChoiceField(
        label=gettext_lazy("What happens then?"),
        choices=LATE,
        widget=forms.RadioSelect,
        help_text=gettext_lazy(
            "Both pairs read it on the page of their match. One that is put off has its own day."
        ),
    )
    reason = WordsField(
        label=gettext_lazy("Why it changes"),
        help_text=gettext_lazy("Needed once play has begun; the log keeps it."),
        max_length=200,
        required=False,
    )

    def __init__(self, *args: Any, rules: SheetsRules, **kwargs: Any) -> None:
        kwargs["initial"] = asdict(rules)
        super().__init__(*args, **kwargs)

    def clean_reason(self) -> str:
        return tidy_name(self.cleaned_data["reason"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        warning, after = cleaned.get("late_warning"), cleaned.get("late_after")
        if warning is not None and after is not None and after < warning:
            self.add_error(
                "late_after",
                _("The rule cannot hold before the warning, which comes after %(n)d hours.")
                % {"n": warning},
            )
        return cleaned

    def changes(self) -> dict[str, Any]:
        """The settings by name."""
        typed = {name: value for name, value in self.cleaned_data.items() if name != "reason"}
        return typed | {"differing": typed["differing"] or "organizer"}
