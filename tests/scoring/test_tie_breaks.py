"""Each tie-break, restart and continue, drawn as cross-tables (docs/RULES.md 11)."""

from fractions import Fraction

import pytest

from scoring.results import Adjustment, GameResult, Result
from scoring.standings import compute_standings
from scoring.standings_rules import PointsSystem, TieMode
from scoring.tie_breaks import TieBreak
from tests.scoring.cross_table import RING, decided, order, rules, table, values


def test_the_cap_holds_for_the_tie_break_and_leaves_the_difference():
    rows = table("A B\nA . 900-100\nB . .", rules("points_difference", difference_cap=300))
    assert values(rows, "points_difference") == {"A": 300, "B": -300}
    assert [row.difference for row in rows] == [800, -800]


def test_the_cap_is_for_each_game():
    rows = table(
        "A B\nA . 900-100/0-500/40-0\nB . .", rules("points_difference", difference_cap=300)
    )
    assert values(rows, "points_difference") == {"A": 40, "B": -40}


def test_the_cap_leaves_stated_figures_of_a_forfeit():
    points = PointsSystem(forfeit_for=500)
    rows = table("A B\nA . W\nB . .", rules("points_difference", points=points, difference_cap=300))
    assert values(rows, "points_difference") == {"A": 500, "B": -500}


def test_head_to_head_counts_the_meetings_among_the_tied_only():
    # A and B have 4 match points each and B won their match; C's bigger wins do not matter.
    text = """
        A        B        C        D
    A   .        400-500  500-100  500-100
    B   .        .        100-500  500-490
    C   .        .        .        0-500
    D   .        .        .        .
    """
    rows = table(text, rules("head_to_head", "points_difference"))
    assert order(rows) == "1 B, 2 A, 3 D, 4 C"
    assert values(rows, "head_to_head") == {"B": 2, "A": 0, "D": 2, "C": 0}
    assert decided(rows) == ["head_to_head", "match_points", "head_to_head", None]


def test_head_to_head_is_passed_over_when_two_of_the_tied_have_not_met():
    text = "A B C\nA . 500-400 .\nB . . 500-100\nC . . ."
    late = Adjustment(entry="C", match_points=2)
    rows = table(text, rules("head_to_head", "points_for"), adjusted=(late,))
    assert values(rows, "head_to_head") == {"A": None, "B": None, "C": None}
    assert order(rows) == "1 B, 2 A, 3 C"


def test_head_to_head_is_passed_over_when_some_met_twice():
    again = Result(round=2, a="A", b="B", games=(GameResult(a=500, b=500),))
    back = Adjustment(entry="C", match_points=1)
    rows = table(RING, rules("head_to_head"), again, adjusted=(back,))
    assert order(rows) == "1 A, 1 B, 1 C"
    assert values(rows, "head_to_head") == {"A": None, "B": None, "C": None}


def test_head_to_head_needs_meetings_with_each_not_only_enough_of_them():
    # Two meetings each among four level entries, but A and D never met.
    text = """
        A  B        C        D
    A   .  500-500  500-500  .
    B   .  .        .        500-500
    C   .  .        .        500-500
    D   .  .        .        .
    """
    twice = Result(round=2, a="A", b="B", games=(GameResult(a=500, b=500),))
    other = Result(round=2, a="C", b="D", games=(GameResult(a=500, b=500),))
    rows = table(text, rules("head_to_head"), twice, other)
    assert set(values(rows, "head_to_head").values()) == {None}


def test_head_to_head_takes_two_meetings_each_and_a_forfeit_is_none():
    again = Result(round=2, a="B", b="A", games=(GameResult(a=500, b=400),))
    text = "A B\nA . 400-500\nB . ."
    late = Adjustment(entry="A", match_points=4)
    rows = table(text, rules("head_to_head"), again, adjusted=(late,))
    assert (order(rows), values(rows, "head_to_head")) == ("1 B, 2 A", {"B": 4, "A": 0})
    forfeited = table(
        "A B\nA . F\nB . .",
        rules("head_to_head"),
        adjusted=(Adjustment(entry="A", match_points=2),),
    )
    assert (order(forfeited), values(forfeited, "head_to_head")) == (
        "1 A, 1 B",
        {"A": None, "B": None},
    )


# B and D have four points from their meetings, A and C two.
PARTIAL = """
    A        B        C        D
A   .        100-500  500-490  400-500
B   .        .        500-100  100-500
C   .        .        .        500-100
D   .        .        .        .
"""


def test_restart_asks_those_still_level_again_from_the_first():
    # Two pairs are left: D beat B and A beat C, though B and C have the better differences.
    level = (Adjustment(entry="A", match_points=2), Adjustment(entry="C", match_points=2))
    restart = table(PARTIAL, rules("head_to_head", "points_difference"), adjusted=level)
    assert [row.match_points for row in restart] == [4, 4, 4, 4]
    assert order(restart) == "1 D, 2 B, 3 A, 4 C"
    assert decided(restart) == ["head_to_head", "head_to_head", "head_to_head", None]
    assert values(restart, "head_to_head") == {"D": 2, "B": 0, "A": 2, "C": 0}
    assert restart[1].decided_values == (4, 2)


