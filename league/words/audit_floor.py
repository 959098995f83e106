"""The log's sentences for what happens after a draw: who left, who came late, who sat in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as _noop
from django.utils.translation import ngettext

from league.models import AuditEntry, Entry
from league.words.figures import point_words

if TYPE_CHECKING:
    from league.words.audit import Names


def _of(kept: Mapping[str, Any] | None, key: str, default: Any = None) -> Any:
    return (kept or {}).get(key, default)


def _pair(names: Names, entry_id: int | None) -> SafeString:
    return names.entries.get(entry_id or 0) or SafeString(_("an entry taken off since"))


def _left(entry: AuditEntry, names: Names) -> str:
    out = _of(entry.after, "state") == Entry.State.DISQUALIFIED
    text = (
        _("{pair} were disqualified after round {n}.")
        if out
        else _("{pair} withdrew after round {n}.")
    )
    return format_html(
        text, pair=_pair(names, _of(entry.after, "entry")), n=_of(entry.after, "left_after", 0)
    )


def _put_back(entry: AuditEntry, names: Names) -> str:
    return format_html(
        _("Put {pair} back: as if they had never left."),
        pair=_pair(names, _of(entry.after, "entry")),
    )


def _came_back(entry: AuditEntry, names: Names) -> str:
    stay = len(_of(entry.after, "forfeits", []))
    pair = _pair(names, _of(entry.after, "entry"))
    if not stay:
        return format_html(_("{pair} came back."), pair=pair)
    text = ngettext(
        "{pair} came back; {n} match missed stays forfeited.",
        "{pair} came back; {n} matches missed stay forfeited.",
        stay,
    )
    return format_html(text, pair=pair, n=stay)


_WAYS = {
    "bye": _noop("{pair} came late, in place of the bye."),
    "together": _noop("{pair} came late and met others who did."),
    "next": _noop("{pair} came late and play from the next round on."),
    "extra": _noop("{pair} came late; their rounds were added at the end."),
}


def _late(entry: AuditEntry, names: Names) -> str:
    text = _WAYS.get(_of(entry.after, "how", ""), _WAYS["next"])
    said = format_html(_(text), pair=_pair(names, _of(entry.after, "entry")))
    bonus = _of(entry.after, "bonus")
    if not bonus:
        return said
    return format_html("{} {}", said, _("For rounds missed: %(n)s.") % {"n": point_words(bonus)})


def _moved_sheet(entry: AuditEntry, _names: Names) -> str:
    games = ", ".join(f"{a} – {b}" for _number, a, b in _of(entry.after, "games", []))
    if not games:
        return _("The sheet moved to another table.")
    return _("A sheet moved here from another table: %(games)s.") % {"games": games}


def _turned(entry: AuditEntry, _names: Names) -> str:
    games = ", ".join(f"{a} – {b}" for _number, a, b in _of(entry.after, "games", []))
    return _("Turned the sides round: %(games)s.") % {"games": games}


def _reseated(entry: AuditEntry, _names: Names) -> str:
    return _("Put the seats of game %(n)s right.") % {"n": _of(entry.after, "number", 1)}


def _sits_in(entry: AuditEntry, names: Names) -> str:
    kept = entry.after or entry.before or {}
    text = (
        _("{player} sits in for {out}.")
        if entry.after
        else _("{player} does not sit in for {out} after all.")
    )
    if kept.get("game"):
        text = _("Game {game}: {text}").replace("{text}", text)
    return format_html(
        text,
        player=_bdi(names.players.get(kept.get("in", 0))),
        out=_bdi(names.players.get(kept.get("out", 0))),
        game=kept.get("game") or "",
    )


def _bdi(name: str | None) -> SafeString:
    return format_html("<bdi>{}</bdi>", name or _("somebody"))


def _postponed(entry: AuditEntry, _names: Names) -> str:
    starts_at = _of(entry.after, "starts_at")
    if not starts_at:
        return _("Put the match off; its day is open.")
    day = timezone.localtime(datetime.fromisoformat(starts_at))
    when, table = date_format(day, "D, M j, H:i"), _of(entry.after, "table")
    if table:
        return _("Put the match off to %(day)s, table %(n)d.") % {"day": when, "n": table}
    return _("Put the match off to %(day)s.") % {"day": when}


def _divided(entry: AuditEntry, _names: Names) -> str:
    n = len(_of(entry.after, "divisions", []))
    if not n:
        return _("Put all into one: no divisions.")
    return ngettext("Set %(n)d division.", "Set %(n)d divisions.", n) % {"n": n}


def _plain(text: str) -> Callable[[AuditEntry, Names], str]:
    return lambda _entry, _names: _(text)


FLOOR: Mapping[str, Callable[[AuditEntry, Names], str]] = {
    "add_late_entry": _late,
    "add_substitute": _sits_in,
    "leave": _left,
    "move_sheet": _moved_sheet,
    "plan_divisions": _divided,
    "play_with_round": _plain("The match is played with its round after all."),
    "postpone_match": _postponed,
    "promote": _plain("Set the divisions from last season's tables."),
    "put_back": _put_back,
    "remove_substitute": _sits_in,
    "reseat_game": _reseated,
    "turn_sheet": _turned,
    "come_back": _came_back,
    "change_season": _plain("Changed the rules of the season."),
}
