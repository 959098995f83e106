"""A tie at the line of a table, or at a division's line: refused with the names, or settled."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.actions.errors import ActionError
from league.models import Entry
from league.queries.cuts import CutLine, CutTable, seeded
from league.words.brackets import HOW


@dataclass(frozen=True, slots=True, kw_only=True)
class CutSettled:
    """How a tie at the line was settled: "playoff" or "hand" with the `order` of those level by
    id, best first; "lot" is drawn here, with the `seed` of a lot that was drawn before."""

    how: str
    order: tuple[int, ...] = ()
    note: str = ""
    seed: str = ""


class CutTied(ActionError):
    """Entries are level across a line, and it is not said how that was settled: at each of
    `lines` its `tied` are level for its `places_left` places."""

    def __init__(self, message: object, lines: Sequence[CutLine]) -> None:
        super().__init__(message, field="how")
        self.lines = tuple(lines)
        self.tied = tuple(entry for line in lines for entry in line.tied)
        self.places_left = sum(line.places_left for line in lines)


def through(
    table: CutTable, settled: Mapping[int, CutSettled]
) -> tuple[list[Entry], dict[str, Any]]:
    """Who is through in the order of seeds, and what is kept of how ties were settled.

    `settled` is by the number of the line. Kept is {} without a tie; for the whole table how it
    was settled; for divisions `{"divisions": [...]}`, one for each that was tied. Raises CutTied,
    and ActionError for a way or an order that cannot be.
    """
    tied = [line for line in table.lines if line.tied]
    if any(line.number not in settled for line in tied):
        raise CutTied(" ".join(_level_words(line) for line in tied), tied)
    kept = {line.number: _settle(line, settled[line.number]) for line in tied}
    found = [line.through(kept.get(line.number, {}).get("order", ())) for line in table.lines]
    names = {line.number: line.name for line in tied}
    if 0 in kept:
        return seeded(table, found), kept[0]
    told = [{"line": number, "division": names[number], **one} for number, one in kept.items()]
    return seeded(table, found), {"divisions": told} if told else {}


def lot_of(seed: str, entry: int) -> str:
    """What an entry draws: the lowest text is first."""
    return sha256(f"{seed}:{entry}".encode()).hexdigest()


def _level_words(line: CutLine) -> str:
    figures = {"n": line.places_left, "names": _names(line), "division": line.name}
    if line.name:
        text = ngettext(
            "%(division)s, level at the line for %(n)d place: %(names)s. Say how it was settled.",
            "%(division)s, level at the line for %(n)d places: %(names)s. Say how it was settled.",
            line.places_left,
        )
    else:
        text = ngettext(
            "Level at the line for %(n)d place: %(names)s. Say how it was settled.",
            "Level at the line for %(n)d places: %(names)s. Say how it was settled.",
            line.places_left,
        )
    return text % figures


def _settle(line: CutLine, settled: CutSettled) -> dict[str, Any]:
    """What is kept of how one tie was settled."""
    if settled.how not in HOW:
        raise ActionError(_("Say how it was settled."), field="how")
    tied = [entry.pk for entry in line.tied]
    kept: dict[str, Any] = {"how": settled.how, "tied": tied, "note": settled.note}
    order = list(settled.order)
    if settled.how == "lot":
        seed = kept["seed"] = settled.seed or secrets.token_hex(8)
        order = sorted(tied, key=lambda pk: lot_of(seed, pk))
    if sorted(order) != sorted(tied):
        raise ActionError(
            _("Put each of these in order once: %(names)s.") % {"names": _names(line)},
            field="order",
        )
    return {**kept, "order": order}


def _names(line: CutLine) -> str:
    return ", ".join(str(entry) for entry in line.tied)
