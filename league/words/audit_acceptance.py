"""The log's sentences for how a result is accepted: handed in, disputed, settled, final."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from league.models import AuditEntry

if TYPE_CHECKING:
    from league.words.audit import Names


def _side(entry: AuditEntry, names: Names, kept: Mapping[str, Any] | None) -> SafeString:
    match = names.matches.get(entry.match_id or 0)
    side = (kept or {}).get("side")
    if match is None or side not in ("a", "b"):
        return SafeString(_("One side"))
    return match.a if side == "a" else match.b


def _figures(entry: AuditEntry) -> str:
    return ", ".join(f"{a} – {b}" for *_number, a, b in (entry.after or {}).get("games", []))


def _submitted(entry: AuditEntry, names: Names) -> str:
    return format_html(
        _("{side} handed the sheet in: {games}."),
        side=_side(entry, names, entry.after),
        games=_figures(entry),
    )


def _reported(entry: AuditEntry, names: Names) -> str:
    return format_html(
        _("{side} wrote the totals {games} and handed them in."),
        side=_side(entry, names, entry.after),
        games=_figures(entry),
    )


def _taken_back(entry: AuditEntry, names: Names) -> str:
    return format_html(
        _("The sheet that {side} handed in is open again."), side=_side(entry, names, entry.before)
    )


def _disputed(entry: AuditEntry, names: Names) -> str:
    return format_html(
        _("{side} disputed the sheet: it counts for nobody until that is settled."),
        side=_side(entry, names, entry.after),
    )


def _settled(entry: AuditEntry, names: Names) -> str:
    how = (entry.after or {}).get("settled")
    if how == "withdrawn":
        text = _("{side} took their dispute back.")
    elif how == "corrected":
        text = _("The dispute of {side} is settled: the sheet was corrected, {games}.")
    else:
        text = _("The dispute of {side} is settled: the sheet stands, {games}.")
    return format_html(
        text, side=_side(entry, names, entry.before), games=_figures(entry) or _("no result")
    )


def _plain(text: str) -> Callable[[AuditEntry, Names], str]:
    return lambda _entry, _names: _(text)


ACCEPTANCE: Mapping[str, Callable[[AuditEntry, Names], str]] = {
    "submit_match": _submitted,
    "report_totals": _reported,
    "take_back_match": _taken_back,
    "dispute_match": _disputed,
    "settle_dispute": _settled,
    "finalize_match": _plain("Made the result final."),
    "change_sheets_rules": _plain("Changed how results are accepted."),
}
