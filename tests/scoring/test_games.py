"""Games hand by hand: targets, ties, hands, bell, waiting points, turns (docs/RULES.md 7)."""

import pytest

from scoring.cards import Seat, Side
from scoring.games import (
    GameHand,
    GameMode,
    GamePlay,
    GameScore,
    next_dealer,
    score_game,
    score_totals,
)
from scoring.problems import LOWERABLE, Code
from scoring.rules import RuleSet

NS, EW = Side.NS, Side.EW
N, E, S, W = Seat


def rules(**options: object) -> RuleSet:
    return RuleSet.from_preset("cape-breton", options)


def hands(*scores: tuple[int, int], caller: Seat | None = None) -> list[GameHand]:
    return [GameHand(ns=ns, ew=ew, caller=caller) for ns, ew in scores]


def said(score: GameScore):
    return score.ns, score.ew, score.over, score.winner, str(score.reason)


def codes(score: GameScore) -> list[str]:
    return [str(problem.code) for problem in score.problems]


def test_a_game_without_hands_is_not_over():
    assert said(score_game([], rules())) == (0, 0, False, None, "not_over")


@pytest.mark.parametrize(
    ("options", "scores", "expected"),
    [
        ({}, [(420, 200), (79, 83)], (499, 283, False, None, "not_over")),
        ({}, [(420, 200), (80, 82)], (500, 282, True, NS, "target")),
        ({}, [(200, 420), (82, 80)], (282, 500, True, EW, "target")),
        ({"target_test": "exceed"}, [(420, 80), (80, 82)], (500, 162, False, None, "not_over")),
        ({"target_test": "exceed"}, [(420, 80), (81, 81)], (501, 161, True, NS, "target")),
        ({"target": 300}, [(220, 104), (82, 80)], (302, 184, True, NS, "target")),
        ({"target": 1000}, [(500, 480), (420, 80)], (920, 560, False, None, "not_over")),
        ({}, [(480, 490), (100, 62)], (580, 552, True, NS, "both_over")),
        ({}, [(450, 450), (81, 81)], (531, 531, False, None, "not_over")),
    ],
)
def test_the_target_ends_the_game(options, scores, expected):
    assert said(score_game(hands(*scores), rules(**options))) == expected


def test_both_over_can_give_the_game_to_the_calling_side():
    by = rules(both_over="caller")
    both = [(480, 490), (62, 100)]
    assert said(score_game(hands(*both, caller=N), by)) == (542, 590, True, NS, "caller_both_over")
    assert said(score_game(hands(*both), by)) == (542, 590, True, EW, "both_over")


def test_both_over_and_equal_is_the_calling_sides_too():
    level = hands((450, 450), (81, 81), caller=W)
    by = rules(both_over="caller")
    assert said(score_game(level, by)) == (531, 531, True, EW, "caller_both_over")


@pytest.mark.parametrize(
    ("option", "caller", "expected"),
    [
        ("play_on", E, (False, None, "not_over")),
        ("caller_wins", E, (True, EW, "tie_caller")),
        ("caller_wins", None, (False, None, "not_over")),
        ("draw", E, (True, None, "tie_draw")),
    ],
)
@pytest.mark.parametrize(
    ("play", "scores"),
    [
        (GamePlay(), [(439, 439), (81, 81)]),
        (GamePlay(mode=GameMode.HANDS, hands=2), [(80, 82), (82, 80)]),
        (GamePlay(mode=GameMode.BELL, bell_after=1), [(80, 82), (82, 80)]),
    ],
)
def test_equal_totals_follow_the_events_rule_however_the_game_ends(
    option, caller, expected, play, scores
):
    score = score_game(hands(*scores, caller=caller), rules(tie_at_target=option), play)
    assert (score.over, score.winner, str(score.reason)) == expected


def test_after_equal_totals_the_next_unequal_hand_decides_past_a_passed_out_one():
    level = [(439, 439), (81, 81), (0, 0), (82, 80)]
    assert said(score_game(hands(*level), rules())) == (602, 600, True, NS, "both_over")
    bell = GamePlay(mode=GameMode.BELL, bell_after=0)
    rung = score_game(hands((81, 81), (0, 0), (80, 82)), rules(), bell)
    assert said(rung) == (161, 163, True, EW, "bell")


