"""Which players are entered alone."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.fields import TickedField
from league.models import Player


class TickPlayersForm(forms.Form):
    """Players that were ticked."""

    players = TickedField(
        queryset=Player.objects.all(),
        error_messages={"required": _("Tick at least one player.")},
    )
