"""Matches of one game and of best of N (docs/RULES.md 7)."""

import pytest

from scoring.matches import MatchGame, MatchScore, score_match
from scoring.problems import Code


def game(winner: str | None, over: bool = True) -> MatchGame:
    """A finished game by who won it; "-" is a drawn one."""
    totals = {"a": (520, 300), "b": (300, 520), None: (300, 280), "-": (500, 500)}[winner]
    won = winner if winner in ("a", "b") else None
    return MatchGame(a=totals[0], b=totals[1], over=over, winner=won)  # type: ignore[arg-type]


def match(winners: str, **options) -> MatchScore:
    return score_match(tuple(game(winner) for winner in winners), **options)


def said(score: MatchScore):
    return score.games_a, score.games_b, score.over, score.winner, score.next_game


@pytest.mark.parametrize(
    ("winners", "best_of", "expected"),
    [
        ("", 1, (0, 0, False, None, 1)),
        ("a", 1, (1, 0, True, "a", None)),
        ("-", 1, (0, 0, True, None, None)),
        ("a", 3, (1, 0, False, None, 2)),
        ("aa", 3, (2, 0, True, "a", None)),
        ("bb", 3, (0, 2, True, "b", None)),
        ("ab", 3, (1, 1, False, None, 3)),
        ("abb", 3, (1, 2, True, "b", None)),
        ("-a", 3, (1, 0, False, None, 3)),
        ("--a", 3, (1, 0, True, "a", None)),
        ("a-b", 3, (1, 1, True, None, None)),
        ("aaa", 5, (3, 0, True, "a", None)),
        ("aab", 5, (2, 1, False, None, 4)),
        ("ab", 2, (1, 1, True, None, None)),
        ("a", 2, (1, 0, False, None, 2)),
    ],
)
def test_a_match_ends_as_soon_as_nobody_can_catch_up(winners, best_of, expected):
    score = match(winners, best_of=best_of)
    assert said(score) == expected
    assert score.problems == ()


def test_a_third_game_after_two_nil_is_refused_and_counts_for_nobody():
    score = match("aab", best_of=3)
    assert said(score) == (2, 0, True, "a", None)
    (problem,) = score.problems
    assert (problem.code, problem.field) == (Code.MATCH_ALREADY_OVER, "games")
    assert problem.params == {"game": 3, "games_a": 2, "games_b": 0, "best_of": 3}


def test_three_nil_in_a_best_of_three_is_refused():
    assert [one.code for one in match("aaa", best_of=3).problems] == [Code.MATCH_ALREADY_OVER]


def test_each_game_too_many_is_named():
    assert [one.params["game"] for one in match("aaba", best_of=1).problems] == [2, 3, 4]


def test_a_game_under_way_counts_nothing_and_is_the_next_to_finish():
    score = score_match((game("a"), game(None, over=False)), best_of=3)
    assert said(score) == (1, 0, False, None, 2)


def test_a_game_under_way_after_the_end_is_refused_too():
    score = score_match((game("a"), game(None, over=False)))
    assert said(score) == (1, 0, True, "a", None)
    assert [one.params["game"] for one in score.problems] == [2]


@pytest.mark.parametrize(("forfeit", "winner"), [("a", "b"), ("b", "a"), ("both", None)])
def test_a_forfeit_ends_the_match_and_leaves_the_games(forfeit, winner):
    assert said(match("a", best_of=3, forfeit=forfeit)) == (1, 0, True, winner, None)


def test_a_match_of_no_games_cannot_be():
    with pytest.raises(ValueError, match="best of 0"):
        match("", best_of=0)
