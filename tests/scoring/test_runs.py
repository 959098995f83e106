"""Runs and sets from cards (docs/RULES.md 4); known answers stand in cases/runs.json."""

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import CARDS, RANKS, SUITS, Seat, Side, Trump
from scoring.rules import RuleSet
from scoring.runs import Holding, compare_runs, cut, find_runs, find_sets, run_of, seats_from_eldest

HANDS = st.sets(st.sampled_from(CARDS), min_size=9, max_size=9).map(lambda hand: tuple(hand))
RUN_RULES = st.builds(
    RuleSet,
    run_long=st.sampled_from(["split", "one_fifty", "quint100"]),
    run_scope=st.sampled_from(["player", "side", "all"]),
    run_compare=st.sampled_from(["flat", "longest_first"]),
    run_tie=st.sampled_from(["cancel", "eldest"]),
    sets=st.booleans(),
)


def sequences(hand):
    """Longest sequences of three or more, told once more with strings."""
    found = []
    for suit in SUITS:
        line = "".join(rank if rank + suit in hand else " " for rank in RANKS)
        found += [(piece, suit) for piece in line.split() if len(piece) >= 3]
    return sorted(found)


@pytest.mark.parametrize(
    ("run_long", "points"),
    [
        ("split", [0, 20, 50, 50, 50, 70, 100, 100]),
        ("one_fifty", [0, 20, 50, 50, 50, 50, 50, 50]),
        ("quint100", [0, 20, 50, 100, 100, 100, 100, 100]),
    ],
)
def test_two_to_nine_cards_in_sequence_are_worth(run_long, points):
    pieces = [cut(length, run_long) for length in range(2, 10)]
    assert [sum(worth for worth, _ in cuts) for cuts in pieces] == points


def test_a_cut_begins_at_the_top():
    run, rest = find_runs(["9C", "TC", "JC", "QC", "KC", "8C", "7C"], RuleSet())
    assert (run.points, run.cards) == (50, ("KC", "QC", "JC", "TC"))
    assert (rest.points, rest.cards) == (20, ("9C", "8C", "7C"))


@given(HANDS, RUN_RULES)
def test_the_runs_of_a_hand_are_its_sequences_cut(hand, rules):
    found = find_runs(hand, rules)
    assert {card for run in found for card in run.cards} <= set(hand)
    cards = sorted(card for run in found for card in run.cards)
    assert cards == sorted(rank + suit for ranks, suit in sequences(hand) for rank in ranks)
    worth = sum(w for ranks, _ in sequences(hand) for w, _ in cut(len(ranks), rules.run_long))
    assert sum(run.points for run in found) == worth == run_of(Seat.N, found).points


def test_nine_cards_hold_only_the_sums_of_the_field():
    """0, 20, 40, 60, 50, 70 or 100 (4.3), over every way to spread nine cards in lengths."""
    chance = random.Random(1867)
    sums = set()
    for _ in range(20_000):
        suit, other, low = *chance.sample(SUITS, 2), chance.randrange(9)
        hand = {rank + suit for rank in RANKS[low:]} | set(chance.sample(CARDS, 4))
        hand |= {rank + other for rank in RANKS[:low]}
        nine = sorted(hand)[:9] if chance.random() < 0.5 else chance.sample(sorted(hand), 9)
        sums.add(sum(run.points for run in find_runs(nine, RuleSet())))
    assert sums <= {0, 20, 40, 60, 50, 70, 100}
    assert {0, 20, 40, 50, 70, 100} <= sums


def test_four_of_a_kind_from_the_nine_up():
    assert find_sets([rank + suit for rank in RANKS for suit in SUITS]) == tuple("9TJQKA")
    assert find_sets(["JC", "JD", "JH"]) == ()


def test_a_string_that_is_no_card_is_refused():
    with pytest.raises(ValueError, match="XX"):
        find_runs(["XX"], RuleSet())


def deal(chance):
    cards = chance.sample(CARDS, 36)
    return [
        Holding(seat=seat, cards=tuple(cards[i * 9 : i * 9 + 9])) for i, seat in enumerate(Seat)
    ]


def slow_winner(holdings, trump, dealer, rules):
    """Who holds the best, every pair compared in words; "tie" where two rivals are equal."""

    def best(hand):
        keys = []
        for run in find_runs(hand.cards, rules):
            length = run.length if rules.run_compare == "longest_first" else 0
            trumps = 1 if trump != "NT" and run.suit == trump.value else 0
            keys.append((run.points, 0, length, run.top, trumps))
        if rules.sets:
            worth = {"J": 200, "9": 150}
            keys += [
                (worth.get(rank, 100), 1, 0, RANKS.index(rank), 0) for rank in find_sets(hand.cards)
            ]
        return max(keys, default=None)

    having = [hand for hand in holdings if best(hand) is not None]
    firsts = [h for h in having if all(best(h) >= best(other) for other in having)]
    if not firsts:
        return None
    rivals = any(
        rules.run_scope != "side" or a.seat.side != b.seat.side for a, b in combinations(firsts, 2)
    )
    if rivals and rules.run_tie == "cancel":
        return "tie"
    order = seats_from_eldest(dealer)
    return min((hand.seat for hand in firsts), key=order.index)


@given(st.integers(0, 2**32), st.sampled_from(Trump), st.sampled_from(Seat), RUN_RULES)
def test_who_counts_is_who_holds_the_best_whatever_the_order_of_the_hands(
    seed, trump, dealer, rules
):
    chance = random.Random(seed)
    holdings = deal(chance)
    result = compare_runs(holdings, trump, dealer, rules)
    assert compare_runs(holdings[::-1], trump, dealer, rules).winner == result.winner
    expected = slow_winner(holdings, trump, dealer, rules)
    assert result.winner == (None if expected == "tie" else expected)
    assert result.cancelled == (expected == "tie" and rules.run_scope != "all")
    counting = {run.seat for run in result.runs} | {four.seat for four in result.sets}
    if rules.run_scope == "player":
        assert counting == ({result.winner} - {None})
    if rules.run_scope == "side":
        assert len({seat.side for seat in counting}) <= 1
    worth = {"J": 200, "9": 150}
    for side, points in ((Side.NS, result.points_ns), (Side.EW, result.points_ew)):
        runs = sum(run.points for run in result.runs if run.seat.side is side)
        sets = sum(worth.get(f.rank, 100) for f in result.sets if f.seat.side is side)
        assert points == runs + sets


def test_equal_partners_without_a_dealer_count_together_under_side():
    holdings = [
        Holding(seat=Seat.S, cards=("QH", "KH", "AH")),
        Holding(seat=Seat.N, cards=("QD", "KD", "AD")),
    ]
    rules = RuleSet(run_scope="side", run_tie="eldest")
    result = compare_runs(holdings, Trump.SPADES, None, rules)
    assert (result.winner, result.points_ns) == (Seat.S, 40)


def test_equal_rivals_without_a_dealer_cannot_be_settled():
    holdings = [
        Holding(seat=Seat.N, cards=("QH", "KH", "AH")),
        Holding(seat=Seat.E, cards=("QD", "KD", "AD")),
    ]
    with pytest.raises(ValueError, match="dealer"):
        compare_runs(holdings, Trump.SPADES, None, RuleSet(run_tie="eldest"))
