"""Points system, ranking and tie-breaks of a competition."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.forms.fields import HalvesField, PointsField, WordsField, tidy_name
from league.words.options import Text
from league.words.points import RANK_BY, TIE_ABOUT, TIE_MODES, TIE_NAMES
from scoring import StandingsRules

PLACES = 6
MATCH_POINTS = {
    "win": gettext_lazy("For a win"),
    "draw": gettext_lazy("For a draw"),
    "loss": gettext_lazy("For a loss"),
    "bye": gettext_lazy("For a bye"),
    "forfeit_win": gettext_lazy("For winning by forfeit"),
    "forfeit_loss": gettext_lazy("For forfeiting"),
}
SCORED = {
    "bye_for": gettext_lazy("Points for, with a bye"),
    "bye_against": gettext_lazy("Points against, with a bye"),
    "forfeit_for": gettext_lazy("Points for, to the side that came"),
    "forfeit_against": gettext_lazy("Points against, to the side that came"),
}
ORDINALS = [
    gettext_lazy("First tie-break"),
    gettext_lazy("Second tie-break"),
    gettext_lazy("Third tie-break"),
    gettext_lazy("Fourth tie-break"),
    gettext_lazy("Fifth tie-break"),
    gettext_lazy("Sixth tie-break"),
]


class PointsForm(forms.Form):
    """`rules` (StandingsRules) is set when the form is valid."""

    rank_by = forms.ChoiceField(label=gettext_lazy("The table is ranked by"), choices=RANK_BY)
    tie_mode = forms.ChoiceField(
        label=gettext_lazy("When a tie-break separates some, but not all"),
        choices=TIE_MODES,
        widget=forms.RadioSelect,
    )
    difference_cap = PointsField(
        label=gettext_lazy("Most that one game counts in the points difference"),
        help_text=gettext_lazy("Such as 300. The sheet keeps the true score."),
        min_value=1,
        max_value=100_000,
        required=False,
    )
    reason = WordsField(
        label=gettext_lazy("Why it changes"),
        help_text=gettext_lazy("Play has begun, so the log keeps the reason."),
        max_length=200,
        required=False,
    )

    rules: StandingsRules

    def __init__(
        self, *args: Any, shown: StandingsRules, begun: bool = False, **kwargs: Any
    ) -> None:
        points = shown.points.to_json()
        kwargs["initial"] = {
            **points,
            "rank_by": str(shown.rank_by),
            "tie_mode": str(shown.tie_mode),
            "difference_cap": shown.difference_cap,
            **{f"tie_{n}": str(one) for n, one in enumerate(shown.tie_breaks, 1)},
        }
        super().__init__(*args, **kwargs)
        self.shown = shown
        for name, label in MATCH_POINTS.items():
            self.fields[name] = HalvesField(label=label)
        for name, label in SCORED.items():
            self.fields[name] = PointsField(label=label, min_value=0, max_value=9999)
        choices = [("", _("nothing more")), *TIE_NAMES.items()]
        for n in range(1, PLACES + 1):
            self.fields[f"tie_{n}"] = forms.ChoiceField(
                label=ORDINALS[n - 1], choices=choices, required=False
            )
        if not begun:
            del self.fields["reason"]

    @property
    def match_point_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in MATCH_POINTS]

    @property
    def scored_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in SCORED]

    @property
    def tie_words(self) -> list[tuple[Text, Text]]:
        """What each tie-break asks: its name and the rest of the sentence."""
        return [(TIE_NAMES[key], TIE_ABOUT[key]) for key in TIE_NAMES]

    @property
    def tie_fields(self) -> list[forms.BoundField]:
        return [self[f"tie_{n}"] for n in range(1, PLACES + 1)]

    def clean_reason(self) -> str:
        return tidy_name(self.cleaned_data["reason"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        order: list[str] = []
        for n in range(1, PLACES + 1):
            chosen = cleaned.get(f"tie_{n}") or ""
            if chosen and chosen in order:
                first = ORDINALS[order.index(chosen)]
                self.add_error(
                    f"tie_{n}",
                    _("%(name)s stands above already (%(place)s).")
                    % {"name": TIE_NAMES[chosen], "place": str(first).lower()},
                )
            elif chosen:
                order.append(chosen)
        if self.errors:
            return cleaned
        self.rules = StandingsRules.from_json(
            {
                "points": {name: cleaned[name] for name in [*MATCH_POINTS, *SCORED]},
                "rank_by": cleaned["rank_by"],
                "tie_breaks": order,
                "tie_mode": cleaned["tie_mode"],
                "lot_seed": self.shown.lot_seed,
                "difference_cap": cleaned["difference_cap"],
            }
        )
        return cleaned
