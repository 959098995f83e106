"""The log's sentences for what is deleted and comes back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import AuditEntry
from league.words.deletions import what_goes

if TYPE_CHECKING:
    from league.words.audit import Names

_BACK = {
    "competition": "Restored the competition that was deleted.",
    "club": "Restored the club that was deleted.",
    "player": "Restored a player who was taken off the list.",
    "partnership": "Restored a partnership that was taken off the list.",
    "stage": "Restored a draw that was taken off.",
    "round": "Restored a round that was deleted.",
}


def _plain(text: str) -> Callable[[AuditEntry, Names], str]:
    return lambda _entry, _names: _(text)


def _deleted(text: str) -> Callable[[AuditEntry, Names], str]:
    def say(entry: AuditEntry, _names: Names) -> str:
        went = what_goes(entry.before or {})
        return f"{_(text)} {went}." if went else _(text)

    return say


def _restored(entry: AuditEntry, _names: Names) -> str:
    return _(_BACK.get((entry.after or {}).get("kind", ""), "Restored what was deleted."))


def _merged(entry: AuditEntry, names: Names) -> str:
    kept = names.players.get((entry.after or {}).get("player", 0)) or _("a player")
    return format_html(_("Two records of one person made one: <bdi>{name}</bdi>."), name=kept)


def _two_again(entry: AuditEntry, names: Names) -> str:
    kept = names.players.get((entry.after or {}).get("player", 0)) or _("a player")
    return format_html(
        _("Took back that two records were one person: <bdi>{name}</bdi>."), name=kept
    )


def _forgotten(entry: AuditEntry, _names: Names) -> str:
    n = (entry.after or {}).get("texts", 0)
    said = _("Forgot a person; the results stay under an alias.")
    if not n:
        return said
    more = ngettext("%(n)d remark was blanked.", "%(n)d remarks were blanked.", n) % {"n": n}
    return f"{said} {more}"


KEEPING: Mapping[str, Callable[[AuditEntry, Names], str]] = {
    "delete_competition": _deleted("Deleted a competition."),
    "delete_club": _deleted("Deleted the club."),
    "throw_rehearsal_away": _plain("Threw a rehearsal away."),
    "restore_deleted": _restored,
    "merge_players": _merged,
    "undo_merge": _two_again,
    "forget_player": _forgotten,
    "delete_account": _plain("Deleted the own account."),
}
