"""What somebody says about themselves: which player they are, what their account is called."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.deletions import TypedNameField
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


class DeleteAccountForm(forms.Form):
    """One's own e-mail address, typed, and whether one's name goes from the results too."""

    typed = TypedNameField(label=_("Type your e-mail address to delete the account"))
    forget = forms.BooleanField(
        label=_("Take my name off the results too: they stay, under “Former player”"),
        required=False,
    )

    def __init__(self, *args: Any, email: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["typed"]
        assert isinstance(field, TypedNameField)
        field.called = email


class AccountNameForm(forms.Form):
    """What the account is called."""

    name = NameField(
        label=_("My name"), help_text=_("Shown in your clubs and their logs: who wrote what.")
    )
