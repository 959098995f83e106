"""Hand sheets as JSON, both ways, in the shape of docs/RULES.md 10.2."""

from collections.abc import Callable, Collection, Iterable, Mapping
from enum import StrEnum
from typing import Any, TypeVar, cast

from scoring.cards import CARD_NUMBER, Seat, Side, Trump
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

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)

# No figure on a sheet comes near; beyond it JSON cannot even print the sums.
LARGEST_NUMBER = 10**9
SHEET_FIELDS = frozenset(
    {
        *("outcome", "trump", "dealer", "caller", "forced", "bid", "counted", "last_trick"),
        *("runs", "sets", "bella", "claim", "thrown_by", "claimed_result", "claimed_score"),
    }
)


class ShapeError(ValueError):
    """JSON that is no sheet whatever its figures: a wrong type, or an unknown name or value."""


def shaped_object(value: object, where: str, names: Collection[str]) -> Mapping[str, Any]:
    """`value` as an object that holds none but `names`."""
    if not isinstance(value, dict):
        raise ShapeError(f"{where}: an object is wanted")
    for name in value:
        if name not in names:
            raise ShapeError(f"{where}: unknown field {name!r}")
    return value


def shaped_list(value: object, where: str) -> list[Any]:
    """`value` as a list; None is an empty one."""
    if value is None:
        return []
    if not isinstance(value, list):
        raise ShapeError(f"{where}: a list is wanted")
    return value


def shaped_number(value: object, where: str) -> int | None:
    """`value` as a whole number of sensible size, or None."""
    if value is None:
        return None
    if type(value) is not int or abs(value) > LARGEST_NUMBER:
        raise ShapeError(f"{where}: a whole number is wanted")
    return value


def shaped_bool(value: object, where: str, default: bool) -> bool:
    """`value` as true or false; None is `default`."""
    if value is None:
        return default
    if not isinstance(value, bool):
        raise ShapeError(f"{where}: true or false is wanted")
    return value


def shaped_word(kind: type[E], value: object, where: str) -> E | None:
    """`value` as one of an enumeration's words, or None."""
    if value is None:
        return None
    try:
        return kind(cast("str", value))
    except ValueError:
        words = ", ".join(kind)
        raise ShapeError(f"{where}: {value!r} is none of {words}") from None


def shaped_card(value: object, where: str) -> str:
    """`value` as a card."""
    if not isinstance(value, str) or value not in CARD_NUMBER:
        raise ShapeError(f"{where}: {value!r} is no card")
    return value


def needed(value: T | None, where: str) -> T:
    """`value`, which must be there."""
    if value is None:
        raise ShapeError(f"{where}: missing")
    return value


def _pair(value: object, where: str) -> tuple[int | None, int | None]:
    if value is None:
        return None, None
    pair = shaped_object(value, where, ("NS", "EW"))
    return shaped_number(pair.get("NS"), f"{where}.NS"), shaped_number(
        pair.get("EW"), f"{where}.EW"
    )


def _cards_of_a_run(value: object) -> list[Any]:
    return shaped_list(needed(value, "runs.cards"), "runs.cards")


def _run(value: object) -> Run:
    fields = ("seat", "twenties", "fifties", "hundreds", "shown", "counted", "cards")
    run = shaped_object(value, "runs", fields)
    return Run(
        seat=needed(shaped_word(Seat, run.get("seat"), "runs.seat"), "runs.seat"),
        twenties=shaped_number(run.get("twenties"), "runs.twenties") or 0,
        fifties=shaped_number(run.get("fifties"), "runs.fifties") or 0,
        hundreds=shaped_number(run.get("hundreds"), "runs.hundreds") or 0,
        shown=shaped_bool(run.get("shown"), "runs.shown", default=True),
        counted=shaped_bool(run.get("counted"), "runs.counted", default=True),
        cards=tuple(
            tuple(shaped_card(card, "runs.cards") for card in _cards_of_a_run(cards))
            for cards in shaped_list(run.get("cards"), "runs.cards")
        ),
    )


def _set(value: object) -> FourOfAKind:
    four = shaped_object(value, "sets", ("seat", "rank"))
    rank = four.get("rank")
    if not isinstance(rank, str) or rank not in SET_POINTS:
        raise ShapeError(f"sets.rank: {rank!r} is none of {', '.join(SET_POINTS)}")
    seat = needed(shaped_word(Seat, four.get("seat"), "sets.seat"), "sets.seat")
    return FourOfAKind(seat=seat, rank=rank)


def _bella(value: object) -> Bella:
    bella = shaped_object(value, "bella", ("seat", "call", "points"))
    call = bella.get("call")
    if call == "with_run":
        call = BellaCall.WITH_RUN
    return Bella(
        seat=needed(shaped_word(Seat, bella.get("seat"), "bella.seat"), "bella.seat"),
        call=shaped_word(BellaCall, call, "bella.call") or BellaCall.LAST,
        points=shaped_number(bella.get("points"), "bella.points"),
    )


