"""Which of two sheets that differ is the result."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.forms.fields import WordsField, tidy_name
from league.models import Match


class SettleSheetsForm(forms.Form):
    """Valid, `side` ("a" or "b") is whose sheet stands, `words` how that was found."""

    side = forms.ChoiceField(
        label=gettext_lazy("Which sheet is the result?"),
        widget=forms.RadioSelect,
        help_text=gettext_lazy("Both are kept. A hand of it can be corrected afterwards."),
        error_messages={"required": gettext_lazy("Choose one of the two.")},
    )
    words = WordsField(
        label=gettext_lazy("How it was settled"),
        help_text=gettext_lazy("Everybody can read it on the match's page."),
        max_length=200,
        error_messages={"required": gettext_lazy("Say how it was settled, in a few words.")},
    )

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["side"].choices = [  # type: ignore[attr-defined]
            ("a", _("The sheet of %(pair)s") % {"pair": match.entry_a}),
            ("b", _("The sheet of %(pair)s") % {"pair": match.entry_b}),
        ]

    def clean_words(self) -> str:
        words = tidy_name(self.cleaned_data["words"])
        if not words:
            raise forms.ValidationError(_("Say how it was settled, in a few words."))
        return words
