"""A hand in sentences: the sum behind its score, its verdict, how it was called.

The sentences stand in tables, because the phone makes the same of them (league.words.live_sums).
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.words.names import TableNames
from scoring import HandScore, Seat, Side, Step, Verdict

_BAITS = (Verdict.BAIT, Verdict.HALF_BAIT)


TRUMPS: Mapping[str, Any] = {
    "S": gettext_lazy("spades"),
    "H": gettext_lazy("hearts"),
    "D": gettext_lazy("diamonds"),
    "C": gettext_lazy("clubs"),
    "NT": gettext_lazy("no trump"),
}
VERDICTS: Mapping[str, Any] = {
    Verdict.MADE: gettext_lazy("made"),
    Verdict.BAIT: gettext_lazy("bait"),
    Verdict.HALF_BAIT: gettext_lazy("half-bait"),
    Verdict.MISPLAY: gettext_lazy("misplay"),
    Verdict.THROWN_IN: gettext_lazy("thrown in"),
    Verdict.PASSED_OUT: gettext_lazy("passed out"),
    Verdict.LOST_HAND: gettext_lazy("hand lost"),
}
# By the kind of the engine's step: what is added up, what is compared, what comes of it.
TERMS: Mapping[str, Any] = {
    "run": gettext_lazy("%(points)d (run, %(holder)s)"),
    "set": gettext_lazy("%(points)d (four of a kind, %(holder)s)"),
    "bella": gettext_lazy("%(points)d (Bella, %(holder)s)"),
    "coat": gettext_lazy("%(points)d (every trick, %(holder)s)"),
}
BARS: Mapping[str, Any] = {
    "half": gettext_lazy("half is %(points)d"),
    "threshold": gettext_lazy("%(points)d makes"),
    "bid": gettext_lazy("bid %(points)d"),
}
OUTCOMES: Mapping[str, Any] = {
    "callers": gettext_lazy("callers have %(points)d"),
    "no_trump_bonus": gettext_lazy("no trump adds %(points)d"),
    "hanging": gettext_lazy("%(points)d wait for the next hand"),
    "award": gettext_lazy("%(points)d to %(side)s"),
}
SUMS: Mapping[str, Any] = {
    "terms": gettext_lazy("%(terms)s = %(total)d"),
    "whole": gettext_lazy("%(sum)s: %(verdict)s"),
    "passed_out": gettext_lazy("Everybody passed: nothing is written."),
    "written": gettext_lazy("%(one)d – %(other)d"),
    "waiting": gettext_lazy("%(one)d – %(other)d, and %(hanging)d wait for the next hand"),
}


def trump_words(trump: str) -> str:
    """ "spades", "no trump"."""
    return str(TRUMPS[trump])


def verdict_words(verdict: str) -> str:
    """The word on the paper for what came of a hand."""
    return str(VERDICTS[Verdict(verdict)])


def sum_words(score: HandScore, names: TableNames) -> str:
    """The whole sum, such as "162 + 20 (run, Anne) + 20 (Bella, Joe) = 202; half is 101; callers
    have 96: bait". Made of the engine's steps; nothing is added up here."""
    if score.verdict is Verdict.PASSED_OUT:
        return str(SUMS["passed_out"])
    parts = [total_words(score, names)]
    for step in score.steps:
        if step.kind == "award" and score.verdict in _BAITS and step.points == score.total:
            continue  # bait without more ado: everything goes over, as everybody knows
        if words := _later_words(step, names):
            parts.append(words)
    return str(SUMS["whole"]) % {
        "sum": "; ".join(part for part in parts if part),
        "verdict": verdict_words(score.verdict),
    }


def total_words(score: HandScore, names: TableNames) -> str:
    """The first line of the sum: "162 + 20 (run, Anne) = 182", or "162" with nothing to add."""
    terms = [words for step in score.steps if (words := _term_words(step, names))]
    total = next((step.points for step in score.steps if step.kind == "total"), None)
    text = " + ".join(terms)
    if total is not None and len(terms) > 1:
        return str(SUMS["terms"]) % {"terms": text, "total": total}
    return text


def bar_words(score: HandScore) -> str:
    """What the callers need: "half is 101"; "" where nothing is compared."""
    for step in score.steps:
        words = _bar_words(step)
        if words:
            return words
    return ""


def _term_words(step: Step, names: TableNames) -> str:
    if step.kind == "base":
        return str(step.points)
    holder = names.seats[step.seat] if step.seat else names.sides[step.side] if step.side else ""
    figures = {"points": step.points, "holder": holder, "count": step.count}
    return str(TERMS.get(step.kind, "")) % figures


def _bar_words(step: Step) -> str:
    return str(BARS.get(step.kind, "")) % {"points": step.points}


def _later_words(step: Step, names: TableNames) -> str:
    if bar := _bar_words(step):
        return bar
    side = names.sides[step.side] if step.side else ""
    figures = {"points": step.points, "side": side}
    return str(OUTCOMES.get(step.kind, "")) % figures


def written_words(ns: int, ew: int, hanging: int, left: Side) -> str:
    """What both sides write, the left column of the sheet first: "66 – 96"."""
    one, other = (ns, ew) if left is Side.NS else (ew, ns)
    figures = {"one": one, "other": other, "hanging": hanging}
    return str(SUMS["waiting" if hanging else "written"]) % figures


def run_words(twenties: int, fifties: int, hundreds: int) -> str:
    """Runs as players say them: "a twenty", "a twenty and a fifty", "two twenties"."""
    parts = []
    if hundreds:
        parts.append(_("a hundred"))
    if fifties:
        parts.append(ngettext("a fifty", "%(count)d fifties", fifties) % {"count": fifties})
    if twenties:
        parts.append(ngettext("a twenty", "%(count)d twenties", twenties) % {"count": twenties})
    return " + ".join(parts)


def seat_words(seat: str) -> str:
    """ "North"."""
    return {"N": _("North"), "E": _("East"), "S": _("South"), "W": _("West")}[Seat(seat)]
