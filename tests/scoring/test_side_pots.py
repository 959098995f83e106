"""Side pots: who puts in what, who gets what."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.prizes import PrizeError
from scoring.side_pots import PaidTo, PotRow, SidePot, share_pot

ROWS = [
    PotRow(entry="A", rank=1, baits=3, best_game=540, played=4),
    PotRow(entry="B", rank=2, baits=1, best_game=610, played=4),
    PotRow(entry="C", rank=3, baits=1, best_game=505, played=4),
    PotRow(entry="D", rank=4, baits=0, best_game=0, played=0),
]


def test_a_quarter_a_bait_goes_to_the_winner():
    pot = share_pot(ROWS, SidePot(paid_to=PaidTo.WINNER, per_bait=25))
    assert pot.put_in == (("A", 75), ("B", 25), ("C", 25), ("D", 0))
    assert (pot.pot, pot.paid, pot.figure, pot.kept) == (125, (("A", 125),), 1, 0)


def test_the_fewest_baits_share_and_who_never_played_has_no_merit():
    pot = share_pot(ROWS, SidePot(paid_to=PaidTo.FEWEST_BAITS, per_bait=25))
    assert (pot.paid, pot.figure) == ((("B", 63), ("C", 62)), 1)


def test_the_best_game_takes_a_stake_of_everybody():
    pot = share_pot(ROWS, SidePot(paid_to=PaidTo.BEST_GAME, stake=200))
    assert (pot.pot, pot.paid, pot.figure) == (800, (("B", 800),), 610)


def test_baits_cost_no_more_than_the_most():
    pot = share_pot(ROWS, SidePot(paid_to=PaidTo.WINNER, per_bait=25, stake=10, most=50))
    assert pot.put_in == (("A", 50), ("B", 35), ("C", 35), ("D", 10))


def test_a_pot_before_the_first_match_is_kept():
    pot = share_pot(ROWS[3:], SidePot(paid_to=PaidTo.WINNER, stake=100))
    assert (pot.pot, pot.paid, pot.figure, pot.kept) == (100, (), None, 100)


@pytest.mark.parametrize(
    ("rows", "pot", "code"),
    [
        (ROWS, SidePot(paid_to=PaidTo.WINNER, per_bait=-1), "below_zero"),
        (ROWS, SidePot(paid_to=PaidTo.WINNER, stake=-1), "below_zero"),
        (ROWS, SidePot(paid_to=PaidTo.WINNER, most=-1), "below_zero"),
        ([*ROWS, ROWS[0]], SidePot(paid_to=PaidTo.WINNER), "duplicate_entry"),
    ],
)
def test_pots_that_cannot_be_are_refused(rows, pot, code):
    with pytest.raises(PrizeError) as refused:
        share_pot(rows, pot)
    assert refused.value.code == code


@given(
    st.lists(
        st.tuples(st.integers(1, 5), st.integers(0, 9), st.integers(0, 700), st.integers(0, 2))
    ),
    st.sampled_from(PaidTo),
    st.integers(0, 99),
)
def test_what_is_put_in_is_what_is_paid_or_kept(figures, paid_to, cents):
    rows = [
        PotRow(entry=str(n), rank=rank, baits=baits, best_game=best, played=played)
        for n, (rank, baits, best, played) in enumerate(figures)
    ]
    pot = share_pot(rows, SidePot(paid_to=paid_to, per_bait=cents, stake=cents))
    assert pot.pot == sum(cents for _, cents in pot.put_in)
    assert pot.pot == sum(cents for _, cents in pot.paid) + pot.kept
