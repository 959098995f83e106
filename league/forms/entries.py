"""Which partnerships are entered."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.forms.fields import TickedField, WordsField
from league.forms.pasted_lines import read_lines, too_many
from league.forms.pasted_names import Reading, read_paste
from league.models import Club, Partnership


class TickForm(forms.Form):
    """Partnerships that were ticked."""

    partnerships = TickedField(
        queryset=Partnership.objects.select_related("first", "second"),
        error_messages={"required": gettext_lazy("Tick at least one partnership.")},
    )


class PasteEntriesForm(forms.Form):
    """Lines "A & B". Valid when every line has two people and nobody is unclear."""

    names = WordsField(
        label=gettext_lazy("One partnership a line"),
        help_text=gettext_lazy(
            "“Anne & Joe”, “Anne / Joe”, “Anne, Joe” or two columns of a spreadsheet. "
            "People who are not on the club's list yet are added to it."
        ),
        max_length=60_000,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "dir": "auto", "spellcheck": "false"}),
        error_messages={"required": gettext_lazy("Write or paste at least one partnership.")},
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        self.club = club
        self.reading: Reading | None = None
        super().__init__(*args, **kwargs)

    def clean_names(self) -> str:
        text: str = self.cleaned_data["names"]
        lines = read_lines(text)
        if not lines:
            raise forms.ValidationError(_("Write or paste at least one partnership."))
        if problem := too_many(lines):
            raise forms.ValidationError(problem)
        self.reading = read_paste(self.club, lines, self.data)
        problems = [
            _("Line %(n)d: %(problem)s") % {"n": row.line.number, "problem": row.problem}
            for row in self.reading.problems
        ]
        problems += [
            _("Line %(n)d has one name; a partnership takes two.") % {"n": row.line.number}
            for row in self.reading.rows
            if not row.problem and len(row.places) == 1
        ]
        problems += [
            _("Line %(n)d: choose below who is meant.") % {"n": row.line.number}
            for row in self.reading.open_rows
        ]
        if problems:
            raise forms.ValidationError(problems)
        return text
