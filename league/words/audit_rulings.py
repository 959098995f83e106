"""The log's sentences for rulings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from league.models import AuditEntry
from league.words.rulings import claim_words, found_words

if TYPE_CHECKING:
    from league.words.audit import Names


def _ruled(entry: AuditEntry, names: Names) -> str:
    kept = entry.after or {}
    if "hand" not in kept:
        return _("Ruled on the match: a penalty.")
    return format_html(
        _("Ruled on hand {n}: {claim}, {found}."),
        n=kept.get("number", ""),
        claim=_claim(kept, names),
        found=found_words(kept["found"]),
    )


def _taken_back(entry: AuditEntry, names: Names) -> str:
    kept = entry.before or {}
    if "hand" not in kept:
        return _("Took the ruling on the match back.")
    return format_html(
        _("Took the ruling on hand {n} back: {claim}."),
        n=kept.get("number", ""),
        claim=_claim(kept, names),
    )


def _claim(kept: Mapping[str, Any], names: Names) -> SafeString:
    who, accused = (
        names.players.get(kept.get(one) or 0) or _("somebody") for one in ("claimant", "accused")
    )
    return claim_words(who, accused, kept.get("trick"), kept.get("card") or "")


RULINGS: Mapping[str, Callable[[AuditEntry, Names], str]] = {
    "make_ruling": _ruled,
    "take_ruling_back": _taken_back,
}
