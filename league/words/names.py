"""What people at a table are called where there is little room."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

_ASIDE = re.compile(r"[(\[\"“„«][^)\]\"”“»]*[)\]\"”“»]?")
_NO_NAMES = {"jr", "sr", "ii", "iii", "iv", "junior", "senior"}
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
            first = f"{first} {_initial(name)}."
            if any(_initial(full[other]) == _initial(name) for other in same):
                first = name
        short[key] = isolated(first)
    return short


def _initial(name: str) -> str:
    """The first letter of the last word that is a word, not a number: M of "Anne M. (2)"."""
    words = [word for word in name.split() if not word.startswith("(")]
    return words[-1][0] if words else ""


def hidden_form(name: str) -> str:
    """The short form of a full name that hides it: "Anne M." of "Anne MacNeil".

    First word and the initial of the last; "Jr.", "III" and what stands in brackets or quotes are
    left out. Of "MacNeil, Anne" the first name is Anne. A name of one word is its initial alone.
    """
    last, comma, first = name.partition(",")
    words = _name_words(name)
    if comma and _name_words(first):
        words = [*_name_words(first), *_name_words(last)]
    if not words:
        return _("Somebody")
    if len(words) == 1:
        return f"{_first_letter(words[0])}."
    return f"{words[0]} {_first_letter(words[-1])}."


def _name_words(text: str) -> list[str]:
    """The words of a name without what is no name of its own."""
    bare = _ASIDE.sub(" ", text).replace(",", " ")
    words = [word for word in bare.split() if any(letter.isalpha() for letter in word)]
    return [word for word in words if word.strip(".").casefold() not in _NO_NAMES]


def _first_letter(word: str) -> str:
    """The first letter with the accents and vowel signs that belong to it."""
    start = next(place for place, letter in enumerate(word) if letter.isalpha())
    end = start + 1
    while end < len(word) and unicodedata.combining(word[end]):
        end += 1
    return word[start:end]


def pair(one: str, other: str) -> str:
    """ "Anne & Joe"."""
    return _("%(one)s & %(other)s") % {"one": one, "other": other}


def isolated(name: str) -> str:
    """The name, wrapped so that a right-to-left one does not turn the sentence around it."""
    if any(unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT for letter in name):
        return f"\u2068{name}\u2069"
    return name
