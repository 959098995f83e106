"""Draws by lot: nobody meets twice while avoidable, partners change as long as they can."""

from collections import Counter
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.draws.random_draw import RotatingDraw, draw_pairs, draw_rotating

Counts = dict[tuple[int, int], int]


def evening(players: int, rounds: int, seed: str) -> list[RotatingDraw]:
    """Round after round of rotating partners, each knowing those before."""
    partnered: Counts = {}
    opposed: Counts = {}
    byes: Counter[int] = Counter()
    drawn = []
    for number in range(rounds):
        draw = draw_rotating(
            range(1, players + 1),
            seed=f"{seed}:{number}",
            partnered=partnered,
            opposed=opposed,
            byes=byes,
        )
        drawn.append(draw)
        for table in draw.tables:
            for pair in ((table.a, table.a2), (table.b2, table.b)):
                partnered[pair] = partnered.get(pair, 0) + 1
            for pair in product((table.a, table.a2), (table.b, table.b2)):
                key = (min(pair), max(pair))
                opposed[key] = opposed.get(key, 0) + 1
        byes.update(draw.sit_out)
    return drawn


@pytest.mark.parametrize("size", [2, 3, 8, 9, 20, 41])
def test_pairs_drawn_by_lot_do_not_meet_twice_and_take_turns_at_the_bye(size: int) -> None:
    met: dict[int, Counter[int]] = {entry: Counter() for entry in range(size)}
    byes: Counter[int] = Counter()
    rounds = min(6, size - 1 + size % 2)
    for number in range(rounds):
        draw = draw_pairs(
            list(range(size)), seed=str(number), met=met, byes=byes, rounds_left=rounds - number - 1
        )
        assert not draw.rematches
        for pair in draw.pairs:
            met[pair.a][pair.b] += 1
            met[pair.b][pair.a] += 1
        if draw.bye is not None:
            byes[draw.bye] += 1
    assert max(byes.values(), default=0) <= 1
    assert sum(byes.values()) == (rounds if size % 2 else 0)


def test_pairs_drawn_by_lot_keep_clubs_apart_and_fall_otherwise_with_another_seed() -> None:
    clubs = {entry: entry % 2 for entry in range(12)}
    draws = [draw_pairs(list(range(12)), seed=str(seed), clubs=clubs) for seed in range(20)]
    for draw in draws:
        assert all(clubs[pair.a] != clubs[pair.b] for pair in draw.pairs)
    assert len({frozenset((pair.a, pair.b) for pair in draw.pairs) for draw in draws}) > 15


@given(st.integers(0, 40), st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_rotating_seats_everybody_once_and_the_order_of_rows_changes_nothing(
    size: int, seed: int, chance: Random
) -> None:
    players = chance.sample(range(1000), size)
    byes = {player: chance.randrange(3) for player in players}
    partnered = {pair: 1 for pair in combinations(players, 2) if chance.random() < 0.2}
    draw = draw_rotating(players, seed=str(seed), partnered=partnered, byes=byes)
    seated = [p for table in draw.tables for p in (table.a, table.a2, table.b, table.b2)]
    assert sorted([*seated, *draw.sit_out]) == sorted(players)
    assert len(draw.sit_out) == size % 4
    assert [table.table for table in draw.tables] == list(range(1, size // 4 + 1))
    most = max((byes[player] for player in draw.sit_out), default=0)
    assert all(byes[player] >= most for player in seated)
    mixed = players[:]
    chance.shuffle(mixed)
    turned = {pair[::-1]: times for pair, times in partnered.items()}
    assert draw_rotating(mixed, seed=str(seed), partnered=turned, byes=byes) == draw


@pytest.mark.parametrize("size", [8, 9, 12, 16, 22, 32])
def test_rotating_partners_change_for_half_the_field(size: int) -> None:
    drawn = evening(size, size // 2 - 1, "hall")
    partners = Counter(
        (min(pair), max(pair))
        for draw in drawn
        for table in draw.tables
        for pair in ((table.a, table.a2), (table.b, table.b2))
    )
    assert max(partners.values()) == 1
    assert not any(draw.partners_again for draw in drawn)
    out = Counter(player for draw in drawn for player in draw.sit_out)
    assert max(out.values(), default=0) - min((out[p] for p in range(1, size + 1)), default=0) <= 1


def test_a_second_round_of_sixteen_has_no_opponent_twice() -> None:
    for seed in range(10):
        assert not evening(16, 2, str(seed))[1].opponents_again


@given(st.integers(0, 10**6))
def test_partners_of_eight_repeat_no_more_than_the_best_of_all_draws(seed: int) -> None:
    chance = Random(seed)
    players = list(range(8))
    partnered = {pair: chance.choice((0, 1, 1, 2)) for pair in combinations(players, 2)}
    draw = draw_rotating(players, seed=str(seed), partnered=partnered)
    cost = sum(
        partnered[min(pair), max(pair)] ** 2
        for table in draw.tables
        for pair in ((table.a, table.a2), (table.b, table.b2))
    )

    def least(left: list[int]) -> int:
        if not left:
            return 0
        return min(
            partnered[left[0], other] ** 2 + least([p for p in left[1:] if p != other])
            for other in left[1:]
        )

    assert cost == least(players)
    again = {pair for pair, times in partnered.items() if times}
    assert set(draw.partners_again) <= again


def test_a_player_twice_is_refused() -> None:
    with pytest.raises(ValueError):
        draw_rotating([1, 2, 3, 3], seed="s")
