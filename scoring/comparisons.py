"""Two sheets of the same match, kept by its two sides: where they differ, hand by hand.

What only one of the two wrote down and no score needs (who took the last trick, the cards of a
run, the card of a misplay, a Bella that nobody said) is no difference: a sheet may say less than
the other.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.cards import Seat, Side
from scoring.rules import RuleSet
from scoring.sheets import BellaCall, Claim, HandSheet, Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetDifference:
    """One thing that is not the same: in which hand (from 1; 0 for the game's own figures), in
    which field of the sheet, and what each of the two says. A hand that only one of them has is
    the field "hand", with the numbers of hands each has."""

    hand: int
    field: str
    first: object
    second: object


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTotals:
    """What a game came to, in points, by the sides of the match; `winner` "a", "b" or None."""

    a: int
    b: int
    winner: str | None


def compare_sheets(
    first: Sequence[HandSheet], second: Sequence[HandSheet], rules: RuleSet
) -> tuple[SheetDifference, ...]:
    """Everything in which two lists of hand sheets of one game differ, in the order of the hands.

    Both must name the seats of one table (see `reseated`). Runs, sets and Bella are compared as
    what they are, in whatever order they stand; a count that only one side of a sheet has is
    completed by the other (RULES 6.1).
    """
    found = [
        SheetDifference(hand=number, field=field, first=one, second=other)
        for number, (mine, theirs) in enumerate(zip(first, second, strict=False), start=1)
        for field, one, other in _fields(mine, theirs, rules)
    ]
    if len(first) != len(second):
        shorter = min(len(first), len(second))
        found.append(
            SheetDifference(hand=shorter + 1, field="hand", first=len(first), second=len(second))
        )
    return tuple(found)


def compare_totals(
    first: Sequence[GameTotals], second: Sequence[GameTotals]
) -> tuple[tuple[int, GameTotals | None, GameTotals | None], ...]:
    """The games (from 1) whose totals differ, with what each says; None for a game it has not."""
    most = max(len(first), len(second))
    pairs = [(_at(first, place), _at(second, place)) for place in range(most)]
    return tuple(
        (place, one, other) for place, (one, other) in enumerate(pairs, start=1) if one != other
    )


def less_good_for(
    side: str, first: Sequence[GameTotals], second: Sequence[GameTotals]
) -> int | None:
    """Which of two sheets, 0 or 1, is the less good one for `side` ("a" or "b"): fewer games won,
    then fewer points ahead. None when neither is."""
    one, other = _standing(side, first), _standing(side, second)
    if one == other:
        return None
    return 0 if one < other else 1


def ahead_on_both(first: Sequence[GameTotals], second: Sequence[GameTotals]) -> str | None:
    """The side that is ahead on both sheets; None when each says something else, or level."""
    leaders = {_ahead(first), _ahead(second)}
    return leaders.pop() if len(leaders) == 1 else None


def reseated(sheet: HandSheet, seats: Mapping[Seat, Seat]) -> HandSheet:
    """The same hand as it reads where everybody sits elsewhere: `seats` says where each one went.

    Partners must still sit opposite each other.
    """
    sides = {seat.side: to.side for seat, to in seats.items()}
    turned = sides[Side.NS] is Side.EW

    def across(ns: int | None, ew: int | None) -> tuple[int | None, int | None]:
        return (ew, ns) if turned else (ns, ew)

    count_ns, count_ew = across(sheet.count_ns, sheet.count_ew)
    score_ns, score_ew = across(sheet.claimed_score_ns, sheet.claimed_score_ew)
    claim = sheet.claim
    if claim is not None:
        claim = replace(
            claim,
            by=sides[claim.by] if claim.by else None,
            against=sides[claim.against] if claim.against else None,
            seat=seats[claim.seat] if claim.seat else None,
        )
    return replace(
        sheet,
        dealer=seats[sheet.dealer] if sheet.dealer else None,
        caller=seats[sheet.caller] if sheet.caller else None,
        count_ns=count_ns,
        count_ew=count_ew,
        last_trick=sides[sheet.last_trick] if sheet.last_trick else None,
        runs=tuple(replace(run, seat=seats[run.seat]) for run in sheet.runs),
        sets=tuple(replace(four, seat=seats[four.seat]) for four in sheet.sets),
        bella=tuple(replace(bella, seat=seats[bella.seat]) for bella in sheet.bella),
        claim=claim,
        thrown_by=sides[sheet.thrown_by] if sheet.thrown_by else None,
        claimed_score_ns=score_ns,
        claimed_score_ew=score_ew,
    )


def _fields(mine: HandSheet, theirs: HandSheet, rules: RuleSet) -> list[tuple[str, object, object]]:
    """(field, what the one says, what the other says) for every field in which they differ."""
    found: list[tuple[str, object, object]] = []
    for field, read in _READ.items():
        one, other = read(mine), read(theirs)
        if one != other:
            found.append((field, one, other))
    for field, one, other in _counts(mine, theirs, rules):
        if one != other:
            found.append((field, one, other))
    for field, read in _READ_WHERE_BOTH.items():
        one, other = read(mine), read(theirs)
        if one is not None and other is not None and one != other:
            found.append((field, one, other))
    return found


def _counts(
    mine: HandSheet, theirs: HandSheet, rules: RuleSet
) -> list[tuple[str, int | None, int | None]]:
    if Outcome.PLAYED not in (mine.outcome, theirs.outcome):
        return []  # a hand that was stopped or passed out has no count, a nought is none
    one, other = _completed(mine, rules), _completed(theirs, rules)
    return [("count_ns", one[0], other[0]), ("count_ew", one[1], other[1])]


def _completed(sheet: HandSheet, rules: RuleSet) -> tuple[int | None, int | None]:
    ns, ew = sheet.count_ns, sheet.count_ew
    if sheet.trump is None or (ns is None) == (ew is None):
        return ns, ew
    base = rules.base(sheet.trump)
    return (ns, base - ns) if ns is not None else (base - (ew or 0), ew)


def _runs(sheet: HandSheet) -> object:
    return sorted(
        (run.seat, run.twenties, run.fifties, run.hundreds, run.shown, run.counted)
        for run in sheet.runs
        if run.points
    )


def _cards(sheet: HandSheet) -> object:
    written = sorted((run.seat, sorted(map(sorted, run.cards))) for run in sheet.runs if run.cards)
    return written or None


def _sets(sheet: HandSheet) -> object:
    return sorted((four.seat, four.rank) for four in sheet.sets)


def _bella(sheet: HandSheet) -> object:
    said = (one for one in sheet.bella if one.call is not BellaCall.NONE)
    return sorted((one.seat, one.call) for one in said)


def _bella_points(sheet: HandSheet) -> object:
    written = [(one.seat, one.points) for one in sheet.bella if one.points is not None]
    return sorted(written) or None


def _claimed(sheet: HandSheet) -> object:
    claim = sheet.claim or Claim()
    return claim.by, claim.against, claim.upheld


def _paper_score(sheet: HandSheet) -> object:
    score = (sheet.claimed_score_ns, sheet.claimed_score_ew)
    return None if None in score else score


_READ: Mapping[str, Callable[[HandSheet], object]] = {
    "outcome": lambda sheet: sheet.outcome,
    "dealer": lambda sheet: sheet.dealer,
    "caller": lambda sheet: sheet.caller,
    "trump": lambda sheet: sheet.trump,
    "forced": lambda sheet: sheet.forced,
    "runs": _runs,
    "sets": _sets,
    "bella": _bella,
    "claim": _claimed,
    "thrown_by": lambda sheet: sheet.thrown_by,
}
_READ_WHERE_BOTH: Mapping[str, Callable[[HandSheet], object]] = {
    "bid": lambda sheet: sheet.bid,
    "last_trick": lambda sheet: sheet.last_trick,
    "cards": _cards,
    "bella_points": _bella_points,
    "trick": lambda sheet: sheet.claim.trick if sheet.claim else None,
    "misplayed_by": lambda sheet: sheet.claim.seat if sheet.claim else None,
    "card": lambda sheet: sheet.claim.card if sheet.claim else None,
    "claimed_result": lambda sheet: sheet.claimed_result,
    "claimed_score": _paper_score,
}


def _at(totals: Sequence[GameTotals], place: int) -> GameTotals | None:
    return totals[place] if place < len(totals) else None


def _standing(side: str, totals: Sequence[GameTotals]) -> tuple[int, int]:
    """Games won less games lost, and points ahead."""
    won = sum(game.winner == side for game in totals)
    lost = sum(game.winner not in (side, None) for game in totals)
    ahead = sum(game.a - game.b for game in totals)
    return won - lost, ahead if side == "a" else -ahead


def _ahead(totals: Sequence[GameTotals]) -> str | None:
    standing = _standing("a", totals)
    if standing == (0, 0):
        return None
    return "a" if standing > (0, 0) else "b"
