"""The log's sentences for penalties and bonuses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import AuditEntry
from league.words.figures import signed_figure

if TYPE_CHECKING:
    from league.words.audit import Names


def _adjusted(entry: AuditEntry, names: Names) -> SafeString:
    kept = entry.after or {}
    return format_html("{who}: {figures}.", who=names.of(kept), figures=_figures(kept))


def _unadjusted(entry: AuditEntry, names: Names) -> SafeString:
    kept = entry.before or {}
    return format_html(_("Took off: {who}, {figures}."), who=names.of(kept), figures=_figures(kept))


def _put_back(entry: AuditEntry, names: Names) -> SafeString:
    kept = entry.after or {}
    return format_html(
        _("Counts again: {who}, {figures}."), who=names.of(kept), figures=_figures(kept)
    )


def _figures(kept: Mapping[str, Any]) -> str:
    parts = []
    # The log has a half as 0.5, which a fraction takes exactly.
    if match_points := Fraction(kept.get("match_points") or 0):
        parts.append(
            ngettext("%(n)s match point", "%(n)s match points", ceil(abs(match_points)))
            % {"n": signed_figure(match_points)}
        )
    if points := kept.get("points"):
        parts.append(_("%(n)s scored") % {"n": signed_figure(points)})
    return ", ".join(parts)


ADJUSTMENTS: Mapping[str, Callable[[AuditEntry, Names], str]] = {
    "add_adjustment": _adjusted,
    "put_back_adjustment": _put_back,
    "remove_adjustment": _unadjusted,
}
