"""What a side disputes, and how an organizer settles it."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.fields import WordsField, tidy_name
from league.models import Match

_SAY = _("Say what is wrong, in a few words.")
_HOW = _("Say how it was settled, in a few words.")


class DisputeForm(forms.Form):
    """Which side, and what is wrong with the sheet."""

    side = forms.ChoiceField(
        label=_("Who disputes it?"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Say which side disputes it.")},
    )
    words = WordsField(
        label=_("What is wrong?"),
        help_text=_("Such as “hand 5 was 92, not 29”. The organizers and this table read it."),
        max_length=300,
        error_messages={"required": _SAY},
    )

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sides = [("a", str(match.entry_a)), ("b", str(match.entry_b))]
        if match.accepted_at is None and match.submitted_side:
            sides = [one for one in sides if one[0] != match.submitted_side]
        self.fields["side"].choices = sides  # type: ignore[attr-defined]
        if len(sides) == 1:
            self.fields["side"].initial = sides[0][0]

    def clean_words(self) -> str:
        words = tidy_name(self.cleaned_data["words"])
        if not words:
            raise forms.ValidationError(_SAY)
        return words


class SettleForm(forms.Form):
    """How a dispute ends, and why."""

    how = forms.ChoiceField(
        label=_("How is it settled?"),
        choices=[
            ("stands", _("The sheet stands as it is")),
            ("corrected", _("The sheet was wrong; it is put right now")),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose how it is settled.")},
    )
    words = WordsField(
        label=_("Why"),
        help_text=_("Everybody can read it."),
        max_length=200,
        error_messages={"required": _HOW},
    )

    def clean_words(self) -> str:
        words = tidy_name(self.cleaned_data["words"])
        if not words:
            raise forms.ValidationError(_HOW)
        return words