def test_a_game_of_hands_does_not_end_at_the_target():
    play = GamePlay(mode=GameMode.HANDS, hands=3)
    scores = [(282, 0), (282, 0), (0, 162)]
    assert said(score_game(hands(*scores[:2]), rules(), play)) == (564, 0, False, None, "not_over")
    assert said(score_game(hands(*scores), rules(), play)) == (564, 162, True, NS, "hands_played")


def test_a_passed_out_hand_is_one_of_the_hands_unless_it_is_dealt_again():
    play = GamePlay(mode=GameMode.HANDS, hands=2)
    scores = [(0, 0), (82, 80)]
    assert score_game(hands(*scores), rules(all_pass="next_deal"), play).over
    assert not score_game(hands(*scores), rules(all_pass="same_dealer"), play).over


def test_a_game_of_hands_without_their_number_never_ends():
    assert not score_game(hands((282, 0)), rules(), GamePlay(mode=GameMode.HANDS)).over


def test_the_bell_ends_the_game_after_the_hand_in_play():
    scores = [(82, 80), (80, 82), (90, 72)]
    play = GamePlay(mode=GameMode.BELL, bell_after=2)
    assert said(score_game(hands(*scores), rules(), play)) == (252, 234, True, NS, "bell")
    assert not score_game(hands(*scores[:2]), rules(), play).over


def test_the_target_ends_a_game_before_the_bell():
    play = GamePlay(mode=GameMode.BELL, bell_after=5)
    assert said(score_game(hands((500, 0)), rules(), play)) == (500, 0, True, NS, "target")
    unrung = GamePlay(mode=GameMode.BELL)
    assert not score_game(hands((82, 80)), rules(), unrung).over


def test_hands_after_the_end_are_refused_each_and_change_nothing():
    score = score_game(hands((420, 80), (100, 62), (82, 80), (0, 162)), rules())
    assert said(score) == (520, 142, True, NS, "target")
    assert codes(score) == ["hand_after_game_over"] * 2
    assert score.problems[0].params == {"hand": 3, "ended": 2}
    assert score.running == ((420, 80), (520, 142), (520, 142), (520, 142))
    assert score.awarded == ((0, 0),) * 4


def test_a_game_called_finished_too_early_is_refused_with_the_totals():
    score = score_game(hands((420, 80)), rules(), closed=True)
    assert codes(score) == ["game_closed_early"]
    assert score.problems[0].params == {"ns": 420, "ew": 80, "hands": 1}
    assert codes(score_game(hands((500, 0)), rules(), closed=True)) == []


def test_a_forfeit_gives_the_game_to_the_other_side_and_keeps_the_totals():
    score = score_game(hands((420, 80)), rules(), closed=True, forfeit=NS)
    assert said(score) == (420, 80, True, EW, "forfeit")
    assert codes(score) == []
    assert score_game([], rules(), forfeit=EW).winner == NS


def waiting(ns: int, ew: int, hanging: int) -> GameHand:
    return GameHand(ns=ns, ew=ew, hanging=hanging)


def test_waiting_points_go_to_the_side_that_writes_more_in_the_next_hand():
    score = score_game([waiting(0, 81, 81), *hands((100, 62))], rules(half_bait="hang"))
    assert (score.ns, score.ew) == (181, 143)
    assert score.awarded == ((0, 0), (81, 0))
    assert score.running == ((0, 81), (181, 143))
    assert score_game([waiting(0, 81, 81), *hands((62, 100))], rules()).awarded[1] == (0, 81)


def test_waiting_points_pass_over_passed_out_and_equal_hands():
    score = score_game([waiting(81, 0, 81), *hands((0, 0), (81, 81), (0, 162))], rules())
    assert score.awarded == ((0, 0), (0, 0), (0, 0), (0, 81))


def test_a_second_half_bait_awards_the_first_and_waits_itself():
    score = score_game([waiting(0, 81, 81), waiting(91, 0, 91), *hands((62, 100))], rules())
    assert score.awarded == ((0, 0), (81, 0), (0, 91))


def test_waiting_points_can_reach_the_target_and_are_lost_at_the_end():
    reached = score_game([waiting(0, 81, 81), *hands((420, 62))], rules())
    assert said(reached) == (501, 143, True, NS, "target")
    lost = score_game([*hands((0, 420)), waiting(0, 81, 81)], rules())
    assert said(lost) == (0, 501, True, EW, "target")


