"""What goes when a thing is deleted, and what was deleted, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def what_goes(about: Mapping[str, Any]) -> str:
    """The figures of a deletion: "8 partnerships, 7 rounds, 312 hands"; "" without any."""
    return ", ".join(
        said % {"n": about[key]} for key, said in _counted(about) if int(about.get(key) or 0)
    )


def back_until(days: int) -> str:
    """How long it can still be restored."""
    return ngettext("%(n)d day left", "%(n)d days left", days) % {"n": days}


def _counted(about: Mapping[str, Any]) -> list[tuple[str, str]]:
    def n(key: str) -> int:
        return int(about.get(key) or 0)

    return [
        ("competitions", ngettext("%(n)d competition", "%(n)d competitions", n("competitions"))),
        ("players", ngettext("%(n)d player", "%(n)d players", n("players"))),
        ("entries", ngettext("%(n)d partnership", "%(n)d partnerships", n("entries"))),
        ("rounds", ngettext("%(n)d round", "%(n)d rounds", n("rounds"))),
        ("sheets", ngettext("%(n)d sheet", "%(n)d sheets", n("sheets"))),
        ("hands", ngettext("%(n)d hand", "%(n)d hands", n("hands"))),
    ]


def deleted_words(label: str) -> str:
    """That it is deleted, and how it comes back."""
    return _("%(name)s is deleted. For 30 days it can be restored.") % {"name": label}
