"""A side's own report of the totals: their own first, whichever side of the match they are."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.forms.fields import PointsField, WordsField, tidy_name
from league.forms.results import MOST_POINTS, GameTotals
from league.queries.games import MatchSide
from league.queries.matches import MatchView
from league.queries.results import stamp_of_totals


class ReportRow(NamedTuple):
    """One game on the page."""

    number: int
    own: forms.BoundField
    theirs: forms.BoundField
    early: forms.BoundField | None


class ReportForm(forms.Form):
    """Valid, `side` is who reports and `totals` the games by side of the match."""

    side = forms.ChoiceField(
        label=gettext_lazy("Who are you?"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Say which side you are.")},
    )
    stamp = forms.CharField(widget=forms.HiddenInput, required=False)

    totals: list[GameTotals]

    def __init__(
        self, *args: Any, view: MatchView, fixed: MatchSide | None = None, **kwargs: Any
    ) -> None:
        """`fixed`: the side of somebody who reports with an own account."""
        match = view.match
        self.numbers = range(1, view.best_of + 1)
        initial: dict[str, Any] = {"stamp": stamp_of_totals(view)}
        own = fixed or match.submitted_side
        for game in view.games:
            if own is not None and game.totals_only:
                ours, theirs = (game.a, game.b) if own == "a" else (game.b, game.a)
                initial |= {f"own{game.number}": ours, f"theirs{game.number}": theirs}
                initial[f"early{game.number}"] = game.game.bell_after is not None
        kwargs["initial"] = initial
        super().__init__(*args, **kwargs)
        sides = [("a", str(match.entry_a)), ("b", str(match.entry_b))]
        if fixed is not None:
            sides = [one for one in sides if one[0] == fixed]
            self.fields["side"].initial = fixed
        self.fields["side"].choices = sides  # type: ignore[attr-defined]
        to_target = match.round.stage.competition.match_play.get("mode") == "target"
        for number in self.numbers:
            for name, label in (("own", _("Your total")), ("theirs", _("Their total"))):
                self.fields[f"{name}{number}"] = PointsField(
                    label=label, min_value=0, max_value=MOST_POINTS, required=False
                )
            if to_target:
                self.fields[f"early{number}"] = forms.BooleanField(
                    label=_("It ended early, by the bell or the clock"), required=False
                )

    def rows(self) -> Iterator[ReportRow]:
        """The games in order."""
        for number in self.numbers:
            early = self[f"early{number}"] if f"early{number}" in self.fields else None
            yield ReportRow(number, self[f"own{number}"], self[f"theirs{number}"], early)

    def field_of(self, name: str) -> str:
        """The field of this form for a side's total ("a1") of the match."""
        if name[:1] not in ("a", "b"):
            return name
        own = name[:1] == self.cleaned_data.get("side")
        return ("own" if own else "theirs") + name[1:]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self.totals = []
        for number in self.numbers:
            own, theirs = cleaned.get(f"own{number}"), cleaned.get(f"theirs{number}")
            if f"own{number}" in self.errors or f"theirs{number}" in self.errors:
                continue
            if (own is None) != (theirs is None):
                empty = f"own{number}" if own is None else f"theirs{number}"
                self.add_error(empty, _("Write both totals of the game, or neither."))
            elif own is not None and theirs is not None:
                a, b = (own, theirs) if cleaned.get("side") == "a" else (theirs, own)
                self.totals.append(GameTotals(number, a, b, bool(cleaned.get(f"early{number}"))))
        return cleaned


class SwapForm(forms.Form):
    """The two totals change sides; `reason` where a signed or closed one does."""

    stamp = forms.CharField(widget=forms.HiddenInput, required=False)
    reason = WordsField(
        label=gettext_lazy("Why"),
        help_text=gettext_lazy("Everybody can read it."),
        max_length=200,
        required=False,
    )

    def __init__(self, *args: Any, needs_reason: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not needs_reason:
            del self.fields["reason"]

    def clean_reason(self) -> str:
        return tidy_name(self.cleaned_data["reason"])
