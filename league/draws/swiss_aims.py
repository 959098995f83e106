"""What a Swiss round aims at, first things first, as costs for each possible pair.

1. the bye to the lowest of those who had fewest;
2. from the top down: as few as possible leave the best score group, then the best two
   together, then the best three, ...;
3. the differences of scores small: the least sum of their squares;
4. partnerships of one club apart;
5. neighbours in the standings: the least sum of squared distances;
6. the lot.
Rematches come before all of it where they cannot be avoided.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from league.draws.swiss_field import Edge, Field, lot

# With more score groups than this, the lower ones are taken together.
GROUPS_APART = 24
# Differences of scores are told apart as finely as this part of the whole span.
FINEST = 1 << 16

Aims = list[list[int]]


def rematch_aims(field: Field, edges: Sequence[Edge]) -> Aims:
    """As few rematches as possible, then as few meetings already behind them."""
    times = [field.met.get(edge, 0) for edge in edges]
    return [[min(1, one) for one in times], times]


def bye_aims(field: Field, edges: Sequence[Edge]) -> Aims:
    """The place in the order of the bye; nothing for an even field."""
    if field.bye is None:
        return []
    due = {place: number for number, place in enumerate(field.bye_order())}
    return [[due[one] if other == field.bye else 0 for one, other in edges]]


def score_aims(field: Field, edges: Sequence[Edge]) -> Aims:
    """From the top down, who leaves the best groups; then the squares of the differences."""
    groups = score_groups(field)
    spans = [(0, 0) if other == field.bye else (groups[one], groups[other]) for one, other in edges]
    last = groups[-1] if groups else 0
    apart = min(last, GROUPS_APART)
    aims = [[int(high <= line < low) for high, low in spans] for line in range(apart)]
    if last > apart:
        aims.append([max(0, low - max(high, apart)) for high, low in spans])
    return [*aims, _squares(field, edges)]


def club_aims(field: Field, edges: Sequence[Edge]) -> Aims:
    """As few pairs of one club as possible."""
    return [[int(same_club(field, edge)) for edge in edges]]


def order_aims(field: Field, edges: Sequence[Edge]) -> Aims:
    """Neighbours in the standings, then the lot of "seed:pair:entry:entry"."""
    ranks = sorted({contender.rank for contender in field.order})
    at = {rank: number for number, rank in enumerate(ranks)}
    places = [at[contender.rank] for contender in field.order]
    entries = [contender.entry for contender in field.order]
    near, lots = [], []
    for one, other in edges:
        if other == field.bye:
            near.append(0)
            lots.append(0)
            continue
        near.append((places[one] - places[other]) ** 2)
        a, b = sorted((entries[one], entries[other]))
        lots.append(lot(field.seed, "pair", a, b))
    return [near, lots]


def score_groups(field: Field) -> list[int]:
    """For each place the number of its score group from the top, the first is 0."""
    groups: list[int] = []
    for place, contender in enumerate(field.order):
        if not place:
            groups.append(0)
        else:
            groups.append(groups[-1] + (contender.score != field.order[place - 1].score))
    return groups


def same_club(field: Field, edge: Edge) -> bool:
    one, other = edge
    if other == field.bye:
        return False
    club = field.order[one].club
    return club is not None and club == field.order[other].club


def _squares(field: Field, edges: Sequence[Edge]) -> list[int]:
    scores = [Fraction(contender.score) for contender in field.order]
    parts = lcm(*(score.denominator for score in scores)) if scores else 1
    whole = [int(score * parts) for score in scores]
    step = max(1, (whole[0] - whole[-1]) // FINEST) if whole else 1
    return [
        0 if other == field.bye else (-(-(whole[one] - whole[other]) // step)) ** 2
        for one, other in edges
    ]
