"""What it would cost that nobody meets an entry of the own club."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from league.draws.matching import best_matching
from league.draws.swiss_aims import club_aims, rematch_aims, same_club, score_aims
from league.draws.swiss_field import Edge, Field


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubPrice:
    """What fewer pairs of one club would take.

    `pairs` of one club are drawn; `least` is the fewest that a round with this bye and
    without further rematches can have. Coming down to `least` would change the pairs of
    unequal scores from `across` to `across_then`, and the sum of all differences of scores
    from `difference` to `difference_then`. Where nothing of this grows, a better pairing was
    passed over for the rounds to come, or the leaders would have been the ones to pay.
    """

    pairs: tuple[tuple[int, int], ...]
    least: int
    across: int
    across_then: int
    difference: Fraction
    difference_then: Fraction


def club_price(field: Field, tables: Sequence[Edge], width: int) -> ClubPrice | None:
    """The round solved again with clubs before scores; None when no two of a club meet.

    `width` is how far apart in the order pairs are looked at.
    """
    mates = [pair for pair in tables if same_club(field, pair)]
    if not mates:
        return None
    seated = sorted(place for pair in tables for place in pair)
    at = {place: number for number, place in enumerate(seated)}
    again = any(pair in field.met for pair in tables)
    looked_at = {*field.edges(width, rematches=again), *tables}
    edges = sorted(pair for pair in looked_at if pair[0] in at and pair[1] in at)
    aims = [
        *(rematch_aims(field, edges) if again else []),
        *club_aims(field, edges),
        *score_aims(field, edges),
    ]
    found = best_matching(len(seated), [(at[one], at[other]) for one, other in edges], aims)
    assert found is not None  # the tables themselves are one
    then = [edges[edge] for edge in found.chosen]
    return ClubPrice(
        pairs=tuple((field.order[one].entry, field.order[other].entry) for one, other in mates),
        least=sum(same_club(field, pair) for pair in then),
        across=_across(field, tables),
        across_then=_across(field, then),
        difference=_difference(field, tables),
        difference_then=_difference(field, then),
    )


def _across(field: Field, pairs: Sequence[Edge]) -> int:
    return sum(field.order[one].score != field.order[other].score for one, other in pairs)


def _difference(field: Field, pairs: Sequence[Edge]) -> Fraction:
    gaps = (field.order[one].score - field.order[other].score for one, other in pairs)
    return sum(gaps, Fraction(0))
