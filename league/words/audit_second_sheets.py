"""The log's sentences for sheets that both sides write blind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as _noop

from league.models import AuditEntry
from league.words.figures import score_figure

if TYPE_CHECKING:
    from league.words.audit import Names


def _side(text: str) -> Callable[[AuditEntry, Names], str]:
    """A sentence about the sheet of one side: {pair}, {game}, {hand}."""

    def say(entry: AuditEntry, names: Names) -> str:
        kept = entry.after or entry.before or {}
        match = names.matches.get(entry.match_id or 0)
        pair = None if match is None else match.a if kept.get("side") == "a" else match.b
        return format_html(
            _(text),
            pair=pair or _("a side"),
            game=kept.get("game") or 1,
            hand=kept.get("number") or "",
        )

    return say


def _opened(entry: AuditEntry, _names: Names) -> str:
    kept = entry.after or {}
    figures = [", ".join(score_figure(a, b) for a, b in kept.get(side, [])) for side in ("a", "b")]
    if kept.get("same"):
        return _("Both sheets are in and say the same: %(figures)s.") % {"figures": figures[0]}
    return _("Both sheets are in and differ: %(one)s on the one, %(other)s on the other.") % {
        "one": figures[0],
        "other": figures[1],
    }


_SETTLED = {
    "equal": _noop("Accepted: the two sheets agree."),
    "organizer": _noop("Settled: the sheet of {pair} is the result."),
    "rule": _noop("Settled by the rule: the sheet of {pair} is the result."),
}


def _settled(entry: AuditEntry, names: Names) -> str:
    return _side(_SETTLED[(entry.after or {})["settled"]])(entry, names)


SECOND_SHEETS: Mapping[str, Callable[[AuditEntry, Names], str]] = {
    "begin_sheet": _side(_noop("Began the sheet of {pair}.")),
    "take_up_sheet": _side(_noop("Another phone took up the sheet of {pair}.")),
    "release_sheet": _side(_noop("Let another phone write the sheet of {pair}.")),
    "seat_own_game": _side(_noop("Game {hand} was begun on the sheet of {pair}.")),
    "record_own_hand": _side(_noop("Game {game}, hand {hand} was written by {pair}.")),
    "undo_own_hand": _side(_noop("Took a hand off the sheet of {pair}.")),
    "ring_own_bell": _side(_noop("The bell, on the sheet of {pair}.")),
    "write_own_totals": _side(_noop("Totals were written by {pair}.")),
    "hand_in_sheet": _side(_noop("The sheet of {pair} was handed in.")),
    "take_back_sheet": _side(_noop("The sheet of {pair} was opened again.")),
    "open_sheets": _opened,
    "settle_sheets": _settled,
}
