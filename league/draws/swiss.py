"""A Swiss round: nobody meets twice while that can be avoided, equal scores meet.

What comes before what stands in `swiss_aims`. The whole round is one exact maximum-weight
matching (see `matching`), the bye a seat in it. Pure: the same seed and the same contenders,
in whatever order they come, give the same draw on every machine.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from league.draws.matching import Matching, best_matching
from league.draws.swiss_ahead import LARGEST, best_ahead
from league.draws.swiss_aims import (
    bye_aims,
    club_aims,
    order_aims,
    rematch_aims,
    score_aims,
)
from league.draws.swiss_clubs import ClubPrice, club_price
from league.draws.swiss_field import Contender, Edge, Field, NoRound, seat
from league.draws.swiss_reasons import Reason, bye_reason, pair_reason, rematch_reason

__all__ = ["ClubPrice", "Contender", "NoRound", "Reason", "SwissDraw", "SwissPair", "draw_swiss"]

# Up to this many entries every pair is looked at; above, so many neighbours on either side,
# and half as many in a hall so large that the library would take half a minute.
ALL_PAIRS = 150
NEIGHBOURS = 20
VERY_MANY = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SwissPair:
    """Entry `a` (the one higher in the standings) against entry `b`, and why."""

    a: int
    b: int
    why: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class SwissDraw:
    """A round as drawn: `pairs` in order of tables, the best scores first.

    `rematches` are the pairs that have met before, because no round without them exists,
    and `rematch_reason` says why there is none. `club_price` is None when nobody meets an
    entry of the own club (or nobody minds).
    `looked_ahead`: a better pairing of this round was passed over for the rounds to come.
    `dead_end_ahead`: of `rounds_left` rounds to come, one will need a rematch or a second bye,
    whatever is drawn now (as far as the search in fields of up to 60 seats can tell).
    """

    pairs: tuple[SwissPair, ...]
    bye: int | None
    bye_reason: Reason
    rematches: tuple[tuple[int, int], ...]
    rematch_reason: Reason | None
    club_price: ClubPrice | None
    looked_ahead: bool
    dead_end_ahead: bool


def draw_swiss(
    contenders: Sequence[Contender],
    *,
    seed: str,
    rounds_left: int = 0,
    keep_clubs_apart: bool = True,
) -> SwissDraw:
    """Draw one round of any number of contenders; `rounds_left` are still to come after it.

    A rematch comes before a second bye in what is avoided. Raises ValueError when an entry is
    named twice, NoRound when matches that are put off leave somebody without an opponent.
    """
    field = seat(contenders, seed)
    width, edges, first, again = _best_round(field, keep_clubs_apart)
    pairs = tuple(edges[edge] for edge in first.chosen)
    looked_ahead, short = False, bool(again and rounds_left)
    if not again and rounds_left > 0 and 2 < field.seats <= LARGEST:
        aims = _aims(field, edges, keep_clubs_apart)
        outlook = best_ahead(field, edges, aims, first, rounds_left)
        pairs, looked_ahead = outlook.pairs, outlook.passed
        short = outlook.rounds < rounds_left
    elif rounds_left > 0 and field.seats == 2:
        short = True
    tables = sorted(pair for pair in pairs if field.bye not in pair)
    bye = next((pair[0] for pair in pairs if field.bye in pair), None)
    return SwissDraw(
        pairs=tuple(
            SwissPair(
                a=field.order[one].entry,
                b=field.order[other].entry,
                why=pair_reason(field, (one, other), looked_ahead=looked_ahead),
            )
            for one, other in tables
        ),
        bye=None if bye is None else field.order[bye].entry,
        bye_reason=bye_reason(field, bye, looked_ahead=looked_ahead),
        rematches=tuple(_entries(field, pair) for pair in tables if pair in field.met),
        rematch_reason=rematch_reason(field) if again else None,
        club_price=club_price(field, tables, width) if keep_clubs_apart else None,
        looked_ahead=looked_ahead,
        dead_end_ahead=short,
    )


def _best_round(field: Field, clubs: bool) -> tuple[int, list[Edge], Matching, bool]:
    """How wide was looked, the pairs looked at, the best of them, and whether with rematches."""
    for width in search_widths(len(field.order)):
        edges = field.edges(width)
        found = best_matching(field.seats, edges, _aims(field, edges, clubs))
        if found is not None:
            return width, edges, found, False
    edges = field.edges(len(field.order), rematches=True)
    aims = [*rematch_aims(field, edges), *_aims(field, edges, clubs)]
    found = best_matching(field.seats, edges, aims)
    if found is None:  # everybody may meet everybody, but for those who wait for a match
        raise NoRound
    return len(field.order), edges, found, True


def search_widths(entries: int) -> list[int]:
    """How far apart in the order pairs are looked at: first, and when nobody fits, wider."""
    if entries <= ALL_PAIRS:
        return [entries]
    first = NEIGHBOURS if entries <= VERY_MANY else NEIGHBOURS // 2
    return [first, 4 * first, entries]


def _aims(field: Field, edges: Sequence[Edge], clubs: bool) -> list[list[int]]:
    return [
        *bye_aims(field, edges),
        *score_aims(field, edges),
        *(club_aims(field, edges) if clubs else []),
        *order_aims(field, edges),
    ]


def _entries(field: Field, pair: Edge) -> tuple[int, int]:
    return field.order[pair[0]].entry, field.order[pair[1]].entry
