"""Before a game: who sits where, and who won the cut."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.forms.fields import WordsField
from league.models import Player
from league.words.names import short_names
from league.words.sheets import seat_words

SEATS = "NESW"
# What a tap on a button swaps: two partners, or the sides (North to East, South to West).
SWAPS = {"NS": ("N", "S"), "EW": ("E", "W"), "sides": ("N", "E", "S", "W")}


class StartForm(forms.Form):
    """Four seats and the first dealer, all by player; `number` is the game's."""

    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=99)

    def __init__(self, *args: Any, players: list[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        short = short_names({str(player.pk): player.called for player in players})
        people = list(short.items())
        for seat in SEATS:
            self.fields[f"seat_{seat}"] = forms.ChoiceField(
                label=seat_words(seat),
                choices=people,
                error_messages={"required": _("Say who sits here.")},
            )
        self.fields["dealer"] = forms.ChoiceField(
            label=_("Who won the cut?"),
            help_text=_("They deal the first hand."),
            widget=forms.RadioSelect,
            choices=people,
            error_messages={"required": _("Say who won the cut: they deal first.")},
        )

    def seats(self) -> list[tuple[str, forms.BoundField]]:
        return [(seat.lower(), self[f"seat_{seat}"]) for seat in SEATS]

    def swapped(self, what: str) -> dict[str, Any]:
        """The values as typed, with two partners or the two sides in each other's place."""
        values = {name: self.data.get(name, "") for name in ("number", "dealer")}
        values |= {f"seat_{seat}": self.data.get(f"seat_{seat}", "") for seat in SEATS}
        seats = SWAPS.get(what, ())
        for one, other in zip(seats[::2], seats[1::2], strict=True):
            values[f"seat_{one}"], values[f"seat_{other}"] = (
                values[f"seat_{other}"],
                values[f"seat_{one}"],
            )
        return values

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        seated = {seat: data.get(f"seat_{seat}") for seat in SEATS}
        for seat, player in seated.items():
            if player and list(seated.values()).count(player) > 1:
                self.add_error(f"seat_{seat}", _("This player has two seats."))
        return data

    def chosen_seats(self) -> dict[str, int]:
        """Seat -> the player's id."""
        return {seat: int(self.cleaned_data[f"seat_{seat}"]) for seat in SEATS}

    def first_dealer(self) -> str:
        """The seat of whoever won the cut."""
        dealer = int(self.cleaned_data["dealer"])
        return next((seat for seat, pk in self.chosen_seats().items() if pk == dealer), "")


class ReasonForm(forms.Form):
    """Why something is taken back."""

    reason = WordsField(
        max_length=200,
        label=gettext_lazy("Why?"),
        error_messages={"required": gettext_lazy("Write why, in a few words.")},
    )
    revision = forms.IntegerField(required=False, widget=forms.HiddenInput)
    end_confirmed = forms.BooleanField(required=False)
