"""The best way to put everybody at a table: exact matching by several aims, one after another.

The first aim is met as well as it can be; among all ways that do so, the second; and so on.
Source: the maximum-weight matching of general graphs (J. Edmonds 1965; Z. Galil, *Efficient
algorithms for finding maximum matching in graphs*, 1986) as in rustworkx, whose weights are
whole numbers of 128 bits. Aims are packed into one weight as far as these bits go; where
they do not, the rest is solved afterwards with what is known by then, which needs few bits:
an aim that costs 2 in every best way must never be outweighed by more than 2 of its kind.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import rustworkx

Edge = tuple[int, int]
Aim = Sequence[int]

# The algorithm adds up to one weight a vertex; two bits are kept for doubling and sign.
ROOM = 124
# From so many vertices on, the library is slow where many edges cost the same.
MANY = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Matching:
    """The edges that were chosen, as places in the list given, and what each aim comes to."""

    chosen: tuple[int, ...]
    costs: tuple[int, ...]


def best_matching(vertices: int, edges: Sequence[Edge], aims: Sequence[Aim]) -> Matching | None:
    """The perfect matching that is least in the first aim, then in the second, and so on.

    `vertices` is an even number, `edges` name two of range(vertices), each pair once;
    an aim has a cost of 0 or more for each edge. None when no matching reaches everybody.
    An aim that alone would need more of the library's 128 bits than those before it leave is
    made coarser by halving; where they leave none at all, it is not looked at.
    """
    search = _Search(vertices, edges, aims)
    while not search.finished():
        if not search.step():
            return None
    chosen = tuple(sorted(search.chosen or ()))
    return Matching(chosen=chosen, costs=tuple(sum(aim[edge] for edge in chosen) for aim in aims))


def matches_all(vertices: int, edges: Sequence[Edge]) -> bool:
    """Whether some matching reaches all of range(vertices)."""
    return 2 * matching_size(vertices, edges) == vertices


def matching_size(vertices: int, edges: Sequence[Edge]) -> int:
    """How many edges the largest matching has."""
    return len(_solve(vertices, edges, range(len(edges)), None))


class _Search:
    """What is settled so far: the edges still possible and their cost in the aims behind us."""

    def __init__(self, vertices: int, edges: Sequence[Edge], aims: Sequence[Aim]) -> None:
        self.vertices, self.edges, self.aims = vertices, edges, list(aims)
        self.alive: list[int] = list(range(len(edges)))
        self.behind = [0] * len(edges)
        self.spent = 0
        # Whatever else is equal, near vertices first: far fewer ties, hundreds of times faster.
        # It weighs less than the least difference of an aim.
        self.near = [min(15, abs(a - b)) ** 2 for a, b in edges] if vertices >= MANY else None
        self.done = 0
        self.chosen: list[int] | None = None if vertices else []

    def finished(self) -> bool:
        return self.chosen is not None and (
            self.done == len(self.aims) or 2 * len(self.alive) == self.vertices
        )

    def step(self) -> bool:
        """Settle the next aims, as many as fit into one weight; False when nobody can."""
        if self.chosen is not None and not self._value(self.done):
            self._settle(self.done)
            return True
        until, scales = self._batch()
        if not scales and self.chosen is not None:
            self.done = len(self.aims)
            return True
        weights = [0] * len(self.edges)
        width_near = 225 * self.vertices // 2 + 1
        for edge in self.alive:
            weight = self.behind[edge]
            for aim, width in zip(self.aims[self.done : until], scales, strict=True):
                weight = weight * width + aim[edge]
            weights[edge] = weight if self.near is None else weight * width_near + self.near[edge]
        chosen = _solve(self.vertices, self.edges, self.alive, weights)
        if len(chosen) * 2 != self.vertices:
            return False
        self.chosen = chosen
        for aim_number in range(self.done, until):
            self._settle(aim_number)
        return True

    def _batch(self) -> tuple[int, list[int]]:
        """Up to which aim one weight reaches, and the width of each aim in it.

        A width is one more than the aim can come to in the best matching. For the first aim
        the matching at hand bounds it: it is as good as the best in all aims before.
        """
        room = ROOM - self.vertices.bit_length()
        if self.near is not None:
            room -= (225 * self.vertices).bit_length()
        need = self.spent.bit_length()
        if need + 2 > room:
            return self.done, []
        scales: list[int] = []
        until = self.done
        while until < len(self.aims):
            if until == self.done and self.chosen is not None:
                bound = self._value(until)
            else:
                aim = self.aims[until]
                bound = max((aim[edge] for edge in self.alive), default=0) * self.vertices // 2
            if need + (bound + 1).bit_length() > room:
                if scales:
                    break
                self.aims[until] = [cost >> 1 for cost in self.aims[until]]
                continue
            scales.append(bound + 1)
            need += (bound + 1).bit_length()
            until += 1
        return until, scales

    def _value(self, number: int) -> int:
        aim = self.aims[number]
        return sum(aim[edge] for edge in self.chosen or ())

    def _settle(self, number: int) -> None:
        """The aim's best is known: drop the edges that alone cost more, add it to the past."""
        aim, best = self.aims[number], self._value(number)
        self.alive = [edge for edge in self.alive if aim[edge] <= best]
        if best:
            for edge in self.alive:
                self.behind[edge] = self.behind[edge] * (best + 1) + aim[edge]
            self.spent = self.spent * (best + 1) + best
        self.done = number + 1


def _solve(
    vertices: int, edges: Sequence[Edge], alive: Iterable[int], costs: Sequence[int] | None
) -> list[int]:
    """The largest matching of the edges that are alive, at the least cost, as places."""
    places = {edges[edge]: edge for edge in alive}
    top = max((costs[edge] for edge in places.values()), default=0) if costs else 0
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(vertices))
    graph.add_edges_from(
        [(*pair, top - costs[edge] if costs else 1) for pair, edge in places.items()]
    )
    mates = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return [
        places[one, other] if (one, other) in places else places[other, one] for one, other in mates
    ]
