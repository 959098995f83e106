"""Every problem has a sentence, in the words of the table, with its figures."""

import re

import pytest

from league.words.names import table_names
from league.words.problems import problem_words
from scoring import (
    Bella,
    BellaCall,
    Claim,
    Code,
    FourOfAKind,
    GameHand,
    HandSheet,
    Outcome,
    Problem,
    RuleSet,
    Run,
    Seat,
    Side,
    Trump,
    judge,
    score_game,
)

NAMES = table_names(
    {"N": "Anne MacNeil", "E": "Joe Boudreau", "S": "Mairi NicNèill", "W": "Éloi à Joseph"}
)
RULES = RuleSet()


def said(code, rules=RULES, **fields):
    """The sentence for the problem with this code on a sheet with these fields."""
    fields.setdefault("dealer", Seat.W)
    if fields.get("outcome") is not Outcome.PASSED_OUT:
        fields = {"caller": Seat.N, "trump": Trump.SPADES} | fields
    problems, _score = judge(HandSheet(**fields), rules)
    problem = next(problem for problem in problems if problem.code == code)
    return problem_words(problem, NAMES)


def options(**changed):
    return RuleSet.from_preset("cape-breton", changed)


@pytest.mark.parametrize("code", list(Code))
def test_every_code_has_a_sentence_of_its_own(code):
    words = problem_words(Problem(code, "count_ns"), NAMES)
    assert words
    assert "engine" not in words
    assert code not in words


@pytest.mark.parametrize(
    ("code", "fields", "words"),
    [
        (
            "count_sum",
            {"count_ns": 100, "count_ew": 60},
            "The two counts make 160; together they must be 162.",
        ),
        (
            "count_out_of_range",
            {"count_ns": 170},
            "Anne & Mairi cannot have 170: a hand holds 0 to 162.",
        ),
        (
            "count_unreachable",
            {"count_ew": 161},
            "No cards make 161 of 162. Count the tricks of Joe & Éloi again.",
        ),
        ("count_missing", {}, "Write the count of one side."),
        (
            "last_trick_mismatch",
            {"count_ns": 6, "last_trick": Side.NS},
            "Anne & Mairi took the last trick, worth 10, but have only 6.",
        ),
        (
            "runs_more_than_one_player",
            {"count_ns": 90, "runs": (Run(seat=Seat.N, twenties=1), Run(seat=Seat.E, fifties=1))},
            "Only one player counts runs; here it is Anne and Joe. Keep the best one's.",
        ),
        (
            "runs_impossible_for_nine_cards",
            {"count_ns": 90, "runs": (Run(seat=Seat.N, twenties=2, fifties=1),)},
            "Anne would need 10 cards for these runs; a hand has 9.",
        ),
        (
            "run_not_shown",
            {"count_ns": 90, "runs": (Run(seat=Seat.N, twenties=1, shown=False),)},
            "Anne did not show the run in time: the 20 do not count.",
        ),
        (
            "run_not_consecutive",
            {
                "count_ns": 90,
                "runs": (Run(seat=Seat.N, twenties=1, cards=(("TH", "JH", "KH"),)),),
            },
            "10H JH KH is no run: a run is three or more cards in sequence.",
        ),
        (
            "run_not_consecutive",
            {
                "count_ns": 90,
                "runs": (Run(seat=Seat.N, fifties=1, cards=(("TH", "JH", "QH"),)),),
            },
            "The cards 10H JH QH make a twenty, but a fifty is written.",
        ),
        (
            "bella_twice",
            {"count_ns": 90, "bella": (Bella(seat=Seat.N), Bella(seat=Seat.E))},
            "There is one Bella in a hand; here are two (Anne and Joe).",
        ),
        (
            "forced_but_not_dealer",
            {"count_ns": 90, "forced": True},
            "Only the dealer can be made to call: Éloi dealt, Anne called.",
        ),
        (
            "no_trump_not_allowed",
            {"count_ns": 90, "trump": Trump.NO_TRUMP},
            "No trump cannot be called in this league.",
        ),
        ("trump_missing", {"count_ns": 90, "trump": None}, "Say what was trump."),
        ("caller_missing", {"count_ns": 90, "caller": None}, "Say whose say it was."),
        (
            "stopped_hand_with_count",
            {
                "count_ns": 90,
                "outcome": Outcome.MISPLAY,
                "claim": Claim(by=Side.NS, against=Side.EW, upheld=True),
            },
            "The hand was stopped, so there is no count: take 90 off.",
        ),
        (
            "claim_incomplete",
            {"outcome": Outcome.MISPLAY},
            "Say which side claimed the misplay, and whether it was proved.",
        ),
        (
            "claim_incomplete",
            {"outcome": Outcome.THROWN_IN},
            "Say which side threw the hand in.",
        ),
        (
            "claim_incomplete",
            {
                "outcome": Outcome.MISPLAY,
                "claim": Claim(by=Side.NS, against=Side.EW, upheld=True, seat=Seat.N),
            },
            "Anne does not play for Joe & Éloi, who are said to have misplayed.",
        ),
        (
            "pass_out_not_allowed",
            {"outcome": Outcome.PASSED_OUT},
            "In this league a hand cannot be passed out: the dealer must call.",
        ),
        (
            "pass_out_with_points",
            {"outcome": Outcome.PASSED_OUT, "count_ns": 90},
            "Everybody passed, so there are no points: take 90 off.",
        ),
        (
            "sets_not_allowed",
            {"count_ns": 90, "sets": (FourOfAKind(seat=Seat.N, rank="J"),)},
            "Four of a kind does not count in this league.",
        ),
        (
            "every_card_point",
            {"count_ns": 162},
            "Anne & Mairi took every point in the tricks. Is that right?",
        ),
    ],
)
def test_a_problem_is_said_with_its_figures_and_names(code, fields, words):
    assert said(code, **fields) == words


