"""Which page the board stays on, and how fast it turns."""

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.words.boards import PAGES, SECONDS


class BoardForm(forms.Form):
    """Valid, it is what `turn_board` takes: `page` is "" for all by turns."""

    page = forms.ChoiceField(
        label=_("What it shows"),
        choices=list(PAGES.items()),
        widget=forms.RadioSelect,
        help_text=_("A page that has nothing to show is passed over."),
    )
    seconds = forms.TypedChoiceField(
        label=_("How long each screen stands"),
        choices=lambda: [(n, gettext("%(n)d seconds") % {"n": n}) for n in SECONDS],
        coerce=int,
    )

    def clean_page(self) -> str:
        page: str = self.cleaned_data["page"]
        return "" if page == "all" else page
