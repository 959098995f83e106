"""Differences shared out between those who still meet, against every way to share them."""

import random
from itertools import product

import pytest

from scoring import reach_leads
from scoring.reach_leads import Edge, keep_down


def _slow(base: dict[int, int], edges: list[Edge], limit: int) -> int:
    least = len(base)
    for leads in product(*[range(edge.low, edge.high + 1) for edge in edges]):
        figures = dict(base)
        for edge, lead in zip(edges, leads, strict=True):
            for n, gain in ((edge.a, lead), (edge.b, -lead)):
                if n in figures:
                    figures[n] += gain
        least = min(least, sum(figure > limit for figure in figures.values()))
    return least


@pytest.mark.parametrize("seed", range(10))
def test_as_few_as_can_be_are_over_the_limit(seed):
    chance = random.Random(seed)
    for _ in range(60):
        base = {n: chance.randint(-4, 4) for n in range(chance.randint(1, 5))}
        edges = []
        for _ in range(chance.randint(0, 4)):
            a, b = chance.sample(range(6), 2)
            low = chance.randint(-3, 3)
            if a in base or b in base:
                edges.append(Edge(a, b, low, low + chance.randint(0, 4)))
        limit = chance.randint(-3, 3)
        number, leads = keep_down(base, edges, limit)
        assert number == _slow(base, edges, limit)
        assert leads is not None
        for edge, lead in zip(edges, leads, strict=True):
            assert edge.low <= lead <= edge.high
            for n, gain in ((edge.a, lead), (edge.b, -lead)):
                if n in base:
                    base[n] += gain
        assert sum(figure > limit for figure in base.values()) == number


def test_a_number_found_before_the_tries_ran_out_is_safe(monkeypatch):
    monkeypatch.setattr(reach_leads, "MOST_TRIES", 1)
    number, leads = keep_down({1: 5, 2: 5, 3: 0}, [], 0)
    assert (number, leads) == (1, None)
