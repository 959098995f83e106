"""The log's sentences for brackets: made, seated, cleared, and what was chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import AuditEntry
from league.words.brackets import cut_words, how_words

if TYPE_CHECKING:
    from league.words.audit import Names


def _of(kept: Mapping[str, Any] | None, key: str, default: Any = None) -> Any:
    return (kept or {}).get(key, default)


def _pair(names: Names, entries: list[int]) -> SafeString:
    gone = SafeString(_("an entry taken off since"))
    a, b = (names.entries.get(pk, gone) for pk in entries)
    return format_html("{} – {}", a, b)


def _made(entry: AuditEntry, names: Names) -> str:
    n = len(_of(entry.after, "seeds", []))
    text = ngettext("Made a bracket of %(n)d.", "Made a bracket of %(n)d.", n) % {"n": n}
    cut = cut_words(_of(entry.after, "cut", {}), names.entries)
    return format_html("{} {}", text, cut) if cut else text


def _slot(text: str) -> Callable[[AuditEntry, Names], str]:
    def say(entry: AuditEntry, names: Names) -> str:
        kept = entry.after or entry.before or {}
        pair = _pair(names, _of(kept, "entries", [0, 0]))
        return format_html(_(text), pair=pair, slot=_of(kept, "slot", ""))

    return say


def _chosen(text: str) -> Callable[[AuditEntry, Names], str]:
    def say(entry: AuditEntry, names: Names) -> str:
        slots = _of(entry.before, "slots", {})
        pairs = [_pair(names, plays) for plays, _should in slots.values()]
        return format_html(_(text), pairs=format_html_join("; ", "{}", [(pair,) for pair in pairs]))

    return say


def _drawn(entry: AuditEntry, names: Names) -> str:
    who = names.entries.get(_of(entry.after, "entry", 0)) or _("an entry taken off since")
    how = how_words(_of(entry.after, "how", ""))
    return format_html(_("Drawn: {who} go on, settled by {how}."), who=who, how=how)


def _seeds(text: str) -> Callable[[AuditEntry, Names], str]:
    def say(entry: AuditEntry, names: Names) -> str:
        pair = _of(entry.after, "entries") or _of(entry.before, "entries", [0, 0])
        gone = SafeString(_("an entry taken off since"))
        one, other = (names.entries.get(pk) or gone for pk in pair)
        return format_html(_(text), one=one, other=other)

    return say


def _plain(text: str) -> Callable[[AuditEntry, Names], str]:
    return lambda _entry, _names: _(text)


BRACKETS: Mapping[str, Callable[[AuditEntry, Names], str]] = {
    "make_bracket": _made,
    "drop_bracket": _plain("Took a bracket off."),
    "swap_seeds": _seeds("Changed by hand in the bracket: {one} and {other} exchange their seeds."),
    "undo_seed_swap": _seeds("Took an exchange of seeds back: {one} and {other}."),
    "keep_cut": _plain("The table has changed since the cut: the bracket stays as it is."),
    "seat_slot": _slot("{pair} meet in the bracket ({slot})."),
    "clear_slot": _slot("{pair} no longer meet in the bracket ({slot})."),
    "set_aside_match": _slot("Set the sheet of {pair} aside ({slot}): it is played again."),
    "keep_slots": _chosen("After a correction kept as begun: {pairs}."),
    "swap_slots": _chosen("After a correction the right entries have what was played: {pairs}."),
    "replay_slots": _chosen("After a correction to be played again: {pairs}."),
    "decide_draw": _drawn,
    "swap_back": _plain("A correction was taken back, and so was the exchange it had caused."),
}
