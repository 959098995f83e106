"""Seats in a bracket: one club apart in the first round, and nobody out of his tier."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.draws.seeding import (
    Moved,
    bracket_size,
    byes,
    cheapest_assignment,
    seat_seeds,
)


def same_club(seeds: tuple[int, ...], clubs: dict[int, int | None]) -> list[tuple[int, int]]:
    size = bracket_size(len(seeds))
    pairs = [(seeds[size - now], seeds[now - 1]) for now in range(size // 2 + 1, len(seeds) + 1)]
    return sorted(
        (a, b) for a, b in pairs if clubs.get(a) is not None and clubs.get(a) == clubs.get(b)
    )


@given(
    clubs=st.lists(st.none() | st.integers(1, 3), min_size=2, max_size=14), seed=st.text(max_size=5)
)
def test_no_other_seating_within_the_tiers_has_fewer_of_one_club_or_smaller_moves(
    clubs: list[int | None], seed: str
) -> None:
    n = len(clubs)
    entries = [100 + number for number in range(1, n + 1)]
    of = dict(zip(entries, clubs, strict=True))
    half = bracket_size(n) // 2
    seated = seat_seeds(entries, of, seed=seed)

    def worth(seeds: tuple[int, ...]) -> tuple[int, int]:
        moves = sum((seeds.index(entry) - entries.index(entry)) ** 2 for entry in entries)
        return len(same_club(seeds, of)), moves

    every = ((*entries[:half], *lower) for lower in permutations(entries[half:]))
    assert worth(seated.seeds) == min(map(worth, every))
    assert list(seated.same_club) == same_club(seated.seeds, of)


@given(
    clubs=st.lists(st.none() | st.integers(1, 9), min_size=2, max_size=64), seed=st.text(max_size=5)
)
def test_the_top_half_and_every_bye_stay_where_they_are(clubs: list[int | None], seed: str) -> None:
    entries = list(range(1, len(clubs) + 1))
    of = dict(zip(entries, clubs, strict=True))
    seated = seat_seeds(entries, of, seed=seed)
    half = bracket_size(len(entries)) // 2
    assert list(seated.seeds[:half]) == entries[:half]
    assert byes(len(entries)) <= half
    assert sorted(seated.seeds) == entries
    assert {move.entry: move.now for move in seated.moved} == {
        entry: now for now, entry in enumerate(seated.seeds, start=1) if entry != now
    }
    assert all(move.was == move.entry for move in seated.moved)


def test_nobody_moves_where_no_first_round_pair_is_of_one_club() -> None:
    seated = seat_seeds([7, 3, 9, 1], {7: 1, 3: 2, 9: 1, 1: 2}, seed="x")
    assert (seated.seeds, seated.moved, seated.same_club) == ((7, 3, 9, 1), (), ())


def test_two_of_one_club_are_parted_by_the_smallest_exchange() -> None:
    """1 and 8 are of one club: 8 and 7 change places, and meet 2 and 1."""
    seated = seat_seeds(range(1, 9), {1: 5, 8: 5}, seed="x")
    assert seated.seeds == (1, 2, 3, 4, 5, 6, 8, 7)
    assert seated.moved == (Moved(entry=7, was=7, now=8), Moved(entry=8, was=8, now=7))


def test_where_all_are_of_one_club_each_pair_is_told_and_nobody_moves() -> None:
    seated = seat_seeds([1, 2, 3, 4], dict.fromkeys(range(1, 5), 1), seed="x")
    assert seated.moved == ()
    assert seated.same_club == ((1, 4), (2, 3))


def test_the_only_match_of_a_first_round_with_byes_can_not_be_parted() -> None:
    """Parting 8 and 9 would take a bye from 7."""
    assert seat_seeds(range(1, 10), {8: 1, 9: 1}, seed="x").same_club == ((8, 9),)


def test_the_seed_draws_lots_among_equal_seatings_and_draws_them_again_the_same() -> None:
    """6 can change with 5 or with 7: both cost the same."""
    seats = {seed: seat_seeds(range(1, 9), {3: 5, 6: 5}, seed=seed).seeds for seed in "abcdefgh"}
    assert set(seats.values()) == {(1, 2, 3, 4, 6, 5, 7, 8), (1, 2, 3, 4, 5, 7, 6, 8)}
    assert seats == {
        seed: seat_seeds(range(1, 9), {6: 5, 3: 5}, seed=seed).seeds for seed in "hgfedcba"
    }
    assert (seats["a"], seats["b"]) == ((1, 2, 3, 4, 5, 7, 6, 8), (1, 2, 3, 4, 6, 5, 7, 8))


@pytest.mark.parametrize("entries", [[], [1], [1, 1], list(range(257))])
def test_a_field_that_cannot_be_seeded_is_refused(entries: list[int]) -> None:
    with pytest.raises(ValueError):
        seat_seeds(entries, {}, seed="x")


@given(
    st.integers(1, 6).flatmap(
        lambda n: st.lists(
            st.lists(st.integers(0, 50), min_size=n, max_size=n), min_size=n, max_size=n
        )
    )
)
def test_the_assignment_is_the_cheapest_of_all(costs: list[list[int]]) -> None:
    def total(columns: tuple[int, ...] | list[int]) -> int:
        return sum(row[column] for row, column in zip(costs, columns, strict=True))

    assigned = cheapest_assignment(costs)
    assert sorted(assigned) == list(range(len(costs)))
    assert total(assigned) == min(map(total, permutations(range(len(costs)))))


def test_divisions_are_parted_only_where_no_two_of_a_club_meet_for_it():
    divisions = {1: 1, 2: 2, 3: 2, 4: 1}
    assert seat_seeds([1, 2, 3, 4], {}, divisions, seed="s").seeds == (1, 2, 4, 3)
    clubs = {1: 7, 3: 7}
    kept = seat_seeds([1, 2, 3, 4], clubs, divisions, seed="s")
    assert (kept.seeds, kept.same_club) == ((1, 2, 3, 4), ())
    assert kept.same_division == ((1, 4), (2, 3))
