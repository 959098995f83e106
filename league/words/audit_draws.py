"""The log's sentences for rounds drawn one by one, tables by hand, the bell's clock, copies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from league.models import AuditEntry
from league.words.figures import score_figure

if TYPE_CHECKING:
    from league.words.audit import Names


def _of(kept: Mapping[str, Any] | None, key: str, default: Any = None) -> Any:
    return (kept or {}).get(key, default)


def _plain(text: str) -> Callable[[AuditEntry, Names], str]:
    return lambda _entry, _names: _(text)


def _round_of(entry: AuditEntry, names: Names) -> str:
    number = int(entry.subject.partition(":")[2] or 0)
    return names.rounds.get(number) or _("a round dropped since")


def _of_round(text: str) -> Callable[[AuditEntry, Names], str]:
    return lambda entry, names: format_html(_(text), round=_round_of(entry, names))


def _round_drawn(text: str) -> Callable[[AuditEntry, Names], str]:
    def say(entry: AuditEntry, names: Names) -> str:
        number = _of(entry.after, "number") or _of(entry.before, "number")
        said = format_html(_(text), n=number)
        if _of(entry.after, "corrected"):
            said = format_html("{} {}", said, _("A result before it was corrected."))
        missing = _of(entry.after, "missing", [])
        if missing:
            tables = ", ".join(f"{number}/{table}" for number, table in missing)
            more = _("On purpose without results of (round/table): %(tables)s.")
            said = format_html("{} {}", said, more % {"tables": tables})
        results = _of(entry.before, "results", [])
        return format_html("{} {}", said, _taken_off(results, names)) if results else said

    return say


def _taken_off(results: list[dict[str, Any]], names: Names) -> SafeString:
    """What stood on the sheets of a round that is gone: "table 1, A & B – C & D, 520–110"."""
    gone = SafeString(_("an entry taken off since"))
    rows = []
    for one in results:
        a, b = (names.entries.get(pk) or gone for pk in one["entries"])
        figures = [score_figure(total_a, total_b) for _number, total_a, total_b in one["games"]]
        if one["forfeit"]:
            figures.append(_("forfeited"))
        rows.append((_("table %(n)d") % {"n": one["table"]}, a, b, ", ".join(figures)))
    tables = format_html_join("; ", "{}, {} – {}, {}", rows)
    return format_html(_("Taken off: {tables}."), tables=tables)


def _swapped(text: str) -> Callable[[AuditEntry, Names], str]:
    def say(entry: AuditEntry, names: Names) -> str:
        pair = _of(entry.after, "entries") or _of(entry.before, "entries", [0, 0])
        gone = SafeString(_("an entry taken off since"))
        one, other = (names.entries.get(number) or gone for number in pair)
        return format_html(_(text), round=_round_of(entry, names), one=one, other=other)

    return say


def _people(text: str) -> Callable[[AuditEntry, Names], str]:
    """Of one player, or of several."""

    def say(entry: AuditEntry, names: Names) -> str:
        kept = entry.after or entry.before or {}
        found = kept.get("players") or [kept.get("player", 0)]
        told = [(names.players.get(pk) or _("a player taken off since"),) for pk in found]
        return format_html(_(text), names=format_html_join(", ", "<bdi>{}</bdi>", told))

    return say


def _players_swapped(text: str) -> Callable[[AuditEntry, Names], str]:
    def say(entry: AuditEntry, names: Names) -> str:
        pair = _of(entry.after, "players") or _of(entry.before, "players", [0, 0])
        told = [names.players.get(pk) or _("a player taken off since") for pk in pair]
        one, other = (format_html("<bdi>{}</bdi>", name) for name in told)
        return format_html(_(text), round=_round_of(entry, names), one=one, other=other)

    return say


DRAWS: Mapping[str, Callable[[AuditEntry, Names], str]] = {
    "swap_entries": _swapped("Changed by hand in {round}: {one} and {other} change places."),
    "undo_swap": _swapped("Took a change by hand back in {round}: {one} and {other}."),
    "swap_players": _players_swapped(
        "Changed by hand in {round}: the players {one} and {other} change places."
    ),
    "undo_player_swap": _players_swapped(
        "Took a change by hand back in {round}: the players {one} and {other}."
    ),
    "start_clock": _of_round("Started the bell's clock of {round}."),
    "pause_clock": _of_round("Stopped the bell's clock of {round}."),
    "resume_clock": _of_round("Let the bell's clock of {round} go on."),
    "extend_clock": _of_round("Set the bell's clock of {round} to another time."),
    "clear_clock": _of_round("Put the bell's clock of {round} away."),
    "plan_bracket": _plain("Planned a knockout, to be drawn when the entries are in."),
    "copy_competition": _plain("Made it as a copy of another competition."),
    "add_stage": _plain("Set up rounds drawn one by one."),
    "edit_stage": _plain("Changed how many rounds are planned, or when."),
    "remove_stage": _plain("Took a stage off of which nothing was drawn."),
    "draw_round": _round_drawn("Drew round {n} as a draft."),
    "redraw_round": _round_drawn("Drew round {n} again, as a draft."),
    "keep_round": _round_drawn(
        "Kept round {n} as it is drawn, though a result before it was corrected."
    ),
    "drop_round": _round_drawn("Dropped the draft of round {n}."),
    "delete_round": _round_drawn("Deleted round {n} after it was published."),
    "add_players": _people("Entered: {names}."),
    "remove_player": _people("Took {names} off."),
    "leave_player": _people("{names} has left: drawn no more from now on."),
    "bring_player_back": _people("{names} is back: drawn again from now on."),
}
