"""Prizes and fees to the cent: answers worked out by hand, and laws."""

from dataclasses import dataclass
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.prizes import Fee, PrizeError, PrizeKind, Rest, collect_fees, divide, share_prizes
from tests.scoring.cross_table import RING, rules, table


@dataclass(frozen=True)
class Place:
    entry: str
    rank: int


def places(*ranks: int) -> list[Place]:
    return [Place("ABCDEFGH"[n], rank) for n, rank in enumerate(ranks)]


def paid(payouts) -> dict[str, int]:
    return {one.entry: one.cents for one in payouts.payouts}


def test_three_prizes_in_percent_pay_the_whole_fund():
    shared = share_prizes(places(1, 2, 3, 4), 40_000, [50, 30, 20])
    assert paid(shared) == {"A": 20_000, "B": 12_000, "C": 8_000}
    assert (shared.places, shared.kept) == ((20_000, 12_000, 8_000), 0)


def test_two_tied_for_second_share_the_second_and_third_prize():
    shared = share_prizes(places(1, 2, 2, 4), 40_000, [50, 30, 20])
    assert paid(shared) == {"A": 20_000, "B": 10_000, "C": 10_000}
    second = shared.payouts[1]
    assert (second.first_place, second.last_place, second.shared_by) == (2, 3, 2)


def test_three_tied_for_the_last_prize_share_it_and_the_odd_cents_go_by_name():
    shared = share_prizes(places(1, 2, 2, 2), 100, [50, 50])
    assert paid(shared) == {"A": 50, "B": 17, "C": 17, "D": 16}


def test_the_odd_cent_of_a_percentage_goes_to_the_largest_fraction():
    # 34.0067, 34.0067 and 33.9966: the whole cents leave one, for the third.
    assert divide(101, [Fraction("33.67"), Fraction("33.67"), Fraction("33.66")]) == [34, 34, 33]
    assert divide(100, [1, 1, 1]) == [34, 33, 33]
    assert divide(5, [50, 30, 20]) == [3, 1, 1]
    assert divide(100, [0, 0]) == [0, 0]


def test_amounts_leave_the_rest_with_the_house_or_with_the_first():
    amounts = [10_000, 5_000]
    kept = share_prizes(places(1, 2, 3), 16_050, amounts, kind=PrizeKind.CENTS)
    assert (paid(kept), kept.kept) == ({"A": 10_000, "B": 5_000}, 1_050)
    first = share_prizes(places(1, 2, 3), 16_050, amounts, kind=PrizeKind.CENTS, rest=Rest.FIRST)
    assert (paid(first), first.kept) == ({"A": 11_050, "B": 5_000}, 0)


def test_prizes_nobody_is_there_to_win_are_kept_or_go_to_the_first():
    assert share_prizes(places(1, 2), 1_000, [50, 30, 20]).kept == 200
    first = share_prizes(places(1, 2), 1_000, [50, 30, 20], rest=Rest.FIRST)
    assert (paid(first), first.kept) == ({"A": 700, "B": 300}, 0)
    nobody = share_prizes([], 1_000, [100], rest=Rest.FIRST)
    assert (nobody.payouts, nobody.kept) == ((), 1_000)


def test_a_row_of_the_standings_can_be_paid_as_it_is():
    assert paid(share_prizes(table(RING, rules()), 1_000, [60, 40])) == {
        "A": 334,
        "B": 333,
        "C": 333,
    }


@pytest.mark.parametrize(
    ("rows", "fund", "prizes", "kind", "code"),
    [
        (places(1), -1, [100], PrizeKind.PERCENT, "below_zero"),
        (places(1), 10, [-5], PrizeKind.PERCENT, "below_zero"),
        (places(1), 10, [60, 41], PrizeKind.PERCENT, "over_a_hundred"),
        (places(1), 10, [6, 5], PrizeKind.CENTS, "over_the_fund"),
        (places(1), 10, [Fraction(1, 2)], PrizeKind.CENTS, "part_of_a_cent"),
        ([Place("A", 1), Place("A", 2)], 10, [100], PrizeKind.PERCENT, "duplicate_entry"),
        (places(1, 1, 2), 10, [100], PrizeKind.PERCENT, "rank_out_of_order"),
        (places(2), 10, [100], PrizeKind.PERCENT, "rank_out_of_order"),
    ],
)
def test_prizes_that_cannot_be_paid_are_refused_with_the_figures(rows, fund, prizes, kind, code):
    with pytest.raises(PrizeError) as refused:
        share_prizes(rows, fund, prizes, kind=kind)
    assert refused.value.code == code
    assert refused.value.params


@st.composite
def events(draw):
    ranks: list[int] = []
    for size in draw(st.lists(st.integers(1, 4), max_size=6)):
        ranks += [len(ranks) + 1] * size
    rows = [Place(f"entry {n}", rank) for n, rank in enumerate(ranks)]
    percents = draw(st.lists(st.fractions(0, 25, max_denominator=100), max_size=4))
    return draw(st.permutations(rows)), draw(st.integers(0, 1_000_000)), percents


@given(events(), st.sampled_from(Rest))
def test_what_is_paid_and_kept_is_the_fund_and_level_ones_differ_by_a_cent(event, rest):
    rows, fund, percents = event
    shared = share_prizes(rows, fund, percents, rest=rest)
    got = paid(shared)
    assert sum(got.values()) + shared.kept == fund
    assert all(cents > 0 for cents in got.values())
    assert shared == share_prizes(
        sorted(rows, key=lambda row: row.entry), fund, percents, rest=rest
    )
    for rank in {row.rank for row in rows}:
        level = [got.get(row.entry, 0) for row in rows if row.rank == rank]
        assert max(level) - min(level) <= 1


@given(st.integers(0, 10_000), st.lists(st.integers(0, 9), min_size=1))
def test_parts_are_within_a_cent_of_their_share(cents, parts):
    shares = divide(cents, parts)
    assert sum(shares) == (cents if any(parts) else 0)
    for share, part in zip(shares, parts, strict=True):
        assert abs(share - Fraction(cents * part, sum(parts) or 1)) < 1


def test_the_fund_is_the_fees_paid_and_who_owes_is_listed():
    fees = [Fee(entry="B", owed=2_000), Fee(entry="A", owed=2_000), Fee(entry="C", owed=500)]
    fees += [Fee(entry="D", owed=2_000, paid=2_000), Fee(entry="E", owed=2_000, paid=1_500)]
    collected = collect_fees(fees)
    assert (collected.fund, collected.owed) == (3_500, 8_500)
    assert collected.owing == (("A", 2_000), ("B", 2_000), ("C", 500), ("E", 500))


@pytest.mark.parametrize(
    ("fees", "code"),
    [
        ([Fee(entry="A", owed=1), Fee(entry="A", owed=1)], "duplicate_entry"),
        ([Fee(entry="A", owed=-1)], "below_zero"),
        ([Fee(entry="A", owed=1, paid=-1)], "below_zero"),
    ],
)
def test_fees_that_cannot_be_are_refused(fees, code):
    with pytest.raises(PrizeError) as refused:
        collect_fees(fees)
    assert refused.value.code == code
