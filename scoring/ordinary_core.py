"""What proves an ordinary sheet right in a few comparisons, and scores it (docs/RULES.md 6, 8).

The long way round (checks.py, scores.py) says the same of every sheet that comes through here.
"""

from collections.abc import Sequence
from typing import TypeAlias

from scoring.cards import Side
from scoring.settling import OTHER, SEAT_OF, SIDE_OF, Settled, Step, settle_played, step
from scoring.sheets import BELLA, FIFTY, HUNDRED, TWENTY, BellaCall
from scoring.terms import HAND_SIZE, Terms

# A row of runs in an ordinary sheet: seat, twenties, fifties, hundreds, the cards written.
RunRow: TypeAlias = tuple[str, int, int, int, Sequence[Sequence[str]]]


def settle_ordinary(
    terms: Terms,
    trump: str,
    caller: str,
    dealer: str | None,
    forced: bool,
    bid: int | None,
    ns: int | None,
    ew: int | None,
    last_trick: str | None,
    run: RunRow | None,
    bella: tuple[str, str] | None,
) -> Settled | None:
    """The score of an ordinary played hand; None: not proved right, to be checked wholly.

    Ordinary: at most one row of runs, shown and counted; at most one Bella (seat, call) that
    counts; nothing to be said against it, not even a warning. What comes here has the right types;
    words and figures may be any.
    """
    callers = SIDE_OF.get(caller)
    lowest_bid = terms.bids.get(trump)
    if callers is None or lowest_bid is None or not (dealer is None or dealer in SIDE_OF):
        return None
    if forced and not (caller == dealer and terms.forced):
        return None
    if terms.bid and (bid is None or bid < lowest_bid):
        return None
    count = _count(terms, terms.base[trump], ns, ew, last_trick)
    melds = _melds(terms, trump, run, bella)
    if count is None or melds is None:
        return None
    mine = count if callers is Side.NS else terms.base[trump] - count
    return settle_played(terms, trump, callers, mine, melds, bid)


def _count(
    terms: Terms, base: int, ns: int | None, ew: int | None, last_trick: str | None
) -> int | None:
    """North-South's count, None unless right and unremarkable (6.1, 8.2)."""
    if ns is None:
        if ew is None:
            return None
        ns = base - ew
    elif ew is not None and ns + ew != base:
        return None
    if not 2 <= ns <= base - 2:
        return None
    if last_trick is not None:
        in_cards = (ns if last_trick == "NS" else base - ns) - terms.last_trick
        if last_trick not in OTHER or in_cards < 0 or in_cards == 1:
            return None
    return ns


def _melds(
    terms: Terms, trump: str, run: RunRow | None, bella: tuple[str, str] | None
) -> list[Step] | None:
    """The steps of one row of runs and one Bella, None unless both are possible and count."""
    melds = []
    known: int | None = 0
    shower = None
    if run is not None:
        shower, twenties, fifties, hundreds, lists = run
        side = SIDE_OF.get(shower)
        if side is None or (twenties, fifties, hundreds) not in terms.possible:
            return None
        if lists:
            known = _written(terms, twenties, fifties, hundreds, lists)
        points = TWENTY * twenties + FIFTY * fifties + HUNDRED * hundreds
        if points:
            melds.append(step("run", points, side, SEAT_OF[shower], twenties + fifties + hundreds))
    if bella is not None:
        seat, call = bella
        side = SIDE_OF.get(seat)
        if side is None or call not in terms.bella_calls or trump == "NT":
            return None
        if known and not _bells_fit(terms.bells[trump], known, seat == shower, call):
            return None
        melds.append(step("bella", BELLA, side, SEAT_OF[seat]))
    return None if known is None else melds


def _written(
    terms: Terms, twenties: int, fifties: int, hundreds: int, lists: Sequence[Sequence[str]]
) -> int | None:
    """The cards of a row, a bit each, None unless they make just what is written beside them.

    Two runs in one suit may make a longer one together: left to the long way.
    """
    known = 0
    suits = set()
    for cards in lists:
        found = terms.written_runs.get(tuple(cards))
        if found is None or found.suit in suits:
            return None
        twenties -= found.twenties
        fifties -= found.fifties
        hundreds -= found.hundreds
        known |= found.mask
        suits.add(found.suit)
    return None if twenties or fifties or hundreds else known


def _bells_fit(bells: int, known: int, same_hand: bool, call: str) -> bool:
    """Whether the bells can be where they were said, beside the cards known of one hand (8.3)."""
    if call == BellaCall.WITH_RUN:
        return same_hand and bells & known == bells
    return (known | bells).bit_count() <= HAND_SIZE if same_hand else not bells & known
