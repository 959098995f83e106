"""A hand in sentences: the sum behind its score, its verdict, how it was called."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.words.names import TableNames
from scoring import HandScore, Seat, Side, Step, Verdict

_BAITS = (Verdict.BAIT, Verdict.HALF_BAIT)


def trump_words(trump: str) -> str:
    """ "spades", "no trump"."""
    return {
        "S": _("spades"),
        "H": _("hearts"),
        "D": _("diamonds"),
        "C": _("clubs"),
        "NT": _("no trump"),
    }[trump]


def verdict_words(verdict: str) -> str:
    """The word on the paper for what came of a hand."""
    return {
        Verdict.MADE: _("made"),
        Verdict.BAIT: _("bait"),
        Verdict.HALF_BAIT: _("half-bait"),
        Verdict.MISPLAY: _("misplay"),
        Verdict.THROWN_IN: _("thrown in"),
        Verdict.PASSED_OUT: _("passed out"),
        Verdict.LOST_HAND: _("hand lost"),
    }[Verdict(verdict)]


def sum_words(score: HandScore, names: TableNames) -> str:
    """The whole sum, such as "162 + 20 (run, Anne) + 20 (Bella, Joe) = 202; half is 101; callers
    have 96: bait". Made of the engine's steps; nothing is added up here."""
    if score.verdict is Verdict.PASSED_OUT:
        return _("Everybody passed: nothing is written.")
    parts = [total_words(score, names)]
    for step in score.steps:
        if step.kind == "award" and score.verdict in _BAITS and step.points == score.total:
            continue  # bait without more ado: everything goes over, as everybody knows
        if words := _later_words(step, names):
            parts.append(words)
    return _("%(sum)s: %(verdict)s") % {
        "sum": "; ".join(part for part in parts if part),
        "verdict": verdict_words(score.verdict),
    }


def total_words(score: HandScore, names: TableNames) -> str:
    """The first line of the sum: "162 + 20 (run, Anne) = 182", or "162" with nothing to add."""
    terms = [words for step in score.steps if (words := _term_words(step, names))]
    total = next((step.points for step in score.steps if step.kind == "total"), None)
    text = " + ".join(terms)
    if total is not None and len(terms) > 1:
        return _("%(terms)s = %(total)d") % {"terms": text, "total": total}
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
    if step.kind == "run":
        return _("%(points)d (run, %(holder)s)") % figures
    if step.kind == "set":
        return _("%(points)d (four of a kind, %(holder)s)") % figures
    if step.kind == "bella":
        return _("%(points)d (Bella, %(holder)s)") % figures
    if step.kind == "coat":
        return _("%(points)d (every trick, %(holder)s)") % figures
    return ""


def _bar_words(step: Step) -> str:
    if step.kind == "half":
        return _("half is %(points)d") % {"points": step.points}
    if step.kind == "threshold":
        return _("%(points)d makes") % {"points": step.points}
    if step.kind == "bid":
        return _("bid %(points)d") % {"points": step.points}
    return ""


def _later_words(step: Step, names: TableNames) -> str:
    if bar := _bar_words(step):
        return bar
    side = names.sides[step.side] if step.side else ""
    figures = {"points": step.points, "side": side}
    if step.kind == "callers":
        return _("callers have %(points)d") % figures
    if step.kind == "no_trump_bonus":
        return _("no trump adds %(points)d") % figures
    if step.kind == "hanging":
        return _("%(points)d wait for the next hand") % figures
    if step.kind == "award":
        return _("%(points)d to %(side)s") % figures
    return ""


def written_words(ns: int, ew: int, hanging: int, left: Side) -> str:
    """What both sides write, the left column of the sheet first: "66 – 96"."""
    one, other = (ns, ew) if left is Side.NS else (ew, ns)
    figures = {"one": one, "other": other, "hanging": hanging}
    if hanging:
        return _("%(one)d – %(other)d, and %(hanging)d wait for the next hand") % figures
    return _("%(one)d – %(other)d") % figures


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
