"""Games against the rules told plainly in slow_games (docs/RULES.md 7)."""

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.cards import Seat
from scoring.games import GameHand, GameMode, GamePlay, score_game
from scoring.rules import RuleSet
from tests.scoring.slow_games import slow_game

# Few figures, so that games are level, and level at the target, all the time.
FIGURES = st.sampled_from([(81, 81), (82, 80), (0, 162), (162, 0), (0, 0), (0, 81), (100, 100)])
DEALERS = st.none() | st.sampled_from(Seat)


@st.composite
def hands(draw):
    """A hand of a game, whoever dealt it."""
    ns, ew = draw(FIGURES)
    return GameHand(
        ns=ns,
        ew=ew,
        dealer=draw(DEALERS),
        caller=draw(DEALERS),
        hanging=draw(st.sampled_from([0, 0, 81])),
        same_dealer=draw(st.sampled_from([False] * 6 + [True])),
    )


RULES = st.builds(
    RuleSet,
    all_pass=st.sampled_from(["force_dealer", "next_deal", "same_dealer"]),
    target=st.sampled_from([162, 200, 263]),
    target_test=st.sampled_from(["reach", "exceed"]),
    both_over=st.sampled_from(["higher", "caller"]),
    tie_at_target=st.sampled_from(["play_on", "caller_wins", "draw"]),
)
PLAY = st.builds(
    GamePlay,
    mode=st.sampled_from(GameMode),
    hands=st.integers(1, 6),
    bell_after=st.none() | st.integers(0, 6),
)


@settings(max_examples=400, deadline=None)
@given(st.lists(hands(), max_size=8), RULES, PLAY, DEALERS)
def test_a_game_ends_when_and_for_whom_the_rules_told_plainly_say(played, rules, play, dealer):
    score = score_game(played, rules, play, first_dealer=dealer)
    codes = {problem.code for problem in score.problems}
    told = (score.ns, score.ew, score.over, score.winner, codes)
    assert told == slow_game(played, rules, play, dealer)
