"""What judging a sheet costs beside cleaning a form, and a line of JSON beside reading it.

Two floors, both measured in rounds that take turns with the engine:
- a Django form with the sheet's fields bound and cleaned once, as every request does it: the
  plainest there is (`SheetForm` below), and the one the league really uses;
- `json.dumps(json.loads(line))` of the same lines, nothing read or written.
The engine's side of the first is `judge`: checked, scored, with all steps. Of the second it is all
that `python -m scoring` does: reading bytes, answering with steps, writing text.
"""

import io
import json
import os
import random
from collections.abc import Callable
from statistics import median
from time import process_time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
django.setup()

from django import forms  # noqa: E402 - Django wants its settings first
from django.http import QueryDict  # noqa: E402

from league.forms.hands import HandForm  # noqa: E402
from league.words.names import table_names  # noqa: E402
from scoring import (  # noqa: E402
    Bella,
    HandSheet,
    Outcome,
    RuleSet,
    Run,
    Seat,
    Side,
    Trump,
    judge,
)
from scoring.interface import run  # noqa: E402

FORM_LIMIT = 1 / 20
LINES_LIMIT = 4.0
ROUNDS = 9
JUDGED = 2_000
CLEANED = 40
LINES = 20_000

Row = tuple[str, float, float | None, str]

SEATS = [(seat, seat) for seat in "NESW"]
SIDES = [(side, side) for side in ("NS", "EW")]


class SheetForm(forms.Form):
    """The sheet's fields and nothing more."""

    outcome = forms.ChoiceField(choices=[(o, o) for o in Outcome])
    trump = forms.ChoiceField(choices=[(t, t) for t in Trump], required=False)
    dealer = forms.ChoiceField(choices=SEATS, required=False)
    caller = forms.ChoiceField(choices=SEATS, required=False)
    forced = forms.BooleanField(required=False)
    bid = forms.IntegerField(required=False)
    count_ns = forms.IntegerField(required=False)
    count_ew = forms.IntegerField(required=False)
    last_trick = forms.ChoiceField(choices=SIDES, required=False)
    run_seat = forms.ChoiceField(choices=SEATS, required=False)
    twenties = forms.IntegerField(required=False)
    fifties = forms.IntegerField(required=False)
    bella_seat = forms.ChoiceField(choices=SEATS, required=False)
    bella_call = forms.ChoiceField(choices=[("last", "last"), ("first", "first")], required=False)
    claim_by = forms.ChoiceField(choices=SIDES, required=False)
    claim_upheld = forms.NullBooleanField(required=False)
    thrown_by = forms.ChoiceField(choices=SIDES, required=False)


PLAIN = HandSheet(trump=Trump.SPADES, dealer=Seat.W, caller=Seat.N, count_ns=96, last_trick=Side.NS)
WITH_RUNS = HandSheet(
    trump=Trump.SPADES,
    dealer=Seat.W,
    caller=Seat.N,
    count_ns=96,
    last_trick=Side.NS,
    runs=(Run(seat=Seat.E, twenties=1, fifties=1),),
    bella=(Bella(seat=Seat.S),),
)
TYPED = {
    "outcome": "played",
    "trump": "S",
    "dealer": "W",
    "caller": "N",
    "count_ns": "96",
    "last_trick": "NS",
}
TYPED_RUNS = {
    **TYPED,
    "run_seat": "E",
    "twenties": "1",
    "fifties": "1",
    "bella_seat": "S",
    "bella_call": "last",
}
LEAGUE_TYPED = {**TYPED, "game": "1", "number": "1", "runs": "", "bella": ""}
NAMES = table_names({"N": "Anne", "E": "Joe", "S": "Mairi", "W": "Sandy"})


def _query(typed: dict[str, str]) -> QueryDict:
    data = QueryDict(mutable=True)
    data.update(typed)
    return data


def _clock(work: Callable[[], object], times: int) -> float:
    """Seconds of CPU a time."""
    start = process_time()
    for _ in range(times):
        work()
    return (process_time() - start) / times


