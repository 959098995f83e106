"""Two records of one person."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy


class MergeForm(forms.Form):
    """Which other record is the same person, and which of the two names stays."""

    other = forms.TypedChoiceField(
        label=gettext_lazy("The same person as"),
        coerce=int,
        error_messages={"required": gettext_lazy("Choose the other record.")},
    )
    keep = forms.ChoiceField(
        label=gettext_lazy("Which record stays, with its name and its address"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose which one stays.")},
    )

    def __init__(self, *args: Any, others: Mapping[int, str], called: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["other"].choices = [("", _("Choose")), *others.items()]  # type: ignore[attr-defined]
        self.fields["keep"].choices = [  # type: ignore[attr-defined]
            ("this", called),
            ("other", _("the other one")),
        ]
