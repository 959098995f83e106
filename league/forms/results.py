"""Totals of games, and forfeits."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.forms.fields import PointsField, WordsField, tidy_name
from league.queries.games import GameView
from league.queries.matches import MatchView
from league.queries.results import stamp_of_totals

MOST_POINTS = 99_999


class GameTotals(NamedTuple):
    """One game as it was typed: number, totals of a and b (points), ended early."""

    number: int
    a: int
    b: int
    early: bool


class GameRow(NamedTuple):
    """One game on the page: its three fields, or (with hands) the game as its sheet has it."""

    number: int
    a: forms.BoundField | None
    b: forms.BoundField | None
    early: forms.BoundField | None
    sheet: GameView | None


class TotalsForm(forms.Form):
    """Final totals of each game. Valid, `totals` are the games that were filled in."""

    reason = WordsField(
        label=gettext_lazy("Why it changes"),
        help_text=gettext_lazy("A result stands already; the log keeps the reason."),
        max_length=200,
        required=False,
    )
    stamp = forms.CharField(widget=forms.HiddenInput, required=False)

    totals: list[GameTotals]

    def __init__(self, *args: Any, view: MatchView, **kwargs: Any) -> None:
        self.view = view
        self.sheets = {game.number: game for game in view.games if game.hands}
        self.numbers = [n for n in range(1, view.best_of + 1) if n not in self.sheets]
        stand = {game.number: game for game in view.games if game.totals_only}
        initial: dict[str, Any] = {"stamp": stamp_of_totals(view)}
        for number, game in stand.items():
            initial[f"a{number}"], initial[f"b{number}"] = game.a, game.b
            initial[f"early{number}"] = game.game.bell_after is not None
        kwargs["initial"] = initial
        super().__init__(*args, **kwargs)
        to_target = view.match.round.stage.competition.match_play.get("mode") == "target"
        for number in self.numbers:
            for side in "ab":
                self.fields[f"{side}{number}"] = PointsField(
                    label=_("Game %(n)d") % {"n": number},
                    min_value=0,
                    max_value=MOST_POINTS,
                    required=False,
                )
            if to_target:
                self.fields[f"early{number}"] = forms.BooleanField(
                    label=_("It ended early, by the bell or the clock"), required=False
                )
        if not stand and not view.match.accepted_at:
            del self.fields["reason"]
        if view.match.forfeit:
            self.fields["played_after_all"] = forms.BooleanField(
                label=_("It was played after all: the forfeit goes"), required=False
            )

    def rows(self) -> Iterator[GameRow]:
        """The games in order."""
        for number in range(1, self.view.best_of + 1):
            if number in self.sheets:
                yield GameRow(number, None, None, None, self.sheets[number])
                continue
            early = self[f"early{number}"] if f"early{number}" in self.fields else None
            yield GameRow(number, self[f"a{number}"], self[f"b{number}"], early, None)

    def clean_reason(self) -> str:
        return tidy_name(self.cleaned_data["reason"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self.totals = []
        for number in self.numbers:
            a, b = cleaned.get(f"a{number}"), cleaned.get(f"b{number}")
            if f"a{number}" in self.errors or f"b{number}" in self.errors:
                continue
            if (a is None) != (b is None):
                empty = f"a{number}" if a is None else f"b{number}"
                self.add_error(empty, _("Write both totals of the game, or neither."))
            elif a is not None and b is not None:
                early = bool(cleaned.get(f"early{number}"))
                self.totals.append(GameTotals(number, a, b, early))
        return cleaned


class ForfeitForm(forms.Form):
    """Who does not play, and why."""

    who = forms.ChoiceField(
        label=gettext_lazy("Who forfeits"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose who forfeits.")},
    )
    reason = WordsField(
        label=gettext_lazy("Why"),
        help_text=gettext_lazy("Such as “did not show up by 19:30”. Everybody can read it."),
        max_length=200,
        error_messages={"required": gettext_lazy("Say why, in a few words.")},
    )

    def __init__(self, *args: Any, view: MatchView, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["who"].choices = [  # type: ignore[attr-defined]
            ("a", str(view.match.entry_a)),
            ("b", str(view.match.entry_b)),
            ("both", _("Both: nobody wins")),
        ]

    def clean_reason(self) -> str:
        reason = tidy_name(self.cleaned_data["reason"])
        if not reason:
            raise forms.ValidationError(_("Say why, in a few words."))
        return reason
