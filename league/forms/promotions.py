"""How many go up and down, and in which order those tied at a line were put."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.forms.fields import PointsField, WordsField, tidy_name
from league.models import Competition
from league.queries.divisions import DivisionTable
from league.queries.promotions import Settled
from scoring.divisions import Direction, Exchange


class PromotionForm(forms.Form):
    """Valid, `exchanges` has one a pair of divisions, `settled` the orders that were written."""

    into = forms.TypedChoiceField(
        label=gettext_lazy("Into the divisions of"),
        coerce=int,
        required=False,
        empty_value=None,
    )
    way = WordsField(
        label=gettext_lazy("How a tie was decided"),
        help_text=gettext_lazy("Such as play-off, extra hand, lot. Needed where some are level."),
        max_length=200,
        required=False,
    )

    exchanges: list[Exchange]
    settled: Settled

    def __init__(
        self,
        *args: Any,
        divisions: Sequence[DivisionTable],
        seasons: Sequence[Competition],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.divisions = list(divisions)
        self.by_number = {one.pk: one for one in seasons}
        self.fields["into"].choices = [  # type: ignore[attr-defined]
            ("", _("Choose")),
            *((one.pk, one.name) for one in seasons),
        ]
        for upper in range(len(divisions) - 1):
            names = {"upper": divisions[upper].name, "lower": divisions[upper + 1].name}
            self.fields[f"down{upper}"] = PointsField(
                label=_("Down from %(upper)s to %(lower)s") % names, max_value=20, initial=1
            )
            self.fields[f"up{upper}"] = PointsField(
                label=_("Up from %(lower)s to %(upper)s") % names, max_value=20, initial=1
            )

    def pairs(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        return [(self[f"down{n}"], self[f"up{n}"]) for n in range(len(self.divisions) - 1)]

    def clean_way(self) -> str:
        return tidy_name(self.cleaned_data["way"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            self.exchanges = [
                Exchange(down=cleaned[f"down{n}"], up=cleaned[f"up{n}"])
                for n in range(len(self.divisions) - 1)
            ]
            self.settled = self._settled()
        return cleaned

    def _settled(self) -> Settled:
        """Orders written as places: `order-1-up-17` is entry 17's place at that line."""
        places: dict[tuple[int, Direction], dict[str, str]] = {}
        for name, place in self.data.items():
            part, *rest = name.split("-")
            if part != "order" or len(rest) != 3 or not place.strip():
                continue
            if not rest[0].isdecimal() or len(rest[0]) > 2:
                continue
            direction: Direction = "up" if rest[1] == "up" else "down"
            places.setdefault((int(rest[0]), direction), {})[rest[2]] = place.strip()
        settled: dict[tuple[int, Direction], list[str]] = {}
        for line, written in places.items():
            if sorted(written.values()) != sorted(str(n) for n in range(1, len(written) + 1)):
                self.add_error(
                    None,
                    _("Write 1 to %(n)d, each once, for those who are level.")
                    % {"n": len(written)},
                )
                continue
            settled[line] = sorted(written, key=lambda entry: int(written[entry]))
        return settled
