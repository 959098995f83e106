"""The log's sentence for what a correction moved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from league.models import AuditEntry
from league.words.reach import ordinal

if TYPE_CHECKING:
    from league.words.audit import Names


def _seen(entry: AuditEntry, names: Names) -> SafeString:
    kept = entry.after or {}
    rows: list[tuple[str, str, str]] = [
        (names.entries.get(pk) or "?", _place(a), _place(b)) for pk, a, b in kept.get("ranks", [])
    ]
    rows += [
        (format_html("<bdi>{}</bdi>", names.players.get(pk) or "?"), _place(a), _place(b))
        for pk, a, b in kept.get("players", [])
    ]
    parts = [SafeString(_("What it moved was seen before it was done."))]
    if rows:
        places = format_html_join("; ", "{}: {} → {}", rows)
        parts.append(format_html(_("Places: {places}."), places=places))
    if kept.get("slots"):
        parts.append(SafeString(_("The bracket moved.")))
    return format_html_join(" ", "{}", [(part,) for part in parts])


def _place(rank: int) -> str:
    return ordinal(rank) if rank else "–"


IMPACTS: Mapping[str, Callable[[AuditEntry, Names], str]] = {"see_impact": _seen}
