"""Deleting a thing: its name, typed, and why."""

import unicodedata
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.forms.fields import tidy_name


class TypedNameField(forms.CharField):
    """The name of what is deleted, typed by hand: capitals and double spaces do not matter."""

    def __init__(self, *, called: str = "", **kwargs: Any) -> None:
        super().__init__(
            max_length=300,
            widget=forms.TextInput(
                attrs={"dir": "auto", "autocomplete": "off", "autocapitalize": "off"}
            ),
            error_messages={"required": gettext_lazy("Type the name.")},
            **kwargs,
        )
        self.called = called

    def clean(self, value: Any) -> str:
        typed: str = super().clean(value)
        if _folded(typed) != _folded(self.called):
            raise forms.ValidationError(
                _("Type the name as it stands: %(name)s") % {"name": self.called}
            )
        return typed


class DeleteForm(forms.Form):
    """Its name, typed; with `why` the reason as well, because everybody has seen it."""

    typed = TypedNameField(label=gettext_lazy("Type its name to delete it"))

    def __init__(
        self, *args: Any, called: str, why: bool = False, label: str = "", **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["typed"]
        assert isinstance(field, TypedNameField)
        field.called = called
        if label:
            field.label = label
        if why:
            self.fields["reason"] = forms.CharField(
                label=_("Why"),
                max_length=200,
                widget=forms.TextInput(attrs={"dir": "auto"}),
                error_messages={"required": _("Everybody has seen it: say why it is taken off.")},
            )

    def clean_reason(self) -> str:
        return tidy_name(self.cleaned_data["reason"])

    @property
    def told(self) -> dict[str, Any]:
        """What was said beside the name."""
        return {name: value for name, value in self.cleaned_data.items() if name != "typed"}


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split()).casefold()
