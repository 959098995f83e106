"""A pasted list of names, taken apart line by line."""

import re
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.forms.fields import name_problem, tidy_name

MOST_LINES = 300

# "12. ", "12) " before the names, as in a numbered list.
_NUMBERING = re.compile(r"^\s*\d{1,3}[.)]\s+")
# What stands between two names, the surest first: a comma may belong to a name ("Jr.").
_BETWEEN = [
    re.compile(r"\t"),
    re.compile(r"\s*[&＆/+;|]\s*"),
    re.compile(r"\s+(?:and|et|agus|aqq)\s+", re.IGNORECASE),
    re.compile(r"\s*[,،、，]\s*"),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class PastedLine:
    """One line: its number from 1, the text as typed, one or two tidy names or the problem."""

    number: int
    text: str
    names: tuple[str, ...] = ()
    problem: str = ""


def read_lines(text: str) -> list[PastedLine]:
    """Every line that is not empty. Names are separated by a tab, & / + ; | "and" "et" or comma."""
    lines = enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), start=1)
    return [_read_line(number, line) for number, line in lines if line.strip()]


def _read_line(number: int, text: str) -> PastedLine:
    names = tuple(tidy_name(part) for part in _split(_NUMBERING.sub("", text)))
    if problem := _problem(names):
        return PastedLine(number=number, text=text, problem=problem)
    return PastedLine(number=number, text=text, names=names)


def _split(text: str) -> list[str]:
    for between in _BETWEEN:
        if between.search(text.strip(" ")):
            parts = between.split(text)
            if "\t" in text:
                # Cells of a spreadsheet: empty ones and a column of numbers are no names.
                parts = [part for part in parts if part.strip() and not part.strip().isdecimal()]
                if len(parts) == 1:
                    return _split(parts[0])
            return parts
    return [text]


def _problem(names: tuple[str, ...]) -> str:
    if len(names) > 2:
        listed = " · ".join(names[:4])
        said = _("%(count)d names on one line (%(names)s): write two partners, or one person.")
        return said % {"count": len(names), "names": listed}
    if len(names) == 2 and "" in names:
        return _("One of the two names is missing.")
    return next((problem for name in names if (problem := name_problem(name))), "")


def too_many(lines: list[PastedLine]) -> str | None:
    """The sentence for a list that is too long for one go."""
    if len(lines) <= MOST_LINES:
        return None
    return ngettext(
        "%(typed)d line; %(most)d is the most at one time.",
        "%(typed)d lines; %(most)d is the most at one time.",
        len(lines),
    ) % {"typed": len(lines), "most": MOST_LINES}
