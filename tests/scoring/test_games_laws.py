"""Laws of games (docs/RULES.md 7)."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.cards import Seat, Trump
from scoring.deals import play_out, sheet_from_deal
from scoring.games import GameHand, GameMode, GamePlay, next_dealer, score_game
from scoring.hands import score_hand
from scoring.rules import RuleSet
from tests.scoring.test_deals_laws import shuffled

POINTS = st.integers(0, 282)
HANDS = st.lists(
    st.builds(
        GameHand,
        ns=POINTS,
        ew=POINTS,
        caller=st.none() | st.sampled_from(Seat),
        hanging=st.sampled_from([0, 0, 81, 101]),
    ),
    max_size=9,
)
ANY_RULES = st.builds(
    RuleSet,
    target=st.sampled_from([200, 500]),
    target_test=st.sampled_from(["reach", "exceed"]),
    both_over=st.sampled_from(["higher", "caller"]),
    tie_at_target=st.sampled_from(["play_on", "caller_wins", "draw"]),
)
ANY_PLAY = st.builds(
    GamePlay,
    mode=st.sampled_from(GameMode),
    hands=st.integers(1, 9),
    bell_after=st.none() | st.integers(0, 8),
)


@given(HANDS, ANY_RULES, ANY_PLAY)
def test_totals_are_the_sum_of_the_hands_and_what_was_awarded(played, by, play):
    score = score_game(played, by, play)
    late = {one.params["hand"] for one in score.problems}
    kept = [hand for at, hand in enumerate(played, 1) if at not in late]
    assert score.ns == sum(hand.ns for hand in kept) + sum(ns for ns, _ in score.awarded)
    assert score.ew == sum(hand.ew for hand in kept) + sum(ew for _, ew in score.awarded)
    assert sum(map(sum, score.awarded)) <= sum(hand.hanging for hand in kept)
    assert len(score.running) == len(score.awarded) == len(played)
    assert score.over == (score.reason != "not_over")
    if played:
        assert score.running[-1] == (score.ns, score.ew)


@given(HANDS, ANY_RULES, ANY_PLAY)
def test_swapping_the_sides_swaps_the_game(played, by, play):
    turned = [
        GameHand(ns=one.ew, ew=one.ns, caller=one.caller and one.caller.left, hanging=one.hanging)
        for one in played
    ]
    score, other = score_game(played, by, play), score_game(turned, by, play)
    assert (score.ns, score.ew) == (other.ew, other.ns)
    assert (score.winner and score.winner.other) == other.winner
    assert score.reason == other.reason


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 2**32))
def test_a_game_of_real_hands_takes_two_to_thirteen_of_them(seed):
    chance, by, played = random.Random(seed), RuleSet(), []
    dealer = Seat.N
    while not score_game(played, by).over:
        hands = shuffled(chance)
        caller = chance.choice(list(Seat))
        deal = play_out(hands, Trump.CLUBS, dealer, by, chance.choice, caller=caller)
        hand = score_hand(sheet_from_deal(deal, by), by)
        played.append(GameHand(ns=hand.ns, ew=hand.ew, dealer=dealer, caller=caller))
        dealer = next_dealer(dealer, rules=by)
    score = score_game(played, by, first_dealer=Seat.N, closed=True)
    assert score.problems == ()
    tied = any(ns == ew >= 500 for ns, ew in score.running)
    assert 2 <= len(played) <= 13 or tied
