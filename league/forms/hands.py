"""The hand sheet as a form: fields named like the sheet's, problems on their fields."""

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.forms.cards import CardField, CardsField
from league.forms.fields import PointsField, WordsField
from league.forms.sheet_values import SEATS, SET_RANKS, run_codes, sheet_from
from league.words.names import TableNames
from league.words.problems import problem_words
from league.words.sheets import run_words, trump_words
from scoring import HandSheet, Problem, RuleSet, Run, Seat

FIRST_RUNS = ("20", "40", "50", "70")
_MOST_TYPED = 9999
_ENDINGS = [
    ("played", gettext_lazy("Played out")),
    ("misplay", gettext_lazy("Misplay claimed")),
    ("thrown_in", gettext_lazy("Thrown in")),
    ("passed_out", gettext_lazy("Everybody passed")),
]


@dataclass(frozen=True, slots=True)
class RunChoice:
    """One button: its input, the figure on it, what it says when picked, how it is made up."""

    tag: str
    points: int
    words: str
    hint: str


@dataclass(frozen=True, slots=True)
class RunRow:
    """The runs of one player: the buttons seen at once, and those behind "more"."""

    seat: str
    name: str
    first: list[RunChoice]
    more: list[RunChoice]


class HandForm(forms.Form):
    """One hand sheet. Give it the rule set and the names at the table.

    After `is_valid()` the sheet is in `sheet`; `add_problems` puts what the engine says about it
    on the fields and asks for a tick for each warning.
    """

    client_id = forms.UUIDField(required=False, widget=forms.HiddenInput)
    game = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=99)
    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=999)
    revision = forms.IntegerField(required=False, widget=forms.HiddenInput)

    dealer = forms.ChoiceField(widget=forms.RadioSelect, label=gettext_lazy("Dealer"))
    caller = forms.ChoiceField(
        widget=forms.RadioSelect, required=False, label=gettext_lazy("Whose say was it?")
    )
    trump = forms.ChoiceField(widget=forms.RadioSelect, required=False, label=gettext_lazy("Trump"))
    bid = PointsField(max_value=_MOST_TYPED, required=False, label=gettext_lazy("Bid"))
    bella = forms.ChoiceField(widget=forms.RadioSelect, required=False, label=gettext_lazy("Bella"))
    bella_call = forms.ChoiceField(
        required=False,
        label=gettext_lazy("When was it said?"),
        choices=[
            ("last", gettext_lazy("on the second card")),
            ("first", gettext_lazy("on the first card")),
            ("run", gettext_lazy("with a shown run")),
            ("none", gettext_lazy("not said")),
        ],
    )
    count_ns = PointsField(max_value=_MOST_TYPED, required=False)
    count_ew = PointsField(max_value=_MOST_TYPED, required=False)
    outcome = forms.ChoiceField(
        widget=forms.RadioSelect,
        label=gettext_lazy("How did it end?"),
        choices=_ENDINGS,
    )
    claim_by = forms.ChoiceField(
        required=False, widget=forms.RadioSelect, label=gettext_lazy("Who claimed it?")
    )
    claim_upheld = forms.ChoiceField(
        required=False,
        widget=forms.RadioSelect,
        label=gettext_lazy("Was it proved?"),
        choices=[("yes", gettext_lazy("Proved")), ("no", gettext_lazy("Wrong claim"))],
    )
    claim_trick = PointsField(
        min_value=1, max_value=9, required=False, label=gettext_lazy("In which trick?")
    )
    claim_seat = forms.ChoiceField(required=False, label=gettext_lazy("Whose card?"))
    claim_card = CardField(label=gettext_lazy("Which card?"))
    thrown_by = forms.ChoiceField(
        required=False, widget=forms.RadioSelect, label=gettext_lazy("Who threw it in?")
    )
    last_trick = forms.ChoiceField(
        required=False, widget=forms.RadioSelect, label=gettext_lazy("Last trick")
    )
    forced = forms.BooleanField(required=False, label=gettext_lazy("The dealer had to call"))
    note = WordsField(required=False, max_length=200, label=gettext_lazy("Note"))
    reason = WordsField(required=False, max_length=200, label=gettext_lazy("Why is it corrected?"))
    end_confirmed = forms.BooleanField(required=False)

    def __init__(self, *args: Any, rules: RuleSet, names: TableNames, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        self.names = names
        self.sheet = HandSheet()
        self.warnings: list[tuple[str, str, bool]] = []
        self._set_choices()

    def filled(self, data: MultiValueDict[str, str]) -> "HandForm":
        """This form with what was posted, for reading: the two share their fields, and what was not
        posted is as nobody wrote it."""
        form: Any = copy(self)
        form.fields = {n: field for n, field in self.fields.items() if n in data or field.required}
        form.data, form.is_bound, form._errors, form._bound_fields_cache = data, True, None, {}
        form.sheet, form.warnings = HandSheet(), []
        filled: HandForm = form
        return filled

    @property
    def one_runner(self) -> bool:
        """Only one player counts runs: the buttons of all players are one choice."""
        return self.rules.run_scope == "player"

    def run_rows(self) -> Iterator[RunRow]:
        """The run buttons a player, for the template."""
        for seat in SEATS:
            field = self["runs"] if self.one_runner else self[f"runs_{seat}"]
            first: list[RunChoice] = []
            more: list[RunChoice] = []
            for widget in field.subwidgets:
                value = str(widget.data["value"])
                code = value.removeprefix(f"{seat}-") if self.one_runner else value
                if self.one_runner and code == value:
                    continue
                points = self._points(code)
                words = f"{self.names.seats[seat]} {points}" if points else ""
                hint = "5" if code.startswith("h") else ""
                if words:
                    widget.data["attrs"]["data-words"] = words
                choice = RunChoice(widget.tag(), points, words, hint)
                (first if code in FIRST_RUNS or not points else more).append(choice)
            yield RunRow(seat, self.names.seats[seat], first, more)

    def picked_runs(self) -> str:
        """The runs chosen, as the closed button says them: "Anne 50"; "" for none."""
        picked = []
        for name in self.fields:
            if name == "runs" or name.startswith("runs_"):
                value = str(self[name].value() or "")
                seat, _dash, code = (
                    value.partition("-") if self.one_runner else (name[-1], "-", value)
                )
                if seat in self.names.seats and (points := self._points(code)):
                    picked.append(f"{self.names.seats[seat]} {points}")
        return ", ".join(picked)

    def run_extras(self) -> Iterator[tuple[str, forms.BoundField, forms.BoundField]]:
        """Name, cards and beaten runs a player, for the template."""
        for seat in SEATS:
            yield self.names.seats[seat], self[f"cards_{seat}"], self[f"beaten_{seat}"]

    def set_fields(self) -> list[forms.BoundField]:
        return [self[f"set_{rank}"] for rank in SET_RANKS] if self.rules.sets else []

    def _points(self, code: str) -> int:
        twenties, fifties, hundreds = run_codes(self.rules).get(code, (0, 0, 0))
        return Run(seat=Seat.N, twenties=twenties, fifties=fifties, hundreds=hundreds).points

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not self.errors:
            self.sheet = sheet_from(data, self.rules)
        return data

    def add_problems(self, problems: tuple[Problem, ...]) -> bool:
        """Put the engine's words on the fields; False when something stands against saving.

        A warning stands until it is ticked: its tick is `confirm` with the code and the field.
        """
        ticked = set(self.data.getlist("confirm")) if hasattr(self.data, "getlist") else set()
        for problem in problems:
            words = problem_words(problem, self.names)
            if problem.warning:
                key = f"{problem.code}:{problem.field}"
                self.warnings.append((key, words, key in ticked))
            else:
                self.add_error(self.field_of(problem.field), words)
        return not self.errors and all(done for _key, _words, done in self.warnings)

    def field_of(self, name: str) -> str | None:
        """The form's field for the engine's: "runs.N" is `runs`, or `runs_N` where each counts."""
        if name.startswith("runs"):
            seat = name.partition(".")[2]
            return "runs" if self.one_runner else f"runs_{seat or 'N'}"
        name = {"claim": "claim_by", "sets": f"set_{SET_RANKS[0]}"}.get(name, name)
        return name if name in self.fields else None

    def _set_choices(self) -> None:
        seats = [(seat, self.names.seats[seat]) for seat in SEATS]
        sides = [(side, self.names.sides[side]) for side in ("NS", "EW")]
        trumps = ["S", "H", "D", "C", *(["NT"] if self.rules.no_trump else [])]
        for name in ("dealer", "caller"):
            self._choices(name, seats)
        self._choices("bella", [("", _("nobody")), *seats])
        self._choices("claim_seat", [("", _("not known")), *seats])
        self._choices("trump", [(trump, trump_words(trump)) for trump in trumps])
        for name in ("claim_by", "thrown_by"):
            self._choices(name, sides)
        self._choices("last_trick", [("", _("not written")), *sides])
        if self.rules.all_pass == "force_dealer":
            played_out = [choice for choice in _ENDINGS if choice[0] != "passed_out"]
            self._choices("outcome", played_out)
        else:
            del self.fields["forced"]
        codes = run_codes(self.rules)
        if self.one_runner:
            each = [(f"{seat}-{code}", code) for seat in SEATS for code in codes]
            self.fields["runs"] = _radio(_("Runs"), [("", _("none")), *each])
        beaten = [("", _("none"))] + [(code, run_words(*codes[code])) for code in codes]
        for seat in SEATS:
            if not self.one_runner:
                label = _("Runs of %(name)s") % {"name": self.names.seats[seat]}
                self.fields[f"runs_{seat}"] = _radio(label, [("", "0"), *((c, c) for c in codes)])
            self.fields[f"cards_{seat}"] = CardsField(label=_("Cards"))
            self.fields[f"beaten_{seat}"] = forms.ChoiceField(
                required=False, label=_("Shown, but beaten"), choices=beaten
            )
        if self.rules.sets:
            for rank in SET_RANKS:
                self.fields[f"set_{rank}"] = forms.ChoiceField(
                    required=False,
                    label=_("Four %(rank)s") % {"rank": "10" if rank == "T" else rank},
                    choices=[("", _("nobody")), *seats],
                )
        if self.rules.contract != "bid":
            del self.fields["bid"]

    def _choices(self, name: str, choices: Sequence[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices
        field.error_messages["invalid_choice"] = _("Choose one of those shown.")


def _radio(label: str, choices: list[tuple[str, str]]) -> forms.ChoiceField:
    return forms.ChoiceField(widget=forms.RadioSelect, required=False, label=label, choices=choices)