def test_a_bid_too_low_names_the_lowest():
    rules = RuleSet.from_preset("declared", None)
    assert said("bid_too_low", rules, count_ns=90, bid=40) == (
        "A bid of 40 is too low; the lowest is 50."
    )
    assert said("bid_missing", rules, count_ns=90) == "Write the bid; the lowest is 50."


def test_runs_of_both_sides_name_the_players():
    runs = (Run(seat=Seat.N, twenties=1), Run(seat=Seat.E, twenties=1))
    assert "Anne and Joe" in said(
        "runs_both_sides", options(run_scope="side"), count_ns=90, runs=runs
    )


def test_cards_that_beat_or_cancel_each_other_name_the_players():
    low = Run(seat=Seat.N, twenties=1, cards=(("6H", "7H", "8H"),))
    high = Run(seat=Seat.E, twenties=1, counted=False, cards=(("QD", "KD", "AD"),))
    words = said("run_beaten", count_ns=90, runs=(low, high))
    assert "Anne" in words
    assert "Joe" in words
    assert "?" not in words
    equal = Run(seat=Seat.E, twenties=1, counted=False, cards=(("6D", "7D", "8D"),))
    words = said("run_cancelled", count_ns=90, runs=(low, equal))
    assert "Anne and Joe" in words


def test_one_card_in_two_hands_names_the_card_and_the_players():
    one = Run(seat=Seat.N, twenties=1, cards=(("TH", "JH", "QH"),))
    other = Run(seat=Seat.E, twenties=1, counted=False, cards=(("QH", "KH", "AH"),))
    words = said("run_card_twice", count_ns=90, runs=(one, other))
    assert words == "QH is written twice (Anne and Joe)."


def test_bells_that_cannot_be_there_name_the_holder():
    run = Run(seat=Seat.N, twenties=1, cards=(("QS", "JS", "TS"),))
    words = said("bella_holder_impossible", count_ns=90, runs=(run,), bella=(Bella(seat=Seat.E),))
    assert "Joe cannot hold king and queen of trump" in words


def test_bella_on_the_first_card_says_that_the_twenty_are_lost():
    words = said(
        "bella_called_on_first",
        count_ns=90,
        bella=(Bella(seat=Seat.E, call=BellaCall.FIRST, points=20),),
    )
    assert words == "Joe said Bella on the first card: the 20 are lost."


def test_a_dealer_out_of_turn_is_told_whose_deal_it_is():
    hands = [GameHand(ns=96, ew=66, dealer=Seat.N), GameHand(ns=96, ew=66, dealer=Seat.S)]
    problem = score_game(hands, RULES, first_dealer=Seat.N).problems[0]
    assert problem_words(problem, NAMES) == "It is the deal of Joe, not of Mairi."


@pytest.mark.parametrize("code", sorted(set(Code) - {Code.BAD_VALUE}))
def test_no_sentence_shows_a_placeholder(code):
    words = problem_words(Problem(code, "x"), NAMES)
    assert not re.search(r"%\(|\{", words)
