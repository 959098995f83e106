"""The log's sentences for money: what was agreed, who has paid."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from league.models import AuditEntry
from league.words.money import dollars

if TYPE_CHECKING:
    from league.words.audit import Names


def _paid(entry: AuditEntry, names: Names) -> SafeString:
    was, now = entry.before or {}, entry.after or {}
    return format_html(
        _("{pair}: {now} paid, before it was {was}."),
        pair=names.of(now),
        now=dollars(now.get("paid", 0)),
        was=dollars(was.get("paid", 0)),
    )


def _agreed(_entry: AuditEntry, _names: Names) -> str:
    return _("Changed the entry fee, the prizes or the pots.")


MONEY: Mapping[str, Callable[[AuditEntry, Names], str]] = {
    "change_money": _agreed,
    "record_payment": _paid,
}
