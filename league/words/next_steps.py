"""What is to be done next, in a sentence for the organizer."""

from collections.abc import Callable, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import Round

MOST = 6  # tables that are named; of more their number is told


def next_sentence(
    what: str | None, *, round: Round | None, tables: Sequence[int], number: int, bracket: bool
) -> str:
    """The sentence; "" where the step speaks for itself. `number` is of the round to be drawn."""
    said = _SENTENCES.get(what or "")
    if said is not None:
        return said(round, tables)
    if what == "draw" and number:
        return _("Next: draw round %(n)d.") % {"n": number}
    if what == "made_up":
        if bracket:
            return _("A match of a closed round, or one put off, is still to be played.")
        return _("Next: the matches that were put off.")
    return ""


def _results(round: Round | None, tables: Sequence[int]) -> str:
    if len(tables) > MOST:
        return _("Next: the results of %(round)s. %(n)d tables are missing.") % {
            "round": round,
            "n": len(tables),
        }
    text = ngettext(
        "Next: the results of %(round)s. Table %(tables)s is missing.",
        "Next: the results of %(round)s. Tables %(tables)s are missing.",
        len(tables),
    )
    return text % {"round": round, "tables": ", ".join(map(str, tables))}


def _close(round: Round | None, _tables: Sequence[int]) -> str:
    return _("Next: %(round)s has all its results; close it.") % {"round": round}


_SENTENCES: Mapping[str, Callable[[Round | None, Sequence[int]], str]] = {
    "publish": lambda round, _tables: (
        _("Next: look at %(round)s and publish it.") % {"round": round}
    ),
    "results": _results,
    "close": _close,
    "settle": lambda *_given: _("Next: the bracket waits for your choice before it can go on."),
    "final": lambda *_given: _("All rounds are played. Without a final, finish it."),
    "finish": lambda *_given: _("Everything is played."),
}
