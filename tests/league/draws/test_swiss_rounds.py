"""Whole Swiss evenings: round after round, with the rounds to come in sight."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random

import pytest

from league.draws.swiss import Contender, SwissDraw, draw_swiss
from tests.league.draws.pairings import BYE, all_pairings, late_field, price, price_of


def play(size: int, rounds: int, seed: int, *, ahead: bool = True) -> list[SwissDraw]:
    """An evening: every round drawn from what was played before, results by chance."""
    chance = Random(seed)
    entries = list(range(1, size + 1))
    met: dict[int, Counter[int]] = {entry: Counter() for entry in entries}
    score, byes = Counter[int](), Counter[int]()
    drawn = []
    for number in range(1, rounds + 1):
        table = sorted(score[entry] for entry in entries)[::-1]
        field = [
            Contender(
                entry=entry,
                score=Fraction(score[entry]),
                rank=table.index(score[entry]) + 1,
                met=met[entry],
                byes=byes[entry],
            )
            for entry in entries
        ]
        left = rounds - number if ahead else 0
        draw = draw_swiss(field, seed=f"{seed}:{number}", rounds_left=left)
        drawn.append(draw)
        for pair in draw.pairs:
            met[pair.a][pair.b] += 1
            met[pair.b][pair.a] += 1
            score[chance.choice((pair.a, pair.b))] += 2
        if draw.bye is not None:
            byes[draw.bye] += 1
            score[draw.bye] += 2
    return drawn


def met_again(drawn: list[SwissDraw]) -> int:
    met = Counter(frozenset((pair.a, pair.b)) for draw in drawn for pair in draw.pairs)
    return sum(times > 1 for times in met.values())


@pytest.mark.parametrize("size", range(2, 61))
def test_every_size_of_field_draws_round_after_round_and_says_when_it_is_exhausted(
    size: int,
) -> None:
    rounds = min(size + 2, 12)
    drawn = play(size, rounds, size)
    seen: set[frozenset[int]] = set()
    for draw in drawn:
        pairs = [frozenset((pair.a, pair.b)) for pair in draw.pairs]
        people = [entry for pair in pairs for entry in pair]
        people += [] if draw.bye is None else [draw.bye]
        assert sorted(people) == list(range(1, size + 1))
        assert {frozenset(pair) for pair in draw.rematches} == seen & set(pairs)
        seen |= set(pairs)
    possible = size - 1 + size % 2
    fresh = [not draw.rematches for draw in drawn]
    assert fresh == [number < possible for number in range(rounds)]


@pytest.mark.parametrize("size", [16, 23, 31, 44])
def test_without_looking_ahead_a_field_is_drawn_until_nobody_is_left_to_meet(size: int) -> None:
    drawn = play(size, size + 1, size, ahead=False)
    assert not drawn[0].rematches
    assert drawn[-1].rematches
    assert drawn[-1].rematch_reason is not None


@pytest.mark.parametrize("seed", range(10))
def test_twenty_one_entries_in_five_rounds_have_one_bye_a_round_and_nobody_two(seed: int) -> None:
    byes = [draw.bye for draw in play(21, 5, seed)]
    assert None not in byes
    assert len(set(byes)) == 5


@pytest.mark.parametrize("seed", range(20))
def test_ten_entries_play_seven_rounds_and_nobody_meets_twice(seed: int) -> None:
    drawn = play(10, 7, seed)
    assert met_again(drawn) == 0
    assert not any(draw.dead_end_ahead for draw in drawn)


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12, 5, 7, 9, 11])
@pytest.mark.parametrize("seed", range(4))
def test_a_small_field_plays_as_many_rounds_as_a_round_robin_has(size: int, seed: int) -> None:
    rounds = size - 1 + size % 2
    drawn = play(size, rounds, seed)
    assert met_again(drawn) == 0
    byes = [draw.bye for draw in drawn if draw.bye is not None]
    assert len(set(byes)) == len(byes) == rounds * (size % 2)


def most_rounds(seats: int, taken: frozenset[tuple[int, int]]) -> int:
    """In how many rounds range(seats) can go on without a pair twice, by trying all."""
    ways = [set(way) for way in all_pairings(seats)]

    @cache
    def most(gone: frozenset[tuple[int, int]]) -> int:
        return max((1 + most(gone | way) for way in ways if not way & gone), default=0)

    return most(taken)


@pytest.mark.parametrize("part", range(4))
def test_the_round_is_the_best_of_those_that_leave_the_most_rounds(part: int) -> None:
    """Fields of 5 to 8: every pairing tried, and every way on from it."""
    chance = Random(part)
    passed = 0
    for number in range(45):
        size = 5 + number % 4
        field = late_field(chance, size, chance.randrange(size // 2 - 1, size - 2))
        field = [replace(one, met=dict.fromkeys(one.met, 1)) for one in field]
        left = chance.randrange(1, 4)
        draw = draw_swiss(field, seed=str(number), rounds_left=left)
        entries = [one.entry for one in field] + ([BYE] if size % 2 else [])
        seats = {entry: place for place, entry in enumerate(entries)}
        taken = {
            (min(seats[one.entry], seats[other]), max(seats[one.entry], seats[other]))
            for one in field
            for other in one.met
        }
        taken |= {(seats[one.entry], seats[BYE]) for one in field if one.byes}
        ways = [way for way in all_pairings(len(entries)) if not taken & set(way)]
        if not ways:
            continue
        reach = {
            way: min(left, most_rounds(len(entries), frozenset({*taken, *way}))) for way in ways
        }
        furthest = max(reach.values())
        best = min(
            sum(price(field, *sorted((entries[a], entries[b]), reverse=True)) for a, b in way)
            for way in ways
            if reach[way] == furthest
        )
        assert price_of(field, draw) == best
        assert draw.dead_end_ahead == (furthest < left)
        passed += draw.looked_ahead
    assert passed


def test_two_triangles_are_avoided_before_the_last_round() -> None:
    """Six entries after two rounds: the third must not leave two groups of three."""
    chance = Random(6)
    for number in range(60):
        drawn = play(6, 4, chance.randrange(10**6))
        assert not any(draw.rematches for draw in drawn), number


def test_more_rounds_than_opponents_are_told_before_they_come() -> None:
    drawn = play(4, 5, 1)
    assert [draw.dead_end_ahead for draw in drawn] == [True, True, True, True, False]
    assert [bool(draw.rematches) for draw in drawn] == [False, False, False, True, True]
