"""The log's sentences for people: invitations, roles, whose record is whose."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import AuditEntry, Role

if TYPE_CHECKING:
    from league.words.audit import Names


def _kind(kept: Mapping[str, object] | None) -> str:
    kind = str((kept or {}).get("kind", ""))
    return str(Role.Kind(kind).label) if kind in Role.Kind else _("member")


def _invited(entry: AuditEntry, _names: Names) -> str:
    most = (entry.after or {}).get("most_uses", 1)
    if most == 1:
        return _("Invited one person as %(kind)s.") % {"kind": _kind(entry.after)}
    return ngettext("Showed a code for %(n)d person.", "Showed a code for %(n)d people.", most) % {
        "n": most
    }


def _revoked(_entry: AuditEntry, _names: Names) -> str:
    return _("Took an invitation back.")


def _joined(entry: AuditEntry, _names: Names) -> str:
    if entry.before:
        was, now = _kind(entry.before), _kind(entry.after)
        return _("Came in with an invitation: %(now)s, before it was %(was)s.") % {
            "now": now,
            "was": was,
        }
    return _("Came in with an invitation, as %(kind)s.") % {"kind": _kind(entry.after)}


PEOPLE: Mapping[str, Callable[[AuditEntry, Names], str]] = {
    "invite": _invited,
    "revoke_invitation": _revoked,
    "join_club": _joined,
}
