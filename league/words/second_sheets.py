"""Two sheets written blind, in words: who is in, and what differs."""

from collections.abc import Collection
from datetime import datetime

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as _noop

from league.words.calls import sheet_rows
from league.words.match_states import moment_words
from league.words.names import TableNames
from scoring import HandScore, HandSheet, Side

# Which row of `sheet_rows` a field of the engine stands in.
_ROW_OF = {
    "dealer": 0, "caller": 1, "trump": 2, "bid": 3, "runs": 4, "cards": 4, "sets": 5, "bella": 6,
    "bella_points": 6, "count_ns": 7, "count_ew": 7, "outcome": 8, "claim": 8, "thrown_by": 8,
    "trick": 8, "misplayed_by": 8, "card": 8, "last_trick": 9,
}  # fmt: skip
_NOTE_ROW = 10


def in_words(pair: SafeString, at: datetime | None, player: str) -> SafeString:
    """That a side's sheet is in, by whom and when; or that it is not."""
    if at is None:
        return format_html(_("The sheet of {pair} is not in yet."), pair=pair)
    return format_html(
        _("The sheet of {pair} is in: {player}, {at}."),
        pair=pair,
        player=format_html("<bdi>{}</bdi>", player),
        at=moment_words(at),
    )


_SETTLED = {
    "equal": _noop("Both wrote the same: {one}, {at_one}; {other}, {at_other}. It is accepted."),
    "organizer": _noop("The two sheets differed; an organizer took that of {pair}. {words}"),
    "rule": _noop("The two sheets differed; by the rule that of {pair} is the result."),
}


def settled_sheets_words(how: str, **told: object) -> SafeString:
    """How two sheets became one result."""
    return format_html(_(_SETTLED[how]), **told)


def differing_rows(
    fields: Collection[str],
    first: tuple[HandSheet, HandScore, TableNames, Side],
    second: tuple[HandSheet, HandScore, TableNames, Side],
) -> list[tuple[str, str, str, bool]]:
    """(label, the one sheet, the other, whether they differ) for one hand, empty rows left out."""
    one, other = sheet_rows(*first), sheet_rows(*second)
    marked = {_ROW_OF[field] for field in fields if field in _ROW_OF}
    rows = [
        (
            label,
            text,
            other[place][1],
            place in marked or (place > _NOTE_ROW and text != other[place][1]),
        )
        for place, (label, text) in enumerate(one)
        if text or other[place][1]
    ]
    if "forced" in fields:
        said = [_("had to call") if sheet.forced else _("called freely")
                for sheet in (first[0], second[0])]  # fmt: skip
        rows.append((_("The dealer"), said[0], said[1], True))
    return rows
