"""A club's name and place."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.fields import NameField


class ClubForm(forms.Form):
    """What a club is called and where it plays."""

    name = NameField(label=_("Name of the club"))
    place = NameField(
        label=_("Town or hall"),
        required=False,
        help_text=_("Such as “New Aberdeen, Branch 3 hall”."),
    )