def dealt(*dealers: Seat | None, passed_out: tuple[int, ...] = ()) -> list[GameHand]:
    return [
        GameHand(ns=0 if at in passed_out else 82, ew=0 if at in passed_out else 80, dealer=dealer)
        for at, dealer in enumerate(dealers)
    ]


def test_the_deal_goes_to_the_left_and_past_hands_without_a_dealer():
    assert codes(score_game(dealt(N, E, S, W, N), rules(), first_dealer=N)) == []
    assert codes(score_game(dealt(None, E, None, W), rules(), first_dealer=N)) == []
    assert codes(score_game(dealt(None, None, S, S), rules())) == ["dealer_out_of_turn"]


def test_a_dealer_out_of_turn_is_named_once_and_the_turn_goes_on_from_him():
    score = score_game(dealt(N, S, W, N), rules())
    assert codes(score) == ["dealer_out_of_turn"]
    problem = score.problems[0]
    assert (problem.field, problem.warning) == ("dealer", False)
    assert problem.params == {"hand": 2, "dealer": S, "expected": E}


def test_the_first_dealer_is_who_won_the_cut():
    assert score_game(dealt(E), rules(), first_dealer=N).problems[0].params["hand"] == 1


def test_an_organizer_can_lower_the_turn_to_a_warning_but_not_a_hand_too_many():
    lowered = score_game(dealt(N, S), rules(), lowered=LOWERABLE)
    assert [problem.warning for problem in lowered.problems] == [True]
    every = frozenset(Code)
    late = score_game(hands((500, 0), (82, 80)), rules(), lowered=every)
    assert [problem.warning for problem in late.problems] == [False]


def test_a_passed_out_hand_uses_up_the_deal_unless_the_same_dealer_deals_again():
    moved = dealt(N, E, S, passed_out=(1,))
    stayed = dealt(N, E, E, passed_out=(1,))
    assert codes(score_game(moved, rules())) == []
    assert codes(score_game(stayed, rules())) == ["dealer_out_of_turn"]
    again = rules(all_pass="same_dealer")
    assert codes(score_game(stayed, again)) == []
    assert codes(score_game(moved, again)) == ["dealer_out_of_turn"]


def test_a_hand_can_say_itself_that_the_same_dealer_deals_again():
    marked = [
        GameHand(ns=0, ew=0, dealer=N, same_dealer=True),
        GameHand(ns=82, ew=80, dealer=N),
    ]
    assert codes(score_game(marked, rules())) == []


def test_the_next_dealer_sits_to_the_left():
    assert [next_dealer(seat, rules=rules()) for seat in Seat] == [E, S, W, N]
    assert next_dealer(N, passed_out=True, rules=rules()) == E
    again = rules(all_pass="same_dealer")
    assert next_dealer(N, passed_out=True, rules=again) == N
    assert next_dealer(N, rules=again) == E


@pytest.mark.parametrize(
    ("totals", "options", "play", "expected"),
    [
        ((520, 340), {}, GamePlay(), (True, NS, "totals")),
        ((340, 520), {}, GamePlay(), (True, EW, "totals")),
        ((499, 340), {}, GamePlay(), (False, None, "not_over")),
        ((500, 340), {"target_test": "exceed"}, GamePlay(), (False, None, "not_over")),
        ((520, 520), {}, GamePlay(), (False, None, "not_over")),
        ((520, 520), {"tie_at_target": "caller_wins"}, GamePlay(), (False, None, "not_over")),
        ((520, 520), {"tie_at_target": "draw"}, GamePlay(), (True, None, "tie_draw")),
        ((80, 80), {"tie_at_target": "draw"}, GamePlay(), (False, None, "not_over")),
        ((82, 80), {}, GamePlay(mode=GameMode.HANDS, hands=1), (True, NS, "totals")),
        ((80, 82), {}, GamePlay(mode=GameMode.BELL), (True, EW, "totals")),
    ],
)
def test_a_game_of_which_only_the_totals_are_known(totals, options, play, expected):
    score = score_totals(*totals, rules(**options), play)
    assert (score.over, score.winner, str(score.reason)) == expected
    assert codes(score) == ([] if expected[0] else ["game_closed_early"])
    assert (score.of(NS), score.of(EW)) == totals
