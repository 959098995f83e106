"""Cards written by hand on a sheet: "9H TH JH, QS KS AS"."""

import re
from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring import CARDS

_SUIT_SIGNS = str.maketrans(
    {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C", "\ufe0f": ""}
)
_MOST_LETTERS = 120
_HAND_SIZE = 9

Runs = tuple[tuple[str, ...], ...]


class CardsField(forms.Field):
    """Cards of one player's runs; a comma starts the next run. Gives a tuple of tuples.

    Rank then suit, T or 10 for ten, small letters and suit signs are read as well.
    """

    default_error_messages = {
        "card": _("“%(typed)s” is no card. Write rank then suit, such as 9H TH JH."),
        "many": _("Here are %(typed)d cards; a hand has nine."),
    }

    widget = forms.TextInput

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)

    def to_python(self, value: Any) -> Any:
        text = str(value or "")[:_MOST_LETTERS].translate(_SUIT_SIGNS).upper()
        runs = []
        for part in re.split(r"[,;/]", text):
            cards = tuple(self._card(typed) for typed in part.split())
            if cards:
                runs.append(cards)
        count = sum(len(cards) for cards in runs)
        if count > _HAND_SIZE:
            raise ValidationError(self.error_messages["many"], code="many", params={"typed": count})
        return tuple(runs)

    def _card(self, typed: str) -> str:
        card = "T" + typed[2:] if typed.startswith("10") else typed
        if card not in CARDS:
            params = {"typed": typed[:8]}
            raise ValidationError(self.error_messages["card"], code="card", params=params)
        return card

    def prepare_value(self, value: object) -> object:
        return value if isinstance(value, str) or value is None else cards_text(value)


class CardField(CardsField):
    """One card, "" when nothing was typed."""

    def to_python(self, value: Any) -> Any:
        runs = super().to_python(value)
        cards = [card for cards in runs for card in cards]
        if len(cards) > 1:
            params = {"typed": str(value)[:8]}
            raise ValidationError(self.error_messages["card"], code="card", params=params)
        return cards[0] if cards else ""


def cards_text(runs: object) -> str:
    """The cards of a stored run as they are typed: "9H TH JH, QS KS AS"."""
    if not isinstance(runs, Iterable):
        return ""
    return ", ".join(" ".join(cards) for cards in runs)
