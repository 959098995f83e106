"""How many of those level can be kept at or under a figure that their matches share out.

The difference of a match is the gain of one and the loss of the other: differences flow between the
entries that still meet. Those over the limit push theirs along matches to those with room (paths as
in Ford and Fulkerson 1956); where none is left, the entries reached cannot all be kept down.
"""

from collections.abc import Mapping
from itertools import count


class Edge:
    """A match of `a` and `b`; `lead` is a's difference, between `low` and `high`."""

    __slots__ = ("a", "b", "high", "lead", "low")

    def __init__(self, a: int, b: int, low: int, high: int) -> None:
        self.a, self.b, self.low, self.high = a, b, low, high
        self.lead = low


# Tries at choosing whom to let go; past it the number found so far is a safe least.
MOST_TRIES = 200


def keep_down(
    base: Mapping[int, int], edges: list[Edge], limit: int
) -> tuple[int, tuple[int, ...] | None]:
    """The least number of entries of `base` over `limit`, and leads of `edges` that give it.

    `base` has each entry's figure without these matches; an edge may have an end outside `base`,
    which takes what comes. With None for the leads the number is only known to be no smaller.
    """
    tries = 0
    waiting: list[frozenset[int]] = [frozenset()]
    for dropped in count():
        following: set[frozenset[int]] = set()
        for free in waiting:
            if tries == MOST_TRIES:
                return dropped, None
            tries += 1
            stuck = _push(base, edges, limit, free)
            if not stuck:
                return dropped, tuple([edge.lead for edge in edges])
            following |= {free | {one} for one in stuck}
        waiting = sorted(following, key=sorted)
    raise AssertionError  # pragma: no cover - letting all go leaves nobody stuck


def _push(base: Mapping[int, int], edges: list[Edge], limit: int, free: frozenset[int]) -> set[int]:
    """Sets the leads so that all but `free` are at or under `limit`; else who cannot all be."""
    kept = {n: figure for n, figure in base.items() if n not in free}
    meets: dict[int, list[Edge]] = {n: [] for n in kept}
    for edge in edges:
        edge.lead = edge.low if edge.a in kept else edge.high
        if edge.a in kept:
            kept[edge.a] += edge.lead
        if edge.b in kept:
            kept[edge.b] -= edge.lead
        if edge.a in kept and edge.b in kept:
            meets[edge.a].append(edge)
            meets[edge.b].append(edge)
    for start in sorted(kept):
        while kept[start] > limit:
            came, end = _path(start, meets, kept, limit)
            if end is None:
                return set(came)
            _shift(came, start, end, kept, limit)
    return set()


_Came = dict[int, tuple[int, Edge, int] | None]


def _path(
    start: int, meets: Mapping[int, list[Edge]], kept: Mapping[int, int], limit: int
) -> tuple[_Came, int | None]:
    """How each entry reached was reached (from whom, by which match, with what room), and the
    first one that has room itself."""
    came: _Came = {start: None}
    queue = [start]
    for at in queue:
        for edge in meets[at]:
            other = edge.b if at == edge.a else edge.a
            room = edge.lead - edge.low if at == edge.a else edge.high - edge.lead
            if room > 0 and other not in came:
                came[other] = (at, edge, room)
                if kept[other] < limit:
                    return came, other
                queue.append(other)
    return came, None


def _shift(came: _Came, start: int, end: int, kept: dict[int, int], limit: int) -> None:
    steps = []
    at = end
    while (step := came[at]) is not None:
        steps.append(step)
        at = step[0]
    amount = min(kept[start] - limit, limit - kept[end], *[room for _, _, room in steps])
    for giver, edge, _ in steps:
        edge.lead += amount if giver == edge.b else -amount
    kept[start] -= amount
    kept[end] += amount
