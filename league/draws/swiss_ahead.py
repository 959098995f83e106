"""Looking ahead: which pairing leaves the rounds to come playable without a rematch.

A field is a graph here: its seats are joined where they have not met, the bye's seat with
those who had none. A round is a perfect matching of it; so many rounds can be played as it
has perfect matchings that share no pair. Sources: G. A. Dirac, *Some theorems on abstract
graphs* (1952), for the sure case; K. G. Murty, *An algorithm for ranking all the assignments
in order of increasing cost* (1968), for the next best pairing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from league.draws.matching import Matching, best_matching, matches_all
from league.draws.swiss_field import Edge, Field

# Fields with more seats than this are not looked ahead in.
LARGEST = 60
# So many steps of search, and so many solved matchings times seats, are spent on a draw.
STEPS = 30_000
SOLVED_SEATS = 3_000

Masks = list[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """The pairs chosen, in how many of the rounds asked for a rematch can still be avoided.

    `passed` says that a better pairing of this round was left for the sake of a later one.
    """

    pairs: tuple[Edge, ...]
    rounds: int
    passed: bool


def open_graph(field: Field) -> Masks:
    """For each seat the seats it may still meet, as the bits of a number."""
    masks = [(1 << field.seats) - 1 - (1 << seat) for seat in range(field.seats)]
    taken = [*field.met, *field.waiting]
    if field.bye is not None:
        taken += [(at, field.bye) for at, one in enumerate(field.order) if one.byes]
    return _without(masks, taken)


def best_ahead(
    field: Field,
    edges: Sequence[Edge],
    aims: Sequence[Sequence[int]],
    first: Matching,
    rounds_left: int,
) -> Outlook:
    """The best pairing that leaves `rounds_left` rounds playable, or as many as can be had.

    `first` is the best pairing of this round alone. Pairings are tried from the best on;
    after a set amount of search any pairing that does is taken.
    """
    graph = open_graph(field)
    closed = set(edges) - set(_edges(graph))
    if closed.isdisjoint(edges[edge] for edge in first.chosen):
        # Nobody gets a second bye now for the sake of a later round.
        keep = [place for place, edge in enumerate(edges) if edge not in closed]
        at = {place: number for number, place in enumerate(keep)}
        edges = [edges[place] for place in keep]
        aims = [[aim[place] for place in keep] for aim in aims]
        first = Matching(chosen=tuple(at[place] for place in first.chosen), costs=first.costs)
    need = min(rounds_left, min(mask.bit_count() for mask in graph) - 1)
    best = tuple(edges[edge] for edge in first.chosen)
    reach = 0
    effort = Effort(STEPS)
    for tried, pairs in enumerate(_from_best(field.seats, edges, aims, first)):
        after = _without(graph, pairs)
        for rounds in range(need, reach if tried else -1, -1):
            if playable(after, rounds, effort):
                best, reach = pairs, rounds
                break
        if reach >= need or effort.spent():
            break
    chosen = tuple(edges[edge] for edge in first.chosen)
    if reach < need:
        best, reach = _any_ahead(graph, edges, best, reach, need)
    return Outlook(pairs=best, rounds=reach, passed=set(best) != set(chosen))


class Effort:
    """Counts the steps of a search that must end."""

    def __init__(self, steps: int) -> None:
        self.steps = steps

    def step(self) -> bool:
        """Take a step; False when none are left."""
        self.steps -= 1
        return self.steps > 0

    def spent(self) -> bool:
        return self.steps <= 0


def playable(graph: Masks, rounds: int, effort: Effort) -> bool:
    """Whether `rounds` rounds without a rematch are found; sure unless the effort is spent."""
    if rounds <= 0:
        return True
    least = min(mask.bit_count() for mask in graph)
    if least < rounds:
        return False
    if 2 * (least - rounds + 1) >= len(graph):
        return True  # Dirac: every one of these rounds leaves a Hamiltonian cycle to the next
    if not matches_all(len(graph), _edges(graph)):
        return False
    if rounds == 1:
        return True
    return any(
        playable(_without(graph, pairs), rounds - 1, effort)
        for pairs in _matchings(_first_of(graph, rounds), effort)
    )


def _any_ahead(
    graph: Masks, edges: Sequence[Edge], best: tuple[Edge, ...], reach: int, need: int
) -> tuple[tuple[Edge, ...], int]:
    """Any pairing that leaves more than `reach` rounds, the most there are."""
    allowed = _without(graph, set(_edges(graph)) - set(edges))
    for rounds in range(need, reach, -1):
        effort = Effort(STEPS)
        for pairs in _matchings(allowed, effort):
            if playable(_without(graph, pairs), rounds, effort):
                return pairs, rounds
    return best, reach


def _first_of(graph: Masks, rounds: int) -> Masks:
    """The graph for the first of these rounds.

    A seat with just as many opponents left as rounds meets all of them; the order of rounds
    is free, so it meets its first opponent first.
    """
    for seat, mask in enumerate(graph):
        if mask.bit_count() == rounds:
            others = mask & (mask - 1)
            return _without(graph, [(seat, other) for other in _bits(others)])
    return graph


def _matchings(graph: Masks, effort: Effort) -> Iterator[tuple[Edge, ...]]:
    """All perfect matchings, until the effort is spent: the seat with the fewest choices first."""

    def go(free: int, pairs: tuple[Edge, ...]) -> Iterator[tuple[Edge, ...]]:
        if not free:
            yield pairs
            return
        if not effort.step():
            return
        seat = min(_bits(free), key=lambda one: (graph[one] & free).bit_count())
        for other in _bits(graph[seat] & free):
            rest = free & ~(1 << seat) & ~(1 << other)
            yield from go(rest, (*pairs, (min(seat, other), max(seat, other))))

    yield from go((1 << len(graph)) - 1, ())


def _from_best(
    seats: int, edges: Sequence[Edge], aims: Sequence[Sequence[int]], first: Matching
) -> Iterator[tuple[Edge, ...]]:
    """All pairings from the best on (Murty): each is followed by those that differ from it."""
    solves = SOLVED_SEATS // seats
    everything = tuple(range(len(edges)))
    heap: list[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]] = [
        (first.costs, first.chosen, (), everything)
    ]
    while heap:
        _, chosen, kept, open_edges = heappop(heap)
        yield tuple(edges[edge] for edge in chosen)
        for edge in [edge for edge in chosen if edge not in kept]:
            if solves <= 0:
                return
            solves -= 1
            rest = tuple(one for one in open_edges if one != edge)
            found = best_matching(
                seats, [edges[one] for one in rest], [[aim[one] for one in rest] for aim in aims]
            )
            if found is not None:
                again = tuple(rest[place] for place in found.chosen)
                heappush(heap, (found.costs, again, kept, rest))
            taken = {*edges[edge]}
            kept = (*kept, edge)
            open_edges = tuple(
                one for one in open_edges if one == edge or taken.isdisjoint(edges[one])
            )


def _without(graph: Masks, pairs: Iterator[Edge] | Sequence[Edge] | set[Edge]) -> Masks:
    left = list(graph)
    for one, other in pairs:
        left[one] &= ~(1 << other)
        left[other] &= ~(1 << one)
    return left


def _edges(graph: Masks) -> list[Edge]:
    return [(one, other) for one, mask in enumerate(graph) for other in _bits(mask) if one < other]


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
