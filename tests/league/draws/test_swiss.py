"""A Swiss round is the best there is, by every pairing tried; and the same on every machine."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.draws.swiss import Contender, SwissDraw, draw_swiss
from tests.league.draws.pairings import (
    WIDE,
    late_field,
    least_by_force,
    least_by_subsets,
    price,
    price_of,
)


def seated(draw: SwissDraw) -> list[int]:
    at_tables = [entry for pair in draw.pairs for entry in (pair.a, pair.b)]
    return sorted(at_tables + ([] if draw.bye is None else [draw.bye]))


def entry(number: int, score: int, rank: int, **more: object) -> Contender:
    return replace(Contender(entry=number, score=Fraction(score), rank=rank), **more)


def against(*pairs: tuple[int, int]) -> dict[int, dict[int, int]]:
    met: dict[int, dict[int, int]] = {}
    for a, b in pairs:
        met.setdefault(a, {})[b] = met.setdefault(b, {})[a] = 1
    return met


@pytest.mark.parametrize("part", range(10))
def test_two_hundred_late_fields_a_part_are_drawn_as_well_as_any_pairing_can_be(part: int) -> None:
    chance = Random(part)
    for number in range(200):
        size = 2 + (number + part) % 9
        field = late_field(chance, size, chance.randrange(0, size + 2))
        draw = draw_swiss(field, seed=str(number))
        assert seated(draw) == sorted(contender.entry for contender in field)
        assert price_of(field, draw) == least_by_force(field)


@pytest.mark.parametrize("size", [11, 12, 13, 14])
def test_fields_too_large_to_try_all_are_as_good_as_the_best_by_subsets(size: int) -> None:
    chance = Random(size)
    for number in range(12):
        field = late_field(chance, size, chance.randrange(2, size))
        assert price_of(field, draw_swiss(field, seed=str(number))) == least_by_subsets(field)


@pytest.mark.parametrize("size", range(20, 61, 5))
def test_in_larger_fields_no_two_tables_can_exchange_for_the_better(size: int) -> None:
    chance = Random(size)
    field = late_field(chance, size, 7)
    draw = draw_swiss(field, seed="hall")
    pairs = [(pair.a, pair.b) for pair in draw.pairs]
    if draw.bye is not None:
        pairs.append((draw.bye, -1))
    for at, (a, b) in enumerate(pairs):
        for c, d in pairs[:at]:
            now = price(field, a, b) + price(field, c, d)
            for one, other in (((a, d), (c, b)), ((a, c), (b, d))):
                ways = [pair if pair[0] != -1 else pair[::-1] for pair in (one, other)]
                assert sum(price(field, *pair) for pair in ways) >= now


@pytest.mark.parametrize("size", range(20, 61, 8))
def test_in_larger_fields_only_an_odd_one_out_leaves_the_best_groups(size: int) -> None:
    """After two rounds everybody finds an equal; the parity of the groups is the bound."""
    field = late_field(Random(size), size, 2, clubs=1)
    draw = draw_swiss(field, seed="hall")
    score = {contender.entry: contender.score for contender in field}
    for line in sorted(set(score.values()))[1:]:
        above = sum(one >= line for one in score.values())
        across = sum(score[pair.a] >= line > score[pair.b] for pair in draw.pairs)
        above -= draw.bye is not None and score[draw.bye] >= line
        assert across == above % 2


@given(st.integers(0, 10**6), st.integers(2, 24), st.randoms(use_true_random=False))
def test_the_order_of_rows_changes_nothing(number: int, size: int, chance: Random) -> None:
    field = late_field(Random(number), size, number % 7)
    for place, contender in enumerate(field):
        field[place] = replace(contender, rank=1 + contender.rank // 3)
    mixed = field[:]
    chance.shuffle(mixed)
    first = draw_swiss(field, seed="s", rounds_left=2)
    assert draw_swiss(mixed, seed="s", rounds_left=2) == first


def test_a_known_draw_stays_what_it_is_and_another_seed_draws_another() -> None:
    field = [entry(number, 0, 1) for number in range(1, 9)]
    drawn = [(pair.a, pair.b) for pair in draw_swiss(field, seed="hall").pairs]
    assert drawn == [(8, 6), (5, 2), (7, 3), (4, 1)]
    assert drawn != [(pair.a, pair.b) for pair in draw_swiss(field, seed="wall").pairs]


@given(st.integers(0, 10**6), st.integers(2, 30), st.integers(0, 8))
def test_the_laws_of_a_round_hold_in_any_field(number: int, size: int, rounds: int) -> None:
    field = late_field(Random(number), size, rounds)
    draw = draw_swiss(field, seed="laws", rounds_left=number % 3)
    by_entry = {contender.entry: contender for contender in field}

    assert seated(draw) == sorted(by_entry)
    assert (draw.bye is None) == (size % 2 == 0)
    met = tuple((pair.a, pair.b) for pair in draw.pairs if pair.b in by_entry[pair.a].met)
    assert draw.rematches == met
    assert (draw.rematch_reason is None) == (not met)
    tops = [by_entry[pair.a].score for pair in draw.pairs]
    assert tops == sorted(tops, reverse=True)
    assert all(by_entry[pair.a].score >= by_entry[pair.b].score for pair in draw.pairs)
    for pair in draw.pairs:
        a, b = by_entry[pair.a], by_entry[pair.b]
        code = pair.why.code
        assert (code == "rematch_unavoidable") == ((pair.a, pair.b) in met)
        if code == "same_score":
            assert a.score == b.score == pair.why.params["score"]
        if code == "floated_down":
            assert (a.score, b.score) == (pair.why.params["a"], pair.why.params["b"])
            assert a.score > b.score
        if code == "club_unavoidable":
            assert a.club == b.club == pair.why.params["club"]
            assert draw.club_price is not None
            assert (pair.a, pair.b) in draw.club_price.pairs


def test_nobody_and_one_alone_are_drawn_too_and_a_double_is_refused() -> None:
    assert draw_swiss([], seed="s").pairs == ()
    alone = draw_swiss([entry(7, 0, 1)], seed="s", rounds_left=2)
    assert (alone.bye, alone.pairs, alone.rematches) == (7, (), ())
    with pytest.raises(ValueError):
        draw_swiss([entry(7, 0, 1), entry(7, 2, 2)], seed="s")


def test_the_bye_goes_to_the_lowest_who_had_none_and_says_so() -> None:
    field = [entry(1, 4, 1), entry(2, 2, 2), entry(3, 0, 3, byes=1)]
    draw = draw_swiss(field, seed="s")
    assert draw.bye == 2
    assert draw.bye_reason.code == "bye_lowest_without"
    everybody = [replace(contender, byes=1) for contender in field]
    again = draw_swiss(everybody, seed="s")
    assert (again.bye, again.bye_reason.code) == (3, "bye_fewest")


def test_the_bye_passes_the_lowest_when_a_rematch_would_follow() -> None:
    met = against((1, 2))
    field = [entry(n, 2, n, met=met.get(n, {})) for n in (1, 2, 3)]
    draw = draw_swiss(field, seed="s")
    assert (draw.bye, draw.rematches) == (2, ())
    assert draw.bye_reason.code == "bye_passed"
    assert draw.bye_reason.params["passed"] == (3,)


def test_a_second_bye_is_given_rather_than_a_rematch() -> None:
    met = against((1, 2), (1, 3))
    field = [entry(n, 2, n, met=met.get(n, {}), byes=int(n == 1)) for n in (1, 2, 3)]
    draw = draw_swiss(field, seed="s")
    assert (draw.bye, draw.rematches, draw.bye_reason.code) == (1, (), "bye_again")


def test_an_unavoidable_rematch_is_told_with_its_cause() -> None:
    everybody = against((1, 2), (1, 3), (1, 4))
    draw = draw_swiss([entry(n, 0, n, met=everybody.get(n, {})) for n in range(1, 5)], seed="s")
    assert len(draw.rematches) == 1
    assert draw.rematch_reason is not None
    assert draw.rematch_reason.code == "met_everybody"
    assert draw.rematch_reason.params == {"entries": (1,)}

    halves = against(*((a, b) for a in (1, 2, 3) for b in (4, 5, 6)))
    draw = draw_swiss([entry(n, 0, n, met=halves.get(n, {})) for n in range(1, 7)], seed="s")
    assert len(draw.rematches) == 1
    assert draw.rematch_reason is not None
    assert draw.rematch_reason.code == "too_few_opponents"
    assert draw.rematch_reason.params == {"groups": ((1, 2, 3), (4, 5, 6)), "opponents": ()}


def test_one_club_is_kept_apart_where_it_is_free() -> None:
    field = [entry(n, 2, n, club=7 if n < 3 else None) for n in range(1, 5)]
    draw = draw_swiss(field, seed="s")
    assert {(pair.a, pair.b) for pair in draw.pairs} == {(1, 3), (2, 4)}
    assert draw.club_price is None
    mixed = draw_swiss(field, seed="s", keep_clubs_apart=False)
    assert {(pair.a, pair.b) for pair in mixed.pairs} == {(1, 2), (3, 4)}


def test_one_club_meets_rather_than_unequal_scores_and_the_price_is_told() -> None:
    field = [entry(n, 4 if n < 3 else 0, n, club=7 if n < 3 else None) for n in range(1, 5)]
    draw = draw_swiss(field, seed="s")
    assert draw.pairs[0].why.code == "club_unavoidable"
    price = draw.club_price
    assert price is not None
    assert price.pairs == ((1, 2),)
    assert (price.least, price.across, price.across_then) == (0, 0, 2)
    assert (price.difference, price.difference_then) == (0, 8)


def test_leaders_meet_and_the_odd_one_out_goes_down_one_group() -> None:
    field = [entry(n, score, n) for n, score in enumerate((6, 6, 6, 4, 4, 2, 2, 0), 1)]
    draw = draw_swiss(field, seed="s")
    assert [(pair.a, pair.b) for pair in draw.pairs] == [(1, 2), (3, 4), (5, 6), (7, 8)]
    assert [pair.why.code for pair in draw.pairs] == ["same_score", *["floated_down"] * 3]
    assert draw.pairs[1].why.params["cause"] == "odd_group"


def test_scores_of_every_kind_are_drawn_whatever_their_fractions() -> None:
    field = [entry(n, 0, n) for n in range(1, 31)]
    field = [replace(one, score=Fraction(10**9 * one.entry, 7 + one.entry)) for one in field]
    assert len(draw_swiss(field, seed="s").pairs) == 15


def test_wide_digits_hold_what_a_field_can_cost() -> None:
    assert WIDE > 60 * 60**2
