"""The shorthand of a line that is keyed from paper, read into the fields of the hand form."""

import re
from collections.abc import Mapping

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from league.forms.sheet_values import run_codes
from scoring import RuleSet

FIELDS = ("caller", "trump", "bid", "runs", "bella", "count")
MOST_LETTERS = 40
PASSED = {"P", "-"}
_RUN = re.compile(r"([NESW])\s*(H?)\s*([0-9]{1,3})[\s,]*")
# One key a run: what it stands for.
_SHORT_RUNS = {"2": "20", "4": "40", "6": "60", "5": "50", "7": "70", "1": "100"}
_SHORT_LONG_RUNS = {"1": "h100", "2": "h120", "5": "h150"}


class KeyedForm(forms.Form):
    """What a keyed sheet says of itself: its id, its game, its first line here, how many lines."""

    sheet_id = forms.UUIDField(widget=forms.HiddenInput)
    game = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=99)
    first = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=200)
    lines = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=60)


def line_typed(data: QueryDict, number: int) -> dict[str, str]:
    """What was typed in each field of a line, as it was typed."""
    return {name: data.get(f"{name}-{number}", "").strip()[:MOST_LETTERS] for name in FIELDS}


def hand_data(
    typed: Mapping[str, str], rules: RuleSet, hidden: Mapping[str, object], ticked: list[str]
) -> tuple[QueryDict, dict[str, str]]:
    """The hand form's data for a line, and what cannot be read in it: sentences by field.

    `hidden` goes along as it is (id, game, number, dealer); `ticked` are the warnings agreed to.
    """
    data = QueryDict(mutable=True)
    caller, trump = typed["caller"].upper(), typed["trump"].upper()
    passed = caller in PASSED
    values = {name: str(value) for name, value in hidden.items()}
    values |= {
        "outcome": "passed_out" if passed else "played",
        "caller": "" if passed else caller,
        "trump": "NT" if trump == "N" else trump,
        "bella": typed["bella"].upper(),
        "bid": typed["bid"],
        "bella_call": "last",
        "count_ew" if caller in {"E", "W"} else "count_ns": typed["count"],
    }
    runs, wrong = _runs(typed["runs"].upper(), rules)
    data.update(values | runs)
    data.setlist("confirm", ticked)
    return data, {"runs": wrong} if wrong else {}


def _runs(text: str, rules: RuleSet) -> tuple[dict[str, str], str]:
    codes, found, place = run_codes(rules), dict[str, str](), 0
    while place < len(text):
        read = _RUN.match(text, place)
        seat, long, figure = read.groups() if read else ("", "", "")
        short = _SHORT_LONG_RUNS if long else _SHORT_RUNS
        code = short.get(figure, f"{long.lower()}{figure}")
        if read is None or code not in codes or seat in found:
            wrong = _("“%(typed)s” is no run. Write whose and how much, such as E2 for 20.")
            return {}, wrong % {"typed": text}
        found[seat], place = code, read.end()
    if rules.run_scope != "player":
        return {f"runs_{seat}": code for seat, code in found.items()}, ""
    if len(found) > 1:
        return {}, _("Only one player counts runs. Keep the best one's.")
    return {"runs": "".join(f"{seat}-{code}" for seat, code in found.items())}, ""
