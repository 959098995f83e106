"""What somebody says about themselves: which player they are, what their account is called."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.fields import NameField
from league.models import Club, Player


class ClaimForm(forms.Form):
    """One of the players of one's clubs whom no account is."""

    player = forms.ChoiceField(
        label=_("This player is me"),
        error_messages={
            "required": _("Choose a name from the list."),
            "invalid_choice": _("That name is not free to choose any more. Choose again."),
        },
    )

    def __init__(
        self, *args: Any, claimable: Sequence[tuple[Club, Sequence[Player]]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.players = {str(one.pk): one for _club, players in claimable for one in players}
        groups = [
            (club.name, [(str(one.pk), one.own_name) for one in players])
            for club, players in claimable
        ]
        field = self.fields["player"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [("", _("Choose …")), *groups]

    def clean_player(self) -> Player:
        return self.players[self.cleaned_data["player"]]


class AccountNameForm(forms.Form):
    """What the account is called."""

    name = NameField(
        label=_("My name"), help_text=_("Shown in your clubs and their logs: who wrote what.")
    )
