"""A bracket: which kind, who is in it, when; how a tie at the line was settled; what is chosen."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.draws.brackets import LARGEST, SMALLEST
from league.forms.fields import PointsField, tidy_name
from league.forms.nights import ClockField, DayField, start_of
from league.models import Entry, Stage
from league.queries.cuts import CutLine
from league.queries.matches import MatchView

KINDS = [
    ("championship", gettext_lazy("Championship: who loses is out, the winner is champion.")),
    ("knockout", gettext_lazy("Knockout: who loses is out.")),
    ("consolation", gettext_lazy("Knockout with consolation: who loses at once plays on.")),
    ("double", gettext_lazy("Double knockout: who loses twice is out.")),
]
ORDERS = [
    ("standings", gettext_lazy("By the table: the first against the last of those who are in.")),
    (
        "divisions",
        gettext_lazy("The first of each division: all the firsts as seeds, then the seconds."),
    ),
    ("lot", gettext_lazy("All entries, by lot.")),
    ("entered", gettext_lazy("All entries, in the order in which they were entered.")),
]
BEST_OF = [
    (1, gettext_lazy("One game")),
    (3, gettext_lazy("Best of three games")),
    (5, gettext_lazy("Best of five games")),
    (7, gettext_lazy("Best of seven games")),
]
HOW = [
    ("playoff", gettext_lazy("A play-off")),
    ("hand", gettext_lazy("An extra hand")),
    ("lot", gettext_lazy("The lot, drawn now by the computer")),
]
CHOICES = [
    ("keep", gettext_lazy("Keep it: those who sit there play on.")),
    ("swap", gettext_lazy("Swap: what was played counts for those who belong there.")),
    ("replay", gettext_lazy("Play it again: the sheet is set aside, the right ones meet.")),
]


def _reason(label: Any) -> forms.CharField:
    return forms.CharField(
        label=label, max_length=200, required=False, widget=forms.TextInput(attrs={"dir": "auto"})
    )


class BracketForm(forms.Form):
    """Valid, it has what `BracketPlan` takes in `plan`, and how ties were settled in `settled`."""

    kind = forms.ChoiceField(
        label=gettext_lazy("What is played"), choices=KINDS, widget=forms.RadioSelect
    )
    order = forms.ChoiceField(
        label=gettext_lazy("Who is in it"), choices=ORDERS, widget=forms.RadioSelect
    )
    places = PointsField(
        label=gettext_lazy("How many of the table (empty: all)"),
        min_value=SMALLEST,
        max_value=LARGEST,
        required=False,
    )
    each = PointsField(
        label=gettext_lazy("How many of each division"),
        min_value=1,
        max_value=LARGEST,
        required=False,
    )
    best_of = forms.TypedChoiceField(label=gettext_lazy("Each match"), choices=BEST_OF, coerce=int)
    third_place = forms.BooleanField(label=gettext_lazy("A match for third place"), required=False)
    keep_clubs_apart = forms.BooleanField(
        label=gettext_lazy("Keep clubs apart in the first round where that can be done"),
        required=False,
    )
    day = DayField(label=gettext_lazy("First round on"), required=False)
    clock = ClockField(label=gettext_lazy("Starts at"), required=False)
    days = PointsField(
        label=gettext_lazy("Days to the next round"), min_value=0, max_value=60, required=False
    )
    minutes = PointsField(
        label=gettext_lazy("or minutes"), min_value=0, max_value=600, required=False
    )
    first: datetime | None = None

    def __init__(
        self, *args: Any, divided: bool = False, tied: Sequence[CutLine] = (), **kwargs: Any
    ) -> None:
        """`divided`: there are divisions to take the first of. `tied` are the lines across which
        entries are level: each of them gets a place among those at its line."""
        super().__init__(*args, **kwargs)
        self.tied = list(tied)
        if not divided:
            del self.fields["each"]
            self.fields["order"].choices = [  # type: ignore[attr-defined]
                one for one in ORDERS if one[0] != "divisions"
            ]
        for line in self.tied:
            how, note = _of_line(line)
            self.fields[how] = forms.ChoiceField(
                label=_("How it was settled"),
                choices=HOW,
                widget=forms.RadioSelect,
                required=False,
            )
            for entry in line.tied:
                self.fields[_place(entry)] = PointsField(
                    label=str(entry), min_value=1, max_value=len(line.tied), required=False
                )
            self.fields[note] = _reason(_("Where and when"))

    @property
    def ties(self) -> list[dict[str, Any]]:
        """Each tied line with its fields: `name` of the division, `how`, `places`, `note`."""
        return [
            {
                "name": line.name,
                "how": self[_of_line(line)[0]],
                "places": [self[_place(entry)] for entry in line.tied],
                "note": self[_of_line(line)[1]],
            }
            for line in self.tied
        ]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        day, clock = cleaned["day"], cleaned["clock"]
        if day is not None and clock is None:
            self.add_error("clock", _("Choose the time."))
        elif day is not None:
            try:
                self.first = start_of(day, clock)
            except ValidationError as problem:
                self.add_error("clock", problem)
        if cleaned["order"] == "divisions" and cleaned["each"] is None:
            self.add_error("each", _("Write how many of each division."))
        if cleaned["third_place"] and cleaned["kind"] == Stage.Kind.DOUBLE_KNOCKOUT:
            text = _(
                "In a double knockout who loses the losers' final is third: take the tick off."
            )
            self.add_error("third_place", text)
        for line in self.tied:
            self._clean_tie(line, dict(cleaned))
        return cleaned

    def _clean_tie(self, line: CutLine, cleaned: dict[str, Any]) -> None:
        how, _note = _of_line(line)
        if not cleaned.get(how):
            self.add_error(how, _("Say how it was settled."))
        if cleaned.get(how) in ("", "lot"):
            return
        places = [cleaned[_place(entry)] for entry in line.tied]
        for entry, place in zip(line.tied, places, strict=True):
            if place is None:
                self.add_error(_place(entry), _("Write the place, 1 for the best."))
            elif places.count(place) > 1:
                self.add_error(_place(entry), _("Place %(n)d stands twice.") % {"n": place})

    @property
    def plan(self) -> dict[str, Any]:
        """What `BracketPlan` takes."""
        typed = self.cleaned_data
        consolation = typed["kind"] == "consolation"
        kind = Stage.Kind.KNOCKOUT if consolation else typed["kind"]
        return {
            "kind": str(kind),
            "order": typed["order"],
            "places": typed["places"] if typed["order"] == "standings" else None,
            "each": typed["each"] if typed["order"] == "divisions" else None,
            "best_of": typed["best_of"],
            "third_place": typed["third_place"],
            "consolation": consolation,
            "keep_clubs_apart": typed["keep_clubs_apart"],
            "first": self.first,
            "minutes": (typed["days"] or 0) * 24 * 60 + (typed["minutes"] or 0),
        }

    @property
    def settled(self) -> dict[int, dict[str, Any]]:
        """What `CutSettled` takes, by the number of the line; the lot needs no order."""
        typed = self.cleaned_data
        told: dict[int, dict[str, Any]] = {}
        for line in self.tied:
            how, note = (typed[name] for name in _of_line(line))
            by_place = [] if how == "lot" else sorted(line.tied, key=lambda one: typed[_place(one)])
            order = tuple(entry.pk for entry in by_place)
            told[line.number] = {"how": how, "order": order, "note": note}
        return told


class DrawnForm(forms.Form):
    """Who goes on from a drawn match, and how it was settled. The match is named by its id."""

    match = forms.IntegerField(widget=forms.HiddenInput)
    entry = forms.TypedChoiceField(
        label=gettext_lazy("Who goes on"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Say who goes on.")},
    )
    how = forms.ChoiceField(
        label=gettext_lazy("How it was settled"),
        choices=[HOW[0], HOW[1], ("lot", gettext_lazy("The lot"))],
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Say how it was settled.")},
    )

    def __init__(self, *args: Any, view: MatchView, **kwargs: Any) -> None:
        kwargs["initial"] = {"match": view.match.pk}
        kwargs["auto_id"] = f"id_{view.match.pk}_%s"
        super().__init__(*args, **kwargs)
        pair = (view.match.entry_a, view.match.entry_b)
        choices = [(entry.pk, str(entry)) for entry in pair]
        self.fields["entry"].choices = choices  # type: ignore[attr-defined]


class DecideForm(forms.Form):
    """What becomes of matches that have begun with others than the results send there."""

    choice = forms.ChoiceField(
        label=gettext_lazy("What becomes of it"),
        choices=CHOICES,
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose what becomes of it.")},
    )
    reason = forms.CharField(
        label=gettext_lazy("Why"),
        max_length=200,
        widget=forms.TextInput(attrs={"dir": "auto"}),
        error_messages={"required": gettext_lazy("Say why, in a few words. The log keeps it.")},
    )
    stamp = forms.CharField(widget=forms.HiddenInput, required=False)

    def clean_reason(self) -> str:
        return tidy_name(self.cleaned_data["reason"])


def first_told(stage: Stage | None, *, begun: bool) -> dict[str, Any]:
    """What the form shows at first: how `stage` was made, or what is usual."""
    usual: dict[str, Any] = {
        "kind": "championship",
        "order": "standings" if begun else "lot",
        "places": 4 if begun else None,
        "each": 2,
        "best_of": 3,
        "third_place": False,
        "keep_clubs_apart": True,
        "days": 0,
        "minutes": 60,
    }
    if stage is None:
        return usual
    told = {"kind": stage.kind, "best_of": stage.best_of}
    draw = stage.draw
    if draw.get("seeds"):
        keys = ("order", "places", "third_place", "keep_clubs_apart")
        told |= {key: draw[key] for key in keys if key in draw}
        if draw.get("each"):
            told["each"] = draw["each"]
    if draw.get("consolation"):
        told["kind"] = "consolation"
    return usual | told


def _of_line(line: CutLine) -> tuple[str, str]:
    """The names of the two fields of a tied line: how it was settled, and the note."""
    number = line.number or ""
    return f"how{number}", f"note{number}"


def _place(entry: Entry) -> str:
    return f"place_{entry.pk}"
