"""The log's sentences for a club: its people, their partnerships, accounts and roles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as _noop
from django.utils.translation import ngettext

from league.models import AuditEntry, Role

if TYPE_CHECKING:
    from league.words.audit import Names


def _plain(text: str) -> Callable[[AuditEntry, Names], str]:
    return lambda _entry, _names: _(text)


def _player(text: str) -> Callable[[AuditEntry, Names], str]:
    def say(entry: AuditEntry, names: Names) -> str:
        name = names.players.get(int(entry.subject.partition(":")[2])) or _("a player")
        return format_html(_(text), player=format_html("<bdi>{}</bdi>", name))

    return say


def _account(text: str) -> Callable[[AuditEntry, Names], str]:
    def say(entry: AuditEntry, names: Names) -> str:
        kept = entry.after or entry.before or {}
        number = kept.get("user") or int(entry.subject.partition(":")[2])
        name = names.accounts.get(number) or _("an account that is gone")
        return format_html(
            _(text),
            name=format_html("<bdi>{}</bdi>", name),
            kind=_kind(kept),
            was=_kind(entry.before or {}),
        )

    return say


def _kind(kept: Mapping[str, object]) -> str:
    kind = str(kept.get("kind", ""))
    return str(Role.Kind(kind).label) if kind in Role.Kind else ""


def _stored(entry: AuditEntry, _names: Names) -> str:
    kept = entry.after or {}
    people, pairs = len(kept.get("players", [])), len(kept.get("partnerships", []))
    said = [
        ngettext("%(n)d person", "%(n)d people", people) % {"n": people},
        ngettext("%(n)d partnership", "%(n)d partnerships", pairs) % {"n": pairs},
    ]
    return _("Added %(what)s.") % {"what": ", ".join(said)}


CLUB: Mapping[str, Callable[[AuditEntry, Names], str]] = {
    "make_first_owner": _plain(_noop("Made the first account, and the club.")),
    "start_club": _plain(_noop("Started the club.")),
    "rename_club": _plain(_noop("Changed the club's name or place.")),
    "make_sign_in_link": _account(_noop("Made a one-time link to sign in, for {name}.")),
    "use_sign_in_link": _plain(_noop("Signed in with a one-time link.")),
    "add_player": _player(_noop("Added {player}.")),
    "rename_player": _player(_noop("Changed the name of {player}.")),
    "remove_player": _player(_noop("Took {player} off the list.")),
    "store_people": _stored,
    "remove_partnership": _plain(_noop("Took a partnership off the list.")),
    "give_role": _account(_noop("Gave {name} the role {kind}.")),
    "change_role": _account(_noop("Made {name} {kind}, before it was {was}.")),
    "take_role": _account(_noop("Took the role {kind} back from {name}.")),
}
