"""What a phone is told of what it sent, one sentence each."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.words.names import TableNames
from league.words.problems import problem_words
from scoring import Problem

STORED: Mapping[str, Any] = {
    "record": gettext_lazy("Hand %(number)d is saved."),
    "correct": gettext_lazy("Hand %(number)d is corrected."),
    "undo": gettext_lazy("Hand %(number)d is off the sheet."),
}
ALREADY: Mapping[str, Any] = {
    "record": gettext_lazy("Hand %(number)d was saved before."),
    "correct": gettext_lazy("This correction of hand %(number)d was made before."),
    "undo": gettext_lazy("Hand %(number)d was taken off before."),
}


def stored_words(kind: str, number: int) -> str:
    """That it is done."""
    return str(STORED[kind]) % {"number": number}


def already_words(kind: str, number: int) -> str:
    """That it was done before."""
    return str(ALREADY[kind]) % {"number": number}


def question_words(kind: str, number: int, why: str) -> str:
    """That a hand is in question, or that it is taken off, and why."""
    if kind == "undo":
        told = {"number": number, "why": why}
        return _("That hand %(number)d comes off is kept, and in question: %(why)s") % told
    if not number:
        return _("This hand is kept, and in question: %(why)s") % {"why": why}
    return _("Hand %(number)d is kept, and in question: %(why)s") % {"number": number, "why": why}


def settle_first_words(hands: Iterable[tuple[object, int]]) -> str:
    """What has to be settled first: (match, number of the hand, 0 where it could not be read)."""
    told = [
        _("%(match)s, hand %(number)d") % {"match": match, "number": number}
        if number
        else str(match)
        for match, number in hands
    ]
    return _("In question: %(hands)s. Settle that first.") % {"hands": "; ".join(told)}


def faults_words(problems: Iterable[Problem], names: TableNames, *, errors: bool) -> str:
    """What stands against a sheet, the errors or the warnings nobody has ticked."""
    told = " ".join(problem_words(problem, names) for problem in problems)
    return told if errors else _("Is this right? %(problems)s") % {"problems": told}


def waits_words(kind: str) -> str:
    """That something the phone wrote earlier has not come yet."""
    if kind == "record":
        return _("The hand before this one has not come yet.")
    return _("What this phone wrote of this hand before has not come yet.")
