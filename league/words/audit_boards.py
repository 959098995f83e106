"""The log's sentences for the board on the wall."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from league.models import AuditEntry
from league.words.boards import PAGES

if TYPE_CHECKING:
    from league.words.audit import Names


def _turned(entry: AuditEntry, _names: Names) -> str:
    kept = entry.after or {}
    page = PAGES.get(kept.get("page") or "all", PAGES["all"])
    return _("The board on the wall shows %(page)s, each screen for %(n)d seconds.") % {
        "page": page,
        "n": kept.get("seconds", 0),
    }


def _plain(text: object) -> Callable[[AuditEntry, Names], str]:
    return lambda _entry, _names: str(text)


BOARDS: Mapping[str, Callable[[AuditEntry, Names], str]] = {
    "turn_board": _turned,
    "hold_board": _plain(_lazy("Held the board on the wall as it was.")),
    "release_board": _plain(_lazy("Let the board on the wall follow again.")),
}
