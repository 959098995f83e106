"""A person's name."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.fields import NameField


class PlayerForm(forms.Form):
    """A new person; `another` says that somebody of the same name is meant to be two people."""

    name = NameField(label=_("Name"), help_text=_("As it should stand on sheets and standings."))
    another = forms.BooleanField(label=_("Another person of the same name"), required=False)


class PlayerNameForm(forms.Form):
    """What a person is called."""

    name = NameField(label=_("Name"), help_text=_("It changes everywhere, old results too."))
