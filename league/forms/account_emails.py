"""The new e-mail address of an account."""

from django import forms
from django.utils.translation import gettext_lazy as _


class EmailChangeForm(forms.Form):
    """Where the link goes."""

    email = forms.EmailField(
        label=_("The new address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        error_messages={"required": _("Write the new e-mail address.")},
    )
