"""Whether every field holds a value of its kind at all (`bad_value`).

Sheets read from JSON always do. Sheets made in Python may hold anything; whatever stands in them,
the checks that follow then never raise.
"""

from collections.abc import Callable, Iterator
from enum import StrEnum

from scoring.cards import CARD_NUMBER, Seat, Side, Trump
from scoring.problems import Code, Problem
from scoring.sheets import (
    SET_POINTS,
    Bella,
    BellaCall,
    Claim,
    FourOfAKind,
    HandSheet,
    Outcome,
    Run,
    Verdict,
)

Check = Callable[[object], bool]


def _word(kind: type[StrEnum]) -> Check:
    return lambda value: isinstance(value, kind)


def _number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _switch(value: object) -> bool:
    return isinstance(value, bool)


def _card(value: object) -> bool:
    return isinstance(value, str) and value in CARD_NUMBER


def _rank(value: object) -> bool:
    return isinstance(value, str) and value in SET_POINTS


def _card_lists(value: object) -> bool:
    return isinstance(value, tuple) and all(
        isinstance(cards, tuple) and all(map(_card, cards)) for cards in value
    )


def _or_none(check: Check) -> Check:
    return lambda value: value is None or check(value)


_SEAT, _SIDE = _word(Seat), _word(Side)
_OPTIONAL_SEAT, _OPTIONAL_SIDE, _OPTIONAL_NUMBER = map(_or_none, (_SEAT, _SIDE, _number))

# (field of the sheet, field of the form, check)
_SHEET: tuple[tuple[str, str, Check], ...] = (
    ("outcome", "outcome", _word(Outcome)),
    ("trump", "trump", _or_none(_word(Trump))),
    ("dealer", "dealer", _OPTIONAL_SEAT),
    ("caller", "caller", _OPTIONAL_SEAT),
    ("forced", "forced", _switch),
    ("bid", "bid", _OPTIONAL_NUMBER),
    ("count_ns", "count_ns", _OPTIONAL_NUMBER),
    ("count_ew", "count_ew", _OPTIONAL_NUMBER),
    ("last_trick", "last_trick", _OPTIONAL_SIDE),
    ("thrown_by", "thrown_by", _OPTIONAL_SIDE),
    ("claimed_result", "claimed_result", _or_none(_word(Verdict))),
    ("claimed_score_ns", "claimed_score", _OPTIONAL_NUMBER),
    ("claimed_score_ew", "claimed_score", _OPTIONAL_NUMBER),
)
_RUN: dict[str, Check] = {
    "seat": _SEAT,
    "twenties": _number,
    "fifties": _number,
    "hundreds": _number,
    "shown": _switch,
    "counted": _switch,
    "cards": _card_lists,
}
_SET: dict[str, Check] = {"seat": _SEAT, "rank": _rank}
_BELLA: dict[str, Check] = {
    "seat": _SEAT,
    "call": _word(BellaCall),
    "points": _OPTIONAL_NUMBER,
}
_CLAIM: dict[str, Check] = {
    "by": _OPTIONAL_SIDE,
    "against": _OPTIONAL_SIDE,
    "upheld": _or_none(_switch),
    "trick": _OPTIONAL_NUMBER,
    "seat": _OPTIONAL_SEAT,
    "card": _or_none(_card),
}


def value_problems(sheet: HandSheet) -> Iterator[Problem]:
    """A problem for every field that holds no value of its kind."""
    for name, field, check in _SHEET:
        value = getattr(sheet, name)
        if not check(value):
            yield _bad(field, name, value)
    yield from _rows(sheet.runs, "runs", Run, _RUN)
    yield from _rows(sheet.sets, "sets", FourOfAKind, _SET)
    yield from _rows(sheet.bella, "bella", Bella, _BELLA)
    if sheet.claim is not None:
        yield from _parts(sheet.claim, "claim", Claim, _CLAIM)


def _rows(rows: object, field: str, kind: type, checks: dict[str, Check]) -> Iterator[Problem]:
    if not isinstance(rows, tuple):
        yield _bad(field, field, rows)
        return
    for row in rows:
        yield from _parts(row, field, kind, checks)


def _parts(part: object, field: str, kind: type, checks: dict[str, Check]) -> Iterator[Problem]:
    if not isinstance(part, kind):
        yield _bad(field, field, part)
        return
    for name, check in checks.items():
        value = getattr(part, name)
        if not check(value):
            yield _bad(field, f"{field}.{name}", value)


def _bad(field: str, name: str, value: object) -> Problem:
    return Problem(Code.BAD_VALUE, field, {"name": name, "value": repr(value)})
