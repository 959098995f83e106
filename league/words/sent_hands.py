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


def question_words(number: int, why: str) -> str:
    """That a hand is in question, and why."""
    if not number:
        return _("This hand is kept, and in question: %(why)s") % {"why": why}
    return _("Hand %(number)d is kept, and in question: %(why)s") % {"number": number, "why": why}


def faults_words(problems: Iterable[Problem], names: TableNames, *, errors: bool) -> str:
    """What stands against a sheet, the errors or the warnings nobody has ticked."""
    told = " ".join(problem_words(problem, names) for problem in problems)
    return told if errors else _("Is this right? %(problems)s") % {"problems": told}


def waits_words(kind: str) -> str:
    """That something the phone wrote earlier has not come yet."""
    if kind == "record":
        return _("The hand before this one has not come yet.")
    return _("What this phone wrote of this hand before has not come yet.")
