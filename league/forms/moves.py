"""Where a sheet really belongs."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.forms.fields import WordsField, tidy_name
from league.forms.games import SEATS
from league.models import Match
from league.queries.games import GameView
from league.words.sheets import seat_words


class WhyForm(forms.Form):
    """A reason, and what the sheet looked like."""

    reason = WordsField(
        label=gettext_lazy("Why"),
        max_length=200,
        error_messages={"required": gettext_lazy("Say why, in a few words.")},
    )
    stamp = forms.CharField(widget=forms.HiddenInput, required=False)

    def clean_reason(self) -> str:
        reason = tidy_name(self.cleaned_data["reason"])
        if not reason:
            raise forms.ValidationError(_("Say why, in a few words."))
        return reason


class MoveForm(WhyForm):
    """The table it was played at, and who is who there. `stamps` are by the target's id."""

    target = forms.TypedChoiceField(
        label=gettext_lazy("It was played at"),
        coerce=int,
        error_messages={"required": gettext_lazy("Choose the table it was played at.")},
    )
    turned = forms.ChoiceField(
        label=gettext_lazy("The first column belongs to"), widget=forms.RadioSelect
    )
    exchange = forms.BooleanField(
        label=gettext_lazy("That table has a sheet too: the two change places"), required=False
    )
    field_order = ("target", "turned", "exchange", "reason", "stamp")

    def __init__(self, *args: Any, others: Sequence[Match], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.by_number = {match.pk: match for match in others}
        del self.fields["stamp"]
        groups = groupby(others, key=lambda match: str(match.round))
        choices = [
            (name, [(match.pk, _table_words(match)) for match in matches])
            for name, matches in groups
        ]
        self.fields["target"].choices = [("", _("Choose")), *choices]  # type: ignore[attr-defined]
        self.fields["turned"].choices = [  # type: ignore[attr-defined]
            ("no", _("the partnership named first there")),
            ("yes", _("the partnership named second there")),
        ]
        self.fields["turned"].initial = "no"


class ReseatForm(WhyForm):
    """The four seats of one game, by player."""

    def __init__(
        self, *args: Any, game: GameView, people: Sequence[tuple[str, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        for seat in SEATS:
            sitting = game.seats.get(seat)
            self.fields[f"seat_{seat}"] = forms.ChoiceField(
                label=seat_words(seat),
                choices=people,
                initial=str(sitting.pk) if sitting else None,
            )

    def seats(self) -> dict[str, int]:
        """Seat -> the player's id."""
        return {seat: int(self.cleaned_data[f"seat_{seat}"]) for seat in SEATS}

    def seat_fields(self) -> list[tuple[str, forms.BoundField]]:
        return [(seat.lower(), self[f"seat_{seat}"]) for seat in SEATS]


def _table_words(match: Match) -> str:
    return f"{match}: {match.entry_a} – {match.entry_b}"
