"""The short way for ordinary sheets: from a HandSheet, or from its JSON, straight to the core.

Both prove that a sheet is ordinary (see settle_ordinary) and right, or give None: then the long way
finds out what is the matter. tests/scoring/test_ordinary.py compares the two on random sheets.
"""

from collections.abc import Mapping
from typing import Any

from scoring.cards import Seat, Side, Trump
from scoring.ordinary_core import RunRow, settle_ordinary
from scoring.settling import Settled
from scoring.sheet_json import LARGEST_NUMBER, SHEET_FIELDS
from scoring.sheets import BELLA, Bella, BellaCall, HandSheet, Outcome, Run, Verdict
from scoring.terms import Terms


def settle_ordinary_sheet(sheet: HandSheet, terms: Terms) -> Settled | None:
    """The score of an ordinary sheet that has no problem, else None."""
    trump, caller, dealer, bid = sheet.trump, sheet.caller, sheet.dealer, sheet.bid
    if (
        sheet.outcome is not Outcome.PLAYED
        or type(trump) is not Trump
        or type(caller) is not Seat
        or (dealer is not None and type(dealer) is not Seat)
        or type(sheet.forced) is not bool
        or (bid is not None and type(bid) is not int)
    ):
        return None
    if sheet.sets != () or sheet.claim is not None or sheet.thrown_by is not None:
        return None
    ns, ew, last = sheet.count_ns, sheet.count_ew, sheet.last_trick
    if (
        (ns is not None and type(ns) is not int)
        or (ew is not None and type(ew) is not int)
        or (last is not None and type(last) is not Side)
    ):
        return None
    run = bella = None
    if sheet.runs != ():
        run = _run_row(sheet.runs)
        if run is None:
            return None
    if sheet.bella != ():
        bella = _bella_row(sheet.bella)
        if bella is None:
            return None
    settled = settle_ordinary(
        terms, trump, caller, dealer, sheet.forced, bid, ns, ew, last, run, bella
    )
    claimed = (sheet.claimed_result, sheet.claimed_score_ns, sheet.claimed_score_ew)
    if claimed == _NOTHING_CLAIMED:
        return settled
    if claimed[0] is not None and type(claimed[0]) is not Verdict:
        return None
    return _as_claimed(settled, *claimed)


_NOTHING_CLAIMED = (None, None, None)


def _as_claimed(settled: Settled | None, result: object, ns: object, ew: object) -> Settled | None:
    """`settled` when the paper says just the same, where it says anything."""
    if settled is None or (result is not None and result != settled[0]):
        return None
    for written, due in ((ns, settled[3]), (ew, settled[4])):
        if written is not None and (type(written) is not int or written != due):
            return None
    return settled


def _run_row(runs: object) -> RunRow | None:
    if type(runs) is not tuple or len(runs) != 1 or type(runs[0]) is not Run:
        return None
    run: Run = runs[0]
    figures = (run.twenties, run.fifties, run.hundreds)
    if (
        type(run.seat) is not Seat
        or type(figures[0]) is not int
        or type(figures[1]) is not int
        or type(figures[2]) is not int
        or run.shown is not True
        or run.counted is not True
        or not _card_lists(run.cards, tuple)
    ):
        return None
    return (run.seat, *figures, run.cards)


def _card_lists(lists: Any, kind: type[list[Any]] | type[tuple[Any, ...]]) -> bool:
    """Whether these are lists of strings, all of this kind."""
    if type(lists) is not kind:
        return False
    for cards in lists:
        if type(cards) is not kind:
            return False
        for card in cards:
            if type(card) is not str:
                return False
    return True


def _bella_row(bellas: object) -> tuple[str, str] | None:
    if type(bellas) is not tuple or len(bellas) != 1 or type(bellas[0]) is not Bella:
        return None
    bella: Bella = bellas[0]
    points = bella.points
    if (
        type(bella.seat) is not Seat
        or type(bella.call) is not BellaCall
        or (points is not None and (type(points) is not int or points != BELLA))
    ):
        return None
    return (bella.seat, bella.call)


# Fields an ordinary played hand may have in JSON; any other asks for the long way.
_ORDINARY_FIELDS = SHEET_FIELDS - {"sets", "claim", "thrown_by"}
_SIDES = frozenset(Side)
_RUN_FIELDS = frozenset({"seat", "twenties", "fifties", "hundreds", "shown", "counted", "cards"})
_BELLA_FIELDS = frozenset({"seat", "call", "points"})
_NO_SCORE: Mapping[str, object] = {}


def settle_ordinary_json(data: object, terms: Terms) -> Settled | None:
    """The same from the JSON of a sheet (`hand` input), without making the sheet."""
    if type(data) is not dict or not _ORDINARY_FIELDS.issuperset(data):
        return None
    get = data.get
    trump, caller, dealer = get("trump"), get("caller"), get("dealer")
    counted, forced, bid, last = get("counted"), get("forced", False), get("bid"), get("last_trick")
    if (
        get("outcome", "played") != "played"
        or type(trump) is not str
        or type(caller) is not str
        or (dealer is not None and type(dealer) is not str)
        or (last is not None and type(last) is not str)
        or type(forced) is not bool
        or (bid is not None and (type(bid) is not int or bid > LARGEST_NUMBER))
        or type(counted) is not dict
        or not _SIDES.issuperset(counted)
    ):
        return None
    ns, ew = counted.get("NS"), counted.get("EW")
    if (ns is not None and type(ns) is not int) or (ew is not None and type(ew) is not int):
        return None
    run = bella = None
    if "runs" in data:
        run = _run_json(data["runs"])
        if run is None:
            return None
    if "bella" in data:
        bella = _bella_json(data["bella"])
        if bella is None:
            return None
    settled = settle_ordinary(terms, trump, caller, dealer, forced, bid, ns, ew, last, run, bella)
    if "claimed_result" in data or "claimed_score" in data:
        score = get("claimed_score", _NO_SCORE)
        if type(score) is not dict or not _SIDES.issuperset(score):
            return None
        return _as_claimed(settled, get("claimed_result"), score.get("NS"), score.get("EW"))
    return settled


def _run_json(runs: Any) -> RunRow | None:
    if type(runs) is not list or len(runs) != 1 or type(runs[0]) is not dict:
        return None
    get = runs[0].get
    seat, cards = get("seat"), get("cards", [])
    figures = (get("twenties", 0), get("fifties", 0), get("hundreds", 0))
    if (
        not _RUN_FIELDS.issuperset(runs[0])
        or type(seat) is not str
        or type(figures[0]) is not int
        or type(figures[1]) is not int
        or type(figures[2]) is not int
        or get("shown", True) is not True
        or get("counted", True) is not True
        or (cards != [] and not _card_lists(cards, list))
    ):
        return None
    return (seat, *figures, cards)


def _bella_json(bella: Any) -> tuple[str, str] | None:
    if type(bella) is list and len(bella) == 1:
        bella = bella[0]
    if type(bella) is not dict or not _BELLA_FIELDS.issuperset(bella):
        return None
    seat, call, points = bella.get("seat"), bella.get("call", "last"), bella.get("points")
    if (
        type(seat) is not str
        or type(call) is not str
        or (points is not None and (type(points) is not int or points != BELLA))
    ):
        return None
    return (seat, "run" if call == "with_run" else call)