def _bellas(value: object) -> Iterable[object]:
    return (value,) if isinstance(value, dict) else shaped_list(value, "bella")


def _claim(value: object) -> Claim | None:
    if value is None:
        return None
    claim = shaped_object(value, "claim", ("by", "against", "upheld", "trick", "seat", "card"))
    upheld, card = claim.get("upheld"), claim.get("card")
    return Claim(
        by=shaped_word(Side, claim.get("by"), "claim.by"),
        against=shaped_word(Side, claim.get("against"), "claim.against"),
        upheld=None if upheld is None else shaped_bool(upheld, "claim.upheld", default=False),
        trick=shaped_number(claim.get("trick"), "claim.trick"),
        seat=shaped_word(Seat, claim.get("seat"), "claim.seat"),
        card=None if card is None else shaped_card(card, "claim.card"),
    )


def sheet_from_json(data: object) -> HandSheet:
    """The sheet that `data` (rules 10, `hand` input) describes; null is as good as absent.

    Raises ShapeError for anything that is no sheet: a wrong type, an unknown field or word.
    """
    sheet = shaped_object(data, "input", SHEET_FIELDS)
    count_ns, count_ew = _pair(sheet.get("counted"), "counted")
    claimed_ns, claimed_ew = _pair(sheet.get("claimed_score"), "claimed_score")
    return HandSheet(
        outcome=shaped_word(Outcome, sheet.get("outcome"), "outcome") or Outcome.PLAYED,
        trump=shaped_word(Trump, sheet.get("trump"), "trump"),
        dealer=shaped_word(Seat, sheet.get("dealer"), "dealer"),
        caller=shaped_word(Seat, sheet.get("caller"), "caller"),
        forced=shaped_bool(sheet.get("forced"), "forced", default=False),
        bid=shaped_number(sheet.get("bid"), "bid"),
        count_ns=count_ns,
        count_ew=count_ew,
        last_trick=shaped_word(Side, sheet.get("last_trick"), "last_trick"),
        runs=tuple(_run(run) for run in shaped_list(sheet.get("runs"), "runs")),
        sets=tuple(_set(four) for four in shaped_list(sheet.get("sets"), "sets")),
        bella=tuple(_bella(bella) for bella in _bellas(sheet.get("bella"))),
        claim=_claim(sheet.get("claim")),
        thrown_by=shaped_word(Side, sheet.get("thrown_by"), "thrown_by"),
        claimed_result=shaped_word(Verdict, sheet.get("claimed_result"), "claimed_result"),
        claimed_score_ns=claimed_ns,
        claimed_score_ew=claimed_ew,
    )


def _written(thing: object, names: Iterable[str], unwritten: object) -> dict[str, Any]:
    """The fields of `thing` that differ from those of `unwritten`, as JSON values."""
    found = {name: getattr(thing, name) for name in names}
    return {
        name: value.value if isinstance(value, StrEnum) else value
        for name, value in found.items()
        if value != getattr(unwritten, name, None)
    }


def _many(things: Iterable[T], to_json: Callable[[T], dict[str, Any]]) -> list[dict[str, Any]]:
    return [to_json(thing) for thing in things]


def _run_to_json(run: Run) -> dict[str, Any]:
    names = ("twenties", "fifties", "hundreds", "shown", "counted")
    data = {"seat": run.seat.value, **_written(run, names, Run(seat=run.seat))}
    if run.cards:
        data["cards"] = [list(cards) for cards in run.cards]
    return data


def _set_to_json(four: FourOfAKind) -> dict[str, Any]:
    return {"seat": four.seat.value, "rank": four.rank}


def _bella_to_json(bella: Bella) -> dict[str, Any]:
    return {"seat": bella.seat.value, "call": bella.call.value} | (
        {} if bella.points is None else {"points": bella.points}
    )


def sheet_to_json(sheet: HandSheet) -> dict[str, Any]:
    """What `sheet_from_json` reads back as the same sheet; fields left empty are left out."""
    names = ("trump", "dealer", "caller", "forced", "bid", "last_trick", "thrown_by")
    data = {"outcome": sheet.outcome.value, **_written(sheet, names, HandSheet())}
    for name, ns, ew in (
        ("counted", sheet.count_ns, sheet.count_ew),
        ("claimed_score", sheet.claimed_score_ns, sheet.claimed_score_ew),
    ):
        if ns is not None or ew is not None:
            data[name] = {"NS": ns, "EW": ew}
    if sheet.runs:
        data["runs"] = _many(sheet.runs, _run_to_json)
    if sheet.sets:
        data["sets"] = _many(sheet.sets, _set_to_json)
    if sheet.bella:
        data["bella"] = _many(sheet.bella, _bella_to_json)
    if sheet.claim is not None:
        parts = ("by", "against", "upheld", "trick", "seat", "card")
        data["claim"] = _written(sheet.claim, parts, Claim())
    if sheet.claimed_result is not None:
        data["claimed_result"] = sheet.claimed_result.value
    return data
