"""Sheets refused and warned of: figures, fields, and the proofs behind (docs/RULES.md 8).

One code a case stands in cases/*.json; here is what cases cannot say.
"""

import itertools
import random

import pytest

from scoring.cards import CARDS, PLAIN_POINTS, RANKS, TRUMP_POINTS, Seat, Side, Trump
from scoring.checks import check_sheet
from scoring.holdings import can_hold
from scoring.problems import LOWERABLE, Code, Problem
from scoring.rules import RuleSet
from scoring.runs import find_runs
from scoring.sheets import Bella, BellaCall, Claim, HandSheet, Outcome, Run
from scoring.terms import possible_in_nine_cards

LEAGUE = RuleSet()


def sheet(**fields) -> HandSheet:
    plain = {"trump": Trump.SPADES, "dealer": Seat.W, "caller": Seat.N, "count_ns": 96}
    return HandSheet(**plain | fields)


def found(checked: HandSheet, rules: RuleSet = LEAGUE):
    return [(p.code, p.field) for p in check_sheet(checked, rules)]


def only(checked: HandSheet, rules: RuleSet = LEAGUE) -> Problem:
    (problem,) = check_sheet(checked, rules)
    return problem


# Counts.


def tricks_and_points(values):
    """Every (number of tricks, card points) that some of these cards, four a trick, can make."""
    sums = {(0, 0)}
    for value in values:
        sums |= {(cards + 1, points + value) for cards, points in sums}
    return {(cards // 4, points) for cards, points in sums if cards % 4 == 0}


@pytest.mark.parametrize("last", [None, *Side])
@pytest.mark.parametrize(("trump", "last_trick"), [*itertools.product(["S", "NT"], [10, 4])])
def test_a_count_is_refused_exactly_when_no_cards_make_it(trump, last_trick, last):
    rules = RuleSet(no_trump=True, last_trick=last_trick)
    suits = [PLAIN_POINTS] * 3 + [PLAIN_POINTS if trump == "NT" else TRUMP_POINTS]
    sums = tricks_and_points([value for suit in suits for value in suit.values()])
    with_last = {points + last_trick for tricks, points in sums if tricks >= 1}
    without = {points for tricks, points in sums if tricks <= 8}
    can_be = {None: with_last | without, Side.NS: with_last, Side.EW: without}[last]
    base = rules.base(Trump(trump))
    for count in range(-3, base + 4):
        codes = {
            problem.code
            for problem in check_sheet(
                sheet(trump=Trump(trump), count_ns=count, last_trick=last), rules
            )
            if not problem.warning
        }
        if 0 <= count <= base:
            assert bool(codes) == (count not in can_be), (count, codes)
            assert codes <= {Code.COUNT_UNREACHABLE, Code.LAST_TRICK_MISMATCH}
        else:
            assert codes == {Code.COUNT_OUT_OF_RANGE}


def test_wrong_sums_come_with_their_figures():
    problem = only(sheet(count_ew=67))
    assert problem == Problem(
        Code.COUNT_SUM, "count_ew", {"NS": 96, "EW": 67, "sum": 163, "base": 162}
    )


def test_each_count_has_its_own_field():
    assert found(sheet(count_ns=170, count_ew=-8)) == [
        ("count_out_of_range", "count_ns"),
        ("count_out_of_range", "count_ew"),
    ]
    assert found(sheet(count_ns=None, count_ew=1)) == [("count_unreachable", "count_ew")]


def test_a_slam_is_a_warning_on_either_side():
    for fields in ({"count_ns": 0}, {"count_ns": 162}, {"count_ns": None, "count_ew": 0}):
        problem = only(sheet(**fields))
        assert (problem.code, problem.warning) == (Code.EVERY_CARD_POINT, True)
    assert only(sheet(count_ns=0)).params == {"side": Side.EW}


# The call.


def test_an_unknown_trump_asks_for_the_least_bid_of_all():
    rules = RuleSet(contract="bid", no_trump=True, min_bid=60, no_trump_min_bid=55)
    problems = check_sheet(sheet(trump=None, bid=54), rules)
    assert Problem(Code.BID_TOO_LOW, "bid", {"bid": 54, "lowest": 55}) in problems
    rules = RuleSet(contract="bid", min_bid=60, no_trump_min_bid=55)
    problems = check_sheet(sheet(trump=None, bid=54), rules)
    assert Problem(Code.BID_TOO_LOW, "bid", {"bid": 54, "lowest": 60}) in problems


def test_a_stopped_hand_needs_no_bid_but_a_written_one_is_looked_at():
    rules = RuleSet(contract="bid")
    stopped = sheet(outcome=Outcome.THROWN_IN, thrown_by=Side.NS, count_ns=None)
    assert found(stopped, rules) == []
    low = sheet(outcome=Outcome.THROWN_IN, thrown_by=Side.NS, count_ns=None, bid=20)
    assert found(low, rules) == [("bid_too_low", "bid")]


def test_an_incomplete_claim_says_what_is_missing():
    claim = Claim(against=Side.EW)
    problem = only(sheet(outcome=Outcome.MISPLAY, claim=claim, count_ns=None))
    assert problem.params == {"missing": ("by", "upheld")}
    assert problem.field == "claim"


def test_an_empty_claim_on_a_played_hand_is_nothing():
    assert found(sheet(claim=Claim())) == []


def test_a_passed_out_row_names_each_field():
    row = sheet(outcome=Outcome.PASSED_OUT, bella=(Bella(seat=Seat.N, call=BellaCall.NONE),))
    assert found(row, RuleSet(all_pass="next_deal")) == [
        ("pass_out_with_trump", "trump"),
        ("pass_out_with_trump", "caller"),
        ("pass_out_with_points", "count_ns"),
    ]


# Runs.


def hand_can_show(cards, wanted, run_long):
    """Whether these cards show `wanted` runs, the best for the dearest first."""
    worth = sorted((r.points for r in find_runs(cards, RuleSet(run_long=run_long))), reverse=True)
    asked = [100] * wanted[2] + [50] * wanted[1] + [20] * wanted[0]
    return len(worth) >= len(asked) and all(
        has >= asks for has, asks in zip(worth, asked, strict=False)
    )


@pytest.mark.parametrize("run_long", ["split", "one_fifty", "quint100"])
def test_every_sum_of_the_field_can_be_held_and_no_other(run_long):
    for wanted in itertools.product(range(5), range(4), range(3)):
        possible = wanted in possible_in_nine_cards(run_long)
        assert can_hold((), (), wanted, run_long) == possible, wanted


@pytest.mark.parametrize("run_long", ["split", "one_fifty", "quint100"])
def test_no_hand_ever_dealt_is_called_impossible(run_long):
    chance = random.Random(36)
    for _ in range(60):
        low = chance.randrange(5)
        long = [rank + chance.choice("CD") for rank in RANKS[low : low + 5]]
        hand = set(long) | set(chance.sample(CARDS, 9))
        cards = sorted(hand)[:9]
        runs = find_runs(cards, RuleSet(run_long=run_long))
        worth = [run.points for run in runs]
        wanted = (worth.count(20), worth.count(50), worth.count(100))
        known = chance.sample(cards, chance.randrange(10))
        elsewhere = chance.sample(sorted(set(CARDS) - set(cards)), chance.randrange(27))
        assert hand_can_show(cards, wanted, run_long)
        assert can_hold(known, elsewhere, wanted, run_long)


def test_what_can_be_held_is_what_some_hand_holds():
    """On a deck of 11 cards every hand of nine is tried."""
    chance = random.Random(9)
    for _ in range(25):
        deck = chance.sample([r + s for s in "CD" for r in RANKS], 11)
        elsewhere = [card for card in CARDS if card not in deck]
        known = chance.sample(deck, chance.randrange(5))
        wanted = chance.choice([(1, 0, 0), (0, 1, 0), (2, 0, 0), (1, 1, 0)])
        hands = [h for h in itertools.combinations(deck, 9) if set(known) <= set(h)]
        some = any(hand_can_show(hand, wanted, "split") for hand in hands)
        assert can_hold(known, elsewhere, wanted, "split") == some


def test_a_row_of_too_many_runs_says_how_many_cards_it_needs():
    problem = only(sheet(runs=(Run(seat=Seat.E, twenties=2, fifties=1),)))
    assert problem.field == "runs.E"
    assert problem.params["needed"] == 10
    assert problem.params["cards"] == 9


def test_a_card_in_two_hands_names_the_hands():
    runs = (
        Run(seat=Seat.N, fifties=1, cards=(("TH", "JH", "QH", "KH"),)),
        Run(seat=Seat.E, twenties=1, counted=False, cards=(("9H", "TH", "JH"),)),
    )
    problem = only(sheet(runs=runs))
    assert problem.params == {"cards": ("JH", "TH"), "seats": (Seat.N, Seat.E)}


def test_a_beaten_run_names_who_beats_it():
    runs = (
        Run(seat=Seat.N, twenties=1),
        Run(seat=Seat.E, fifties=1, counted=False, cards=(("6D", "7D", "8D", "9D"),)),
    )
    problem = only(sheet(runs=runs))
    assert problem.field == "runs.N"
    assert problem.params == {
        "seat": Seat.N,
        "points": 20,
        "by": Seat.E,
        "by_points": 50,
        "by_top": "9",
    }


def test_partners_count_together_against_the_best_of_the_others():
    rules = RuleSet(run_scope="side")
    runs = (
        Run(seat=Seat.N, twenties=1),
        Run(seat=Seat.S, fifties=1),
        Run(seat=Seat.E, twenties=2, counted=False),
    )
    assert found(sheet(runs=runs), rules) == []
    assert found(sheet(runs=runs[:1] + runs[2:]), rules) == []


def test_lengths_unknown_prove_nothing_under_longest_first():
    rules = RuleSet(run_compare="longest_first")
    long = Run(seat=Seat.E, fifties=1, counted=False, cards=(("6D", "7D", "8D", "9D", "TD"),))
    assert found(sheet(runs=(Run(seat=Seat.N, fifties=1), long)), rules) == []


def test_a_known_run_lifts_the_least_of_a_hand_written_in_part():
    rival = Run(seat=Seat.E, twenties=2, counted=False, cards=(("QS", "KS", "AS"),))
    mine = Run(seat=Seat.N, twenties=1, cards=(("JH", "QH", "KH"),))
    assert only(sheet(runs=(mine, rival))).code is Code.RUN_BEATEN


# Values that are none.


def test_a_value_that_is_none_is_named_and_nothing_else_is_looked_at():
    broken = HandSheet(trump="Z", count_ns="96", runs=(None, Run(seat="N")), bella=[])  # type: ignore
    assert found(broken) == [
        ("bad_value", "trump"),
        ("bad_value", "count_ns"),
        ("bad_value", "runs"),
        ("bad_value", "runs"),
        ("bad_value", "bella"),
    ]
    names = [problem.params["name"] for problem in check_sheet(broken, LEAGUE)]
    assert names == ["trump", "count_ns", "runs", "runs.seat", "bella"]


def test_what_may_be_lowered_is_what_the_rules_name():
    assert {code.value for code in LOWERABLE} == {
        "count_unreachable",
        "last_trick_mismatch",
        "dealer_out_of_turn",
        "run_beaten",
        "run_cancelled",
        "bella_holder_impossible",
        "forced_but_not_dealer",
        "result_mismatch",
    }
