"""What people at a table are called where there is little room."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

_RIGHT_TO_LEFT = {"R", "AL", "AN"}


@dataclass(frozen=True, slots=True)
class TableNames:
    """Short names at a table: `seats` by seat ("N"), `sides` by "NS" and "EW"."""

    seats: Mapping[str, str]
    sides: Mapping[str, str]


def table_names(seats: Mapping[str, str]) -> TableNames:
    """The names to use in sentences for the full names of the four people of a table."""
    short = short_names(seats)
    return TableNames(
        seats=short,
        sides={"NS": pair(short["N"], short["S"]), "EW": pair(short["E"], short["W"])},
    )


def short_names(full: Mapping[str, str]) -> dict[str, str]:
    """First names; with the initial of the last one, or whole, where two would be the same."""
    firsts = {key: name.split()[0] if name.split() else name for key, name in full.items()}
    short = {}
    for key, name in full.items():
        first = firsts[key]
        same = [other for other in full if firsts[other] == first and other != key]
        words = name.split()
        if same and len(words) > 1:
            first = f"{first} {words[-1][0]}."
            if any(full[other].split()[-1][:1] == words[-1][0] for other in same):
                first = name
        short[key] = isolated(first)
    return short


def pair(one: str, other: str) -> str:
    """ "Anne & Joe"."""
    return _("%(one)s & %(other)s") % {"one": one, "other": other}


def isolated(name: str) -> str:
    """The name, wrapped so that a right-to-left one does not turn the sentence around it."""
    if any(unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT for letter in name):
        return f"\u2068{name}\u2069"
    return name
