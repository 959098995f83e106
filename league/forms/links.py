"""Table links for a whole evening: which day, and how many tables; and ending many at once."""

from django import forms
from django.utils.translation import gettext_lazy

from league.forms.fields import PointsField
from league.forms.nights import DayField


class NightLinksForm(forms.Form):
    """`night` is the day on the club's clock, `tables` the number of the last table."""

    night = DayField(label=gettext_lazy("Evening"))
    tables = PointsField(
        label=gettext_lazy("Tables in the hall"),
        help_text=gettext_lazy("Tables 1 to this number get a link each."),
        min_value=1,
        max_value=400,
        error_messages={"required": gettext_lazy("Say how many tables there are.")},
    )


class RevokeAllForm(forms.Form):
    """Many printed codes do not die by a slip of the thumb."""

    sure = forms.BooleanField(
        label=gettext_lazy("Yes: every phone and all that is printed opens nothing any more"),
        error_messages={"required": gettext_lazy("Tick this first: all printed codes would die.")},
    )
