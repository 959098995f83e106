"""Which faults of a sheet are warnings in a competition."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.fields import WordsField, tidy_name
from league.words.strictness import LOWERABLE_WORDS


class StrictnessForm(forms.Form):
    """`lowered` gives the codes that are ticked; every change has its reason."""

    lowered = forms.MultipleChoiceField(
        label=_("Only warn about"),
        help_text=_(
            "Whoever enters the hand confirms it then. Sums that do not add up never pass."
        ),
        choices=LOWERABLE_WORDS.items(),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    reason = WordsField(
        label=_("Why"),
        max_length=200,
        error_messages={"required": _("Say why, in a few words. The log keeps it.")},
    )

    def clean_reason(self) -> str:
        reason = tidy_name(self.cleaned_data["reason"])
        if not reason:
            raise forms.ValidationError(_("Say why, in a few words. The log keeps it."))
        return reason
