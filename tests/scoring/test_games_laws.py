"""Laws of games (docs/RULES.md 7)."""

from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import Seat
from scoring.games import GameHand, GameMode, GamePlay, score_game
from scoring.rules import RuleSet

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
