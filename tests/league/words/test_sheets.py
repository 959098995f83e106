"""The sum of a hand, as a sentence."""

import pytest

from league.words.names import short_names, table_names
from league.words.sheets import bar_words, sum_words, total_words, written_words
from scoring import (
    Bella,
    Claim,
    HandSheet,
    Outcome,
    RuleSet,
    Run,
    Seat,
    Side,
    Trump,
    score_hand,
)

NAMES = table_names(
    {"N": "Anne MacNeil", "E": "Joe Boudreau", "S": "Mairi NicNèill", "W": "Éloi à Joseph"}
)


def told(rules=None, **fields):
    fields = {"dealer": Seat.W, "caller": Seat.S, "trump": Trump.SPADES} | fields
    return sum_words(score_hand(HandSheet(**fields), rules or RuleSet()), NAMES)


def test_the_sum_of_a_bait_reads_as_it_is_said_at_the_table():
    words = told(count_ns=76, runs=(Run(seat=Seat.N, twenties=1),), bella=(Bella(seat=Seat.E),))
    assert words == (
        "162 + 20 (run, Anne) + 20 (Bella, Joe) = 202; half is 101; callers have 96: bait"
    )


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (96, "162; half is 81; callers have 96: made"),
        (81, "162; half is 81; callers have 81: half-bait"),
        (80, "162; half is 81; callers have 80: bait"),
    ],
)
def test_a_plain_hand_needs_no_sum(count, words):
    assert told(count_ns=count) == words


def test_the_sum_follows_the_rule_set():
    fixed = RuleSet.from_preset("cape-breton", {"threshold": "fixed_82"})
    assert told(fixed, count_ns=80) == "162; 82 makes; callers have 80: bait"
    hang = RuleSet.from_preset("cape-breton", {"half_bait": "hang"})
    assert "81 wait for the next hand: half-bait" in told(hang, count_ns=81)
    declared = RuleSet.from_preset("declared", None)
    words = told(declared, count_ns=100, bid=150, trump=Trump.NO_TRUMP)
    assert words == "130; bid 150; callers have 100; no trump adds 100: made"
    flat = RuleSet.from_preset("cape-breton", {"bait_award": "flat_162"})
    runs = (Run(seat=Seat.N, twenties=1),)
    assert told(flat, count_ns=60, runs=runs).endswith("162 to Joe & Éloi: bait")


def test_a_stopped_hand_says_who_gets_it():
    claim = Claim(by=Side.EW, against=Side.NS, upheld=True)
    words = told(outcome=Outcome.MISPLAY, claim=claim, runs=(Run(seat=Seat.E, fifties=1),))
    assert words == "162 + 50 (run, Joe) = 212; 212 to Joe & Éloi: misplay"
    words = told(outcome=Outcome.THROWN_IN, thrown_by=Side.EW)
    assert words == "162; 162 to Anne & Mairi: thrown in"


def test_a_passed_out_hand_has_no_sum():
    rules = RuleSet.from_preset("cape-breton", {"all_pass": "next_deal"})
    sheet = HandSheet(outcome=Outcome.PASSED_OUT, dealer=Seat.W)
    assert sum_words(score_hand(sheet, rules), NAMES) == "Everybody passed: nothing is written."


def test_what_callers_need_is_told_before_the_count():
    score = score_hand(
        HandSheet(caller=Seat.S, trump=Trump.SPADES, count_ns=90, bella=(Bella(seat=Seat.E),)),
        RuleSet(),
    )
    assert total_words(score, NAMES) == "162 + 20 (Bella, Joe) = 182"
    assert bar_words(score) == "half is 91"


def test_what_is_written_has_the_left_column_first():
    assert written_words(96, 66, 0, Side.NS) == "96 – 66"
    assert written_words(96, 66, 0, Side.EW) == "66 – 96"
    assert "81 wait" in written_words(0, 81, 81, Side.NS)


def test_short_names_tell_everybody_apart():
    names = short_names({1: "Joe Boudreau", 2: "Joe MacNeil", 3: "Anne", 4: "Flora Gillis"})
    assert names == {1: "Joe B.", 2: "Joe M.", 3: "Anne", 4: "Flora"}
    names = short_names({1: "Joe Beaton", 2: "Joe Boudreau", 3: "Joe", 4: "Joe MacNeil"})
    assert len(set(names.values())) == 4


def test_right_to_left_names_are_wrapped_so_that_the_sentence_stays():
    assert short_names({1: "محمد عبد", 2: "Anne"})[1] == "\u2068محمد\u2069"
