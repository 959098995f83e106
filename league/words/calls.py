"""What was written on a sheet, field by field, for people who compare two versions of it."""

from django.utils.translation import gettext as _

from league.words.names import TableNames
from league.words.sheets import run_words, seat_words, trump_words, verdict_words
from scoring import BellaCall, HandScore, HandSheet, Outcome, Side

Row = tuple[str, str]


def sheet_rows(
    sheet: HandSheet, score: HandScore | None, names: TableNames, left: Side, note: str = ""
) -> list[Row]:
    """(label, text) in the order of the paper; empty texts are kept, so that two sheets line up."""
    caller = names.seats[sheet.caller] if sheet.caller else ""
    runs = ", ".join(
        f"{names.seats[run.seat]} {run_words(run.twenties, run.fifties, run.hundreds)}"
        + ("" if run.counted else _(" (beaten)"))
        for run in sheet.runs
    )
    sets = ", ".join(f"{names.seats[four.seat]} {four.rank}" for four in sheet.sets)
    rows = [
        (_("Dealer"), names.seats[sheet.dealer] if sheet.dealer else ""),
        (_("Say"), caller),
        (_("Trump"), trump_words(sheet.trump) if sheet.trump else ""),
        (_("Bid"), str(sheet.bid or "")),
        (_("Runs"), runs),
        (_("Four of a kind"), sets),
        (_("Bella"), ", ".join(_bella(b.seat, b.call, names) for b in sheet.bella)),
        (_("Count"), _count(sheet, left)),
        (_("How it ended"), _outcome(sheet, names)),
        (_("Last trick"), names.sides[sheet.last_trick] if sheet.last_trick else ""),
        (_("Note"), note),
    ]
    if score is not None:
        one, other = (score.ns, score.ew) if left is Side.NS else (score.ew, score.ns)
        verdict = verdict_words(score.verdict)
        rows.append((_("Written"), f"{one} – {other}, {verdict}"))
    return rows


def compare_rows(mine: list[Row], theirs: list[Row]) -> list[tuple[str, str, str, bool]]:
    """(label, mine, theirs, differs) for what is written on either of two sheets."""
    return [
        (label, one, other, one != other)
        for (label, one), (_label, other) in zip(mine, theirs, strict=True)
        if one or other
    ]


def dealer_words(name: str, seat: str) -> str:
    """ "Anne (North) deals"."""
    return _("%(name)s (%(seat)s) deals") % {"name": name, "seat": seat_words(seat)}


def _bella(seat: str, call: BellaCall, names: TableNames) -> str:
    if call is BellaCall.FIRST:
        return _("%(name)s, on the first card") % {"name": names.seats[seat]}
    if call is BellaCall.NONE:
        return _("%(name)s, not said") % {"name": names.seats[seat]}
    return names.seats[seat]


def _count(sheet: HandSheet, left: Side) -> str:
    counts = (sheet.count_ns, sheet.count_ew)
    if counts == (None, None):
        return ""
    one, other = counts if left is Side.NS else counts[::-1]
    return f"{'?' if one is None else one} – {'?' if other is None else other}"


def _outcome(sheet: HandSheet, names: TableNames) -> str:
    if sheet.outcome is Outcome.PASSED_OUT:
        return _("everybody passed")
    if sheet.outcome is Outcome.THROWN_IN:
        side = names.sides[sheet.thrown_by] if sheet.thrown_by else "?"
        return _("thrown in by %(side)s") % {"side": side}
    if sheet.outcome is Outcome.MISPLAY and sheet.claim is not None:
        side = names.sides[sheet.claim.by] if sheet.claim.by else "?"
        words = _("misplay claimed by %(side)s") % {"side": side}
        if sheet.claim.upheld is None:
            return words
        return words + (_(", proved") if sheet.claim.upheld else _(", wrong"))
    return ""
