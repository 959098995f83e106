"""The log's sentences for people: invitations, roles, whose record is whose."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from django.utils.html import format_html
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


def _account(text: str) -> Callable[[AuditEntry, Names], str]:
    def say(entry: AuditEntry, names: Names) -> str:
        kept = entry.after or entry.before or {}
        number = kept.get("player") or int(entry.subject.partition(":")[2] or 0)
        player = names.players.get(number) or _("a player")
        account = names.accounts.get(kept.get("user", 0)) or _("an account that is gone")
        return format_html(
            _(text),
            player=format_html("<bdi>{}</bdi>", player),
            account=format_html("<bdi>{}</bdi>", account),
        )

    return say


PEOPLE: Mapping[str, Callable[[AuditEntry, Names], str]] = {
    "invite": _invited,
    "revoke_invitation": _revoked,
    "join_club": _joined,
    "leave_club": lambda _entry, _names: _("Left the club."),
    "rename_account": lambda _entry, _names: _("Changed the name of the account."),
    "change_email": lambda _entry, _names: _("Changed the address of the account."),
    "claim_player": _account("{account} says: I am {player}."),
    "confirm_claim": _account("Confirmed that {account} is {player}."),
    "decline_claim": _account("Declined that {account} is {player}."),
    "withdraw_claim": _account("Took back that {account} is {player}."),
    "part_player": _account("Parted {player} from the account of {account}."),
    "hide_name": _account("Hid the full name of {player}."),
    "show_name": _account("Showed the full name of {player} again."),
}
