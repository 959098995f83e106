"""Minutes more or fewer on the bell's clock."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.fields import PointsField


class ExtendForm(forms.Form):
    """`minutes` from -60 to 60; `seen` is the whole time the organizer saw, in seconds."""

    minutes = PointsField(label=_("Minutes more"), min_value=-60, max_value=60)
    seen = PointsField(widget=forms.HiddenInput, min_value=0, max_value=99_999)
