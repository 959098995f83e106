"""Why these two meet, why this one sits out, why a rematch could not be avoided.

Codes with figures; the sentences are made where words are made.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from league.draws.matching import matching_size
from league.draws.swiss_field import Edge, Field

# For larger fields the cause of a rematch is not looked for.
LARGEST_EXPLAINED = 60


@dataclass(frozen=True, slots=True)
class Reason:
    """A code and its figures.

    Of a pair: `same_score` (score), `floated_down` (a, b: the scores; cause: `odd_group`,
    `met_all_equals`, `put_off`, `rounds_ahead` or `others`), `club_unavoidable` (club, a, b),
    `rematch_unavoidable` (times, a, b).
    Of the bye: `no_bye`; `bye_lowest_without`, `bye_fewest` (everybody had one), `bye_passed`
    (rank, score, byes, and passed: lower entries with as few that would have forced a rematch
    now or, with cause `rounds_ahead`, later), `bye_again` (a second one, for else a rematch).
    Of rematches: `met_everybody` (entries who have no opponent left), `too_few_opponents`
    (groups of entries whose only other opponents are `opponents`, fewer than the groups that
    cannot be paired within themselves), `no_round_without` (not looked for: a large field, or
    matches put off).
    """

    code: str
    params: Mapping[str, object]


def pair_reason(field: Field, pair: Edge, *, looked_ahead: bool) -> Reason:
    """Why the two places of `pair` meet: what is most out of the ordinary."""
    one, other = (field.order[place] for place in pair)
    scores: dict[str, object] = {"a": one.score, "b": other.score}
    if pair in field.met:
        return Reason("rematch_unavoidable", {"times": field.met[pair], **scores})
    if one.club is not None and one.club == other.club:
        return Reason("club_unavoidable", {"club": one.club, **scores})
    if one.score == other.score:
        return Reason("same_score", {"score": one.score})
    equals = [
        place
        for place, contender in enumerate(field.order)
        if contender.score == one.score and place != pair[0]
    ]
    level = {(min(pair[0], place), max(pair[0], place)) for place in equals}
    if level <= field.met.keys():
        cause = "met_all_equals" if equals else "odd_group"
    elif level <= field.met.keys() | field.waiting:
        cause = "put_off"
    elif len(equals) % 2 == 0:
        cause = "odd_group"
    else:
        cause = "rounds_ahead" if looked_ahead else "others"
    return Reason("floated_down", {**scores, "cause": cause})


def bye_reason(field: Field, place: int | None, *, looked_ahead: bool) -> Reason:
    """Why this place sits out."""
    if place is None:
        return Reason("no_bye", {})
    order = field.bye_order()
    chosen = field.order[place]
    fewest = field.order[order[0]].byes
    before = [field.order[at] for at in order[: order.index(place)]]
    passed = tuple(contender.entry for contender in before)
    params: dict[str, object] = {
        "rank": chosen.rank,
        "score": chosen.score,
        "byes": chosen.byes,
        "passed": passed,
    }
    if chosen.byes > fewest:
        return Reason("bye_again", params)
    if passed:
        return Reason("bye_passed", {**params, "cause": "rounds_ahead" if looked_ahead else "now"})
    return Reason("bye_fewest" if fewest else "bye_lowest_without", params)


def rematch_reason(field: Field) -> Reason:
    """Why no round without a rematch exists in this field.

    W. T. Tutte, *The factorization of linear graphs* (1947): some seats are the only link
    between more odd groups than they are themselves; found as in the decomposition of
    Gallai and Edmonds.
    """
    seats = field.seats
    if field.waiting:
        return Reason("no_round_without", {})
    edges = [pair for pair in field.edges(seats) if field.bye not in pair]
    if field.bye is not None:
        edges += [(place, field.bye) for place in range(len(field.order))]
    joined: dict[int, set[int]] = {place: set() for place in range(seats)}
    for one, other in edges:
        joined[one].add(other)
        joined[other].add(one)
    alone = [place for place in range(seats) if not joined[place]]
    if alone:
        return Reason("met_everybody", {"entries": _entries(field, alone)})
    if seats > LARGEST_EXPLAINED:
        return Reason("no_round_without", {})
    most = matching_size(seats, edges)
    missed = {
        place
        for place in range(seats)
        if matching_size(seats, [edge for edge in edges if place not in edge]) == most
    }
    links = {other for place in missed for other in joined[place]} - missed
    groups = [_entries(field, group) for group in _groups(missed, joined)]
    return Reason(
        "too_few_opponents", {"groups": tuple(groups), "opponents": _entries(field, sorted(links))}
    )


def _groups(places: Collection[int], joined: Mapping[int, set[int]]) -> list[list[int]]:
    """The places, in groups that hang together."""
    left = set(places)
    groups = []
    while left:
        group, edge = set(), {min(left)}
        while edge:
            group |= edge
            edge = {other for place in edge for other in joined[place]} & left - group
        left -= group
        groups.append(sorted(group))
    return groups


def _entries(field: Field, places: Sequence[int]) -> tuple[int, ...]:
    return tuple(field.order[place].entry for place in places if place != field.bye)
