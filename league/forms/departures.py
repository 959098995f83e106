"""How and why a partnership leaves."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.forms.fields import WordsField, tidy_name
from league.models import Entry


class LeaveForm(forms.Form):
    """Withdrawn or disqualified, and why."""

    state = forms.ChoiceField(
        label=gettext_lazy("How"),
        widget=forms.RadioSelect,
        choices=[
            (Entry.State.WITHDRAWN, gettext_lazy("They withdraw")),
            (Entry.State.DISQUALIFIED, gettext_lazy("They are disqualified")),
        ],
        error_messages={"required": gettext_lazy("Say whether they withdraw.")},
    )
    reason = WordsField(
        label=gettext_lazy("Why"),
        help_text=gettext_lazy("Such as “moved away”. Everybody can read it."),
        max_length=200,
        error_messages={"required": gettext_lazy("Say why, in a few words.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("initial", {"state": Entry.State.WITHDRAWN})
        super().__init__(*args, **kwargs)

    def clean_reason(self) -> str:
        reason = tidy_name(self.cleaned_data["reason"])
        if not reason:
            raise forms.ValidationError(_("Say why, in a few words."))
        return reason
