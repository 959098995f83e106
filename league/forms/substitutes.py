"""Who sits in for whom."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.forms.fields import NameField
from league.models import Player
from league.words.names import short_names


class SubstituteForm(forms.Form):
    """Valid, `player` is a known player's id, else `name` is somebody new of the host club."""

    out = forms.TypedChoiceField(
        label=gettext_lazy("Who is out"),
        widget=forms.RadioSelect,
        coerce=int,
        error_messages={"required": gettext_lazy("Choose who is out.")},
    )
    player = forms.TypedChoiceField(
        label=gettext_lazy("Who sits in"), coerce=int, required=False, empty_value=None
    )
    name = NameField(
        label=gettext_lazy("Or somebody new"),
        help_text=gettext_lazy("Is added to the club's list."),
        required=False,
    )
    game = forms.TypedChoiceField(
        label=gettext_lazy("For"), coerce=int, required=False, empty_value=None
    )

    def __init__(
        self,
        *args: Any,
        regulars: Sequence[Player],
        free: Sequence[Player],
        best_of: int,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.free = {player.pk: player for player in free}
        names = short_names({str(player.pk): player.called for player in regulars})
        self.fields["out"].choices = list(names.items())  # type: ignore[attr-defined]
        self.fields["player"].choices = [  # type: ignore[attr-defined]
            ("", _("Choose")),
            *((player.pk, player.called) for player in free),
        ]
        self.fields["game"].choices = [  # type: ignore[attr-defined]
            ("", _("the whole match")),
            *((n, _("game %(n)d") % {"n": n}) for n in range(1, best_of + 1)),
        ]
        if best_of == 1:
            del self.fields["game"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors and bool(cleaned["player"]) == bool(cleaned["name"]):
            self.add_error("player", _("Choose who sits in, or write a new name: one of the two."))
        return cleaned