def test_continue_asks_the_next_criterion():
    level = (Adjustment(entry="A", match_points=2), Adjustment(entry="C", match_points=2))
    by = rules("head_to_head", "points_difference", tie_mode=TieMode.CONTINUE)
    goes_on = table(PARTIAL, by, adjusted=level)
    assert values(goes_on, "points_difference") == {"B": 400, "D": 100, "A": -490, "C": -10}
    assert order(goes_on) == "1 B, 2 D, 3 C, 4 A"
    assert decided(goes_on) == ["points_difference", "head_to_head", "points_difference", None]


BUCHHOLZ = """
    A        B        C        D        E
A   .        500-1    500-1    .        1-500
B   .        .        500-500  500-1    .
C   .        .        .        .        500-1
D   .        .        .        .        500-1
E   .        .        .        .        .
"""


def test_buchholz_adds_the_opponents_match_points_once_a_meeting():
    again = Result(round=2, a="A", b="B", games=(GameResult(a=1, b=500),))
    rows = table(BUCHHOLZ, rules("buchholz", "median_buchholz", "sonneborn_berger"), again)
    assert {row.entry: row.match_points for row in rows} == {"A": 4, "B": 5, "C": 3, "D": 2, "E": 2}
    assert values(rows, "buchholz") == {"A": 15, "B": 13, "C": 11, "D": 7, "E": 9}
    assert values(rows, "median_buchholz") == {"A": 8, "B": 7, "C": 4, "D": 0, "E": 3}
    assert values(rows, "sonneborn_berger") == {
        "A": 8,
        "B": Fraction(15, 2),
        "C": Fraction(9, 2),
        "D": 2,
        "E": 4,
    }


def test_buchholz_uses_adjusted_match_points_and_no_forfeits():
    fined = Adjustment(entry="B", match_points=-3)
    rows = table("A B C\nA . 500-1 F\nB . . .\nC . . .", rules("buchholz"), adjusted=(fined,))
    assert values(rows, "buchholz") == {"A": -3, "B": 2, "C": 0}


@pytest.mark.parametrize(
    ("scored", "conceded", "shown"),
    [(1500, 1000, "3/2"), (10, 5, "2/1"), (0, 7, "0/1"), (5, 0, "inf"), (0, 0, None)],
)
def test_the_quotient_is_a_reduced_fraction(scored, conceded, shown):
    points = PointsSystem(bye_for=scored, bye_against=conceded)
    by = rules("points_quotient", points=points)
    (row,) = compute_standings(["A"], [Result(round=1, a="A", bye=True)], [], by)
    assert row.values[TieBreak.POINTS_QUOTIENT] == shown


def test_quotients_stand_from_nothing_against_down_to_nothing_at_all():
    by = rules("points_quotient", points=PointsSystem(win=0, bye=0))
    rows = table(
        "A B C D E\nA . 500-400 . . .\nB . . . . .\nC . . . . .\nD . . . . .\nE . . . . .",
        by,
        adjusted=(Adjustment(entry="C", points=1), Adjustment(entry="D", points=-1)),
    )
    assert order(rows) == "1 C, 2 A, 3 B, 4 D, 5 E"
    assert values(rows, "points_quotient") == {
        "C": "inf",
        "A": "5/4",
        "B": "4/5",
        "D": "-inf",
        "E": None,
    }


def test_the_best_game_is_the_highest_own_total():
    rows = table("A B\nA . 500-490/100-700\nB . .", rules("best_game"))
    assert (order(rows), values(rows, "best_game")) == ("1 B, 2 A", {"A": 500, "B": 700})


def test_fewer_baits_stand_first():
    games = (GameResult(a=500, b=500, baits_a=3, baits_b=1), GameResult(a=5, b=5, baits_b=1))
    rows = compute_standings(
        ["A", "B"], [Result(round=1, a="A", b="B", games=games)], [], rules("fewest_baits")
    )
    assert (order(rows), values(rows, "fewest_baits")) == ("1 B, 2 A", {"A": 3, "B": 2})
    assert rows[0].decided_values == (2, 3)


def test_the_lot_is_the_hash_of_seed_and_entry_smallest_first():
    rows = compute_standings(["A", "B", "C"], [], [], rules("lot", lot_seed="cut"))
    # printf 'cut:A' | sha256sum, and so on
    assert order(rows) == "1 B, 2 A, 3 C"
    assert str(rows[0].values[TieBreak.LOT]).startswith("6fbc23bf")
    assert decided(rows) == ["lot", "lot", None]


def test_games_won_and_points_for_are_tie_breaks_too():
    text = "A B C D\nA . 500-1/500-1 . .\nB . . . .\nC . . . 500-2/9-500/500-3\nD . . . ."
    rows = table(text, rules("games_won", "points_for"))
    assert order(rows) == "1 C, 2 A, 3 D, 4 B"
    assert decided(rows) == ["points_for", "match_points", "games_won", None]