def _judged(name: str, sheet: HandSheet, bind: Callable[[], forms.Form]) -> Row:
    rules = RuleSet()
    assert bind().is_valid(), bind().errors
    assert judge(sheet, rules)[1] is not None
    pairs = [
        (
            _clock(lambda: bind().is_valid(), CLEANED),
            _clock(lambda: judge(sheet, rules), JUDGED),
        )
        for _ in range(ROUNDS)
    ]
    ratio = median(ours / floor for floor, ours in pairs)
    floor, ours = (median(column) * 1e6 for column in zip(*pairs, strict=True))
    return (name, ratio, FORM_LIMIT, f"{ours:.1f} us a sheet, one form {floor:.0f} us")


def _line(number: int, chance: random.Random) -> str:
    """One line as a club's evening has them: two in three plain, one in twenty wrong or stopped."""
    ns = chance.randrange(2, 161)
    sheet: dict[str, object] = {
        "outcome": "played",
        "trump": chance.choice("CDHS"),
        "dealer": chance.choice("NESW"),
        "caller": chance.choice("NESW"),
        "counted": {"NS": ns, "EW": 162 - ns},
    }
    what = chance.random()
    if what < 0.25:
        cards = chance.choice([{}, {"cards": [["9H", "TH", "JH"]]}])
        run_row = {"seat": chance.choice("NESW"), "twenties": 1, "fifties": 0, **cards}
        sheet["runs"] = [run_row]
    if 0.2 < what < 0.35:
        sheet["bella"] = {"seat": chance.choice("NESW"), "call": "last"}
    if what > 0.98:
        sheet["counted"] = {"NS": ns, "EW": 163 - ns}
    elif what > 0.95:
        del sheet["counted"]
        sheet |= {"outcome": "thrown_in", "thrown_by": chance.choice(["NS", "EW"])}
    return json.dumps({"id": f"hand-{number}", "kind": "hand", "input": sheet})


def _clean_alone() -> Row:
    """For information: the same form bound once and cleaned again and again."""
    rules, form = RuleSet(), SheetForm(_query(TYPED))
    pairs = [
        (_clock(form.full_clean, CLEANED * 5), _clock(lambda: judge(PLAIN, rules), JUDGED))
        for _ in range(ROUNDS)
    ]
    ratio = median(ours / floor for floor, ours in pairs)
    floor = median(floor for floor, _ in pairs) * 1e6
    return ("plain sheet judged, to full_clean() alone", ratio, None, f"full_clean {floor:.0f} us")


def _answered() -> Row:
    chance = random.Random(500)
    lines = [_line(number, chance) for number in range(LINES)]
    whole = "\n".join(lines).encode() + b"\n"

    def floor() -> None:
        for line in lines:
            json.dumps(json.loads(line))

    def ours() -> None:
        sink = io.StringIO()
        assert run(io.BytesIO(whole), sink) == 0

    pairs = [(_clock(floor, 1), _clock(ours, 1)) for _ in range(ROUNDS)]
    ratio = median(o / f for f, o in pairs)
    base, cost = (median(column) / LINES * 1e6 for column in zip(*pairs, strict=True))
    detail = f"{cost:.1f} s a million lines, json alone {base:.1f} s"
    return ("hand lines through python -m scoring", ratio, LINES_LIMIT, detail)


def rows() -> list[Row]:
    """(what, ratio, limit, detail) of judging and of answering lines."""
    rules = RuleSet()
    plain, runs, typed = _query(TYPED), _query(TYPED_RUNS), _query(LEAGUE_TYPED)
    return [
        _judged("plain sheet judged, to a plain form", PLAIN, lambda: SheetForm(plain)),
        _judged("runs and Bella judged, to a plain form", WITH_RUNS, lambda: SheetForm(runs)),
        _judged(
            "plain sheet judged, to the league's form",
            PLAIN,
            lambda: HandForm(typed, rules=rules, names=NAMES),
        ),
        _clean_alone(),
        _answered(),
    ]
