"""The log's sentences for what phones sent late, twice, or against what was stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as _noop

from league.models import AuditEntry

if TYPE_CHECKING:
    from league.words.audit import Names


def _sent(text: str, undo: str = "") -> Callable[[AuditEntry, Names], str]:
    """A sentence about a hand that a phone sent, `undo` about one that it took off: {game},
    {hand}."""

    def say(entry: AuditEntry, _names: Names) -> str:
        kept = entry.after or {}
        said = undo if undo and kept.get("kind") == "undo" else text
        return _(said) % {"game": kept.get("game") or "?", "hand": kept.get("number") or "?"}

    return say


SENT_HANDS: Mapping[str, Callable[[AuditEntry, Names], str]] = {
    "keep_sent_hand": _sent(
        _noop("Game %(game)s: hand %(hand)s came from a phone and is in question."),
        _noop("Game %(game)s: a phone took hand %(hand)s off, which is in question."),
    ),
    "meet_sent_hand": _sent(
        _noop("Game %(game)s: hand %(hand)s came from another phone and says the same.")
    ),
    "use_sent_hand": _sent(
        _noop("Game %(game)s: hand %(hand)s, which was in question, is used as it came."),
        _noop("Game %(game)s: hand %(hand)s comes off, which was in question."),
    ),
    "drop_sent_hand": _sent(
        _noop("Game %(game)s: hand %(hand)s, which was in question, was let go."),
        _noop("Game %(game)s: hand %(hand)s stays, which was in question."),
    ),
}
