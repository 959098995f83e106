"""A copy of a competition."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.fields import NameField


class CopyForm(forms.Form):
    """The copy's name, and whether those who play in it are entered again."""

    name = NameField(label=_("Name"))
    entries = forms.BooleanField(
        label=_("Enter the same again; they can be taken off and others added"), required=False
    )
    rehearsal = forms.BooleanField(
        label=_("Only a rehearsal: nobody but organizers sees it, and it can be thrown away"),
        required=False,
    )
