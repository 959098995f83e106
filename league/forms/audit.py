"""What is looked for in the log."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.forms.nights import FIRST_YEAR, LAST_YEAR
from league.models import User
from league.queries.audit_search import Search
from league.words.audit_who import ABOUT


class MomentForm(forms.Form):
    """The minute to look at, and a match whose sheets are asked for."""

    at = forms.DateTimeField(
        label=gettext_lazy("Day and time"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        error_messages={"required": gettext_lazy("Say the day and the time.")},
    )
    match = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)

    def clean_at(self) -> datetime:
        """In years that clubs have evenings in; the last day there is has none on every clock."""
        at: datetime = self.cleaned_data["at"]
        if not FIRST_YEAR <= at.year <= LAST_YEAR:
            raise forms.ValidationError(_("Write a day such as 2026-12-08."))
        return at


class LogSearchForm(forms.Form):
    """Words, who, what about, table and day; each narrows what the others leave."""

    words = forms.CharField(label=gettext_lazy("Words"), required=False, max_length=100)
    who = forms.ChoiceField(label=gettext_lazy("Who"), required=False)
    about = forms.ChoiceField(label=gettext_lazy("About"), required=False)
    table = forms.IntegerField(
        label=gettext_lazy("Table"), required=False, min_value=1, max_value=9999
    )
    day = forms.DateField(
        label=gettext_lazy("Day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def __init__(self, data: Any, *, writers: Iterable[User], tables: bool) -> None:
        super().__init__(data)
        self.fields["who"].choices = [  # type: ignore[attr-defined]
            ("", _("anybody")),
            *((str(user.pk), str(user)) for user in writers),
            *([("links", _("a table link"))] if tables else []),
            ("system", _("the system")),
        ]
        self.fields["about"].choices = [  # type: ignore[attr-defined]
            ("", _("anything")),
            *((code, words) for code, (words, _subjects) in ABOUT.items()),
        ]
        if not tables:
            del self.fields["table"]

    @property
    def search(self) -> Search:
        """What was asked for; nothing where it cannot be understood."""
        if not self.is_valid():
            return Search()
        return Search(**self.cleaned_data)
