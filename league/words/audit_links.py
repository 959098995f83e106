"""The log's sentences for table links: made, opened on a phone, revoked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import AuditEntry

if TYPE_CHECKING:
    from league.words.audit import Names


def _made(entry: AuditEntry, names: Names) -> SafeString:
    kept = entry.after or {}
    n = len(kept.get("links", []))
    said = ngettext("Made a table link", "Made {n} table links", n)
    return format_html(said + "{where}.", n=n, where=_where(kept, names))


def _revoked(entry: AuditEntry, names: Names) -> SafeString:
    kept = entry.before or {}
    n = len(kept.get("links", []))
    said = ngettext("Revoked a table link", "Revoked {n} table links", n)
    return format_html(said + "{where}.", n=n, where=_where(kept, names))


def _opened(_entry: AuditEntry, _names: Names) -> str:
    return _("Opened the table link on a phone.")


def _where(kept: Mapping[str, Any], names: Names) -> SafeString:
    """ ": round 3, tables 1, 2, 4", as far as it is known."""
    parts = []
    if "round" in kept:
        parts.append(names.rounds.get(kept["round"]) or _("a round dropped since"))
    if "night" in kept:
        parts.append(date_format(date.fromisoformat(kept["night"]), "D, M j"))
    tables = kept.get("tables", [])
    if tables:
        said = ngettext("table %(tables)s", "tables %(tables)s", len(tables))
        parts.append(said % {"tables": _runs(tables)})
    return format_html(": {}", ", ".join(parts)) if parts else SafeString("")


def _runs(tables: list[int]) -> str:
    """[1, 2, 3, 7] -> "1–3, 7"."""
    runs: list[list[int]] = []
    for table in sorted(tables):
        if runs and table == runs[-1][-1] + 1:
            runs[-1].append(table)
        else:
            runs.append([table])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)


LINKS: Mapping[str, Callable[[AuditEntry, Names], str]] = {
    "make_links": _made,
    "open_link": _opened,
    "revoke_links": _revoked,
}
