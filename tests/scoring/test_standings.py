"""Standings from results, drawn as cross-tables (docs/RULES.md 11)."""

from fractions import Fraction

import pytest

from scoring.results import Adjustment, GameResult, Result
from scoring.standings import compute_standings
from scoring.standings_rules import PointsSystem, RankBy, StandingsError
from scoring.tie_breaks import TieBreak
from tests.scoring.cross_table import RING, decided, order, rules, table, values


def test_a_ring_of_three_with_no_tie_break_shares_the_first_rank():
    rows = table(RING, rules())
    assert order(rows) == "1 A, 1 B, 1 C"
    assert decided(rows) == [None, None, None]
    assert [row.match_points for row in rows] == [2, 2, 2]


def test_a_ring_of_three_is_not_separated_by_head_to_head_and_goes_to_the_next():
    rows = table(RING, rules("head_to_head", "points_difference"))
    assert values(rows, "points_difference") == {"A": 105, "B": -100, "C": -5}
    assert order(rows) == "1 A, 2 C, 3 B"
    assert decided(rows) == ["points_difference", "points_difference", None]
    assert rows[0].decided_values == (105, -5)


def test_the_rank_after_two_firsts_is_the_third():
    rows = table("A B C\nA . 500-500 510-0\nB . . 510-0\nC . . .", rules("points_difference"))
    assert order(rows) == "1 A, 1 B, 3 C"
    assert decided(rows) == [None, "match_points", None]


def test_nobody_entered_is_an_empty_table():
    assert compute_standings([], [], [], rules("lot")) == ()


def test_a_match_not_played_adds_nothing():
    rows = compute_standings(["A", "B"], [Result(round=1, a="A", b="B")], [], rules())
    assert [(row.played, row.drawn, row.match_points) for row in rows] == [(0, 0, 0), (0, 0, 0)]


def test_a_match_is_won_by_more_games_even_with_fewer_points():
    rows = table("A B\nA . 500-490/100-510/500-480\nB . .", rules())
    first, second = rows
    assert (first.entry, first.won, first.games_won, first.difference) == ("A", 1, 2, -380)
    assert (second.lost, second.games_won, second.points_for) == (1, 1, 1480)


def test_one_game_each_is_a_drawn_match():
    rows = table("A B\nA . 500-490/100-510\nB . .", rules())
    assert [(row.drawn, row.match_points, row.games_won) for row in rows] == [(1, 1, 1)] * 2


def test_an_equal_game_is_won_by_nobody():
    rows = table("A B\nA . 500-500/510-200\nB . .", rules())
    assert [(row.entry, row.won, row.games_won) for row in rows] == [("A", 1, 1), ("B", 0, 0)]


def test_a_bye_gives_what_the_points_table_says_and_is_no_win():
    points = PointsSystem(bye=3, bye_for=250, bye_against=100)
    bye = Result(round=1, a="A", bye=True)
    (row,) = compute_standings(["A"], [bye], [], rules("wins", "points_difference", points=points))
    assert (row.byes, row.played, row.won, row.match_points) == (1, 0, 0, 3)
    assert (row.points_for, row.points_against, row.difference) == (250, 100, 150)
    assert row.values == {TieBreak.WINS: 0, TieBreak.POINTS_DIFFERENCE: 150}


def test_a_forfeit_is_won_and_lost_but_not_played():
    points = PointsSystem(win=2, forfeit_win=3, forfeit_loss=-1, forfeit_for=500, forfeit_against=9)
    rows = table("A B\nA . F\nB . .", rules("wins", points=points))
    assert [
        (r.entry, r.match_points, r.played, r.won, r.lost, r.points_for, r.points_against)
        for r in rows
    ] == [("B", 3, 0, 1, 0, 500, 9), ("A", -1, 0, 0, 1, 9, 500)]
    assert values(rows, "wins") == {"B": 1, "A": 0}


def test_the_other_side_of_a_forfeit_is_the_same():
    points = PointsSystem(forfeit_for=500)
    rows = table("A B\nA . W\nB . .", rules(points=points))
    assert [(r.entry, r.match_points, r.difference) for r in rows] == [
        ("A", 2, 500),
        ("B", 0, -500),
    ]


def test_two_who_both_forfeit_lose_both_and_get_no_figures():
    points = PointsSystem(forfeit_loss=1, forfeit_for=500, forfeit_against=9)
    rows = table("A B\nA . X\nB . .", rules(points=points))
    assert [(r.match_points, r.lost, r.points_for, r.points_against) for r in rows] == [
        (1, 1, 0, 0)
    ] * 2


def test_games_beside_a_forfeit_do_not_count():
    games = (GameResult(a=500, b=100),)
    rows = compute_standings(
        ["A", "B"], [Result(round=1, a="A", b="B", games=games, forfeit="a")], [], rules()
    )
    assert [(r.entry, r.games_won, r.points_for) for r in rows] == [("B", 0, 0), ("A", 0, 0)]


def test_an_adjustment_moves_match_points_points_for_and_the_difference():
    late = Adjustment(entry="A", match_points=-1, points=-20, reason="late")
    rows = table(RING, rules("points_difference", "points_for"), adjusted=(late,))
    assert order(rows) == "1 C, 2 B, 3 A"
    last = rows[2]
    assert (last.match_points, last.points_for, last.difference) == (1, 890, 85)
    assert last.values[TieBreak.POINTS_DIFFERENCE] == 85


def test_taking_an_adjustment_back_gives_the_table_before():
    before = table(RING, rules("points_difference"))
    late = Adjustment(entry="A", match_points=-2)
    back = Adjustment(entry="A", match_points=2)
    assert table(RING, rules("points_difference"), adjusted=(late, back)) == before


def test_half_points_stay_exact():
    points = PointsSystem(win=1, draw=Fraction(1, 2), loss=0)
    drawn = "A B C\nA . 500-500 500-500\nB . . 500-500\nC . . ."
    rows = table(drawn, rules("sonneborn_berger", points=points))
    assert [row.match_points for row in rows] == [1, 1, 1]
    assert [type(row.match_points) for row in rows] == [int, int, int]
    odd = table("A B\nA . 500-500\nB . .", rules("sonneborn_berger", points=points))
    assert values(odd, "sonneborn_berger") == {"A": Fraction(1, 4), "B": Fraction(1, 4)}


def test_games_won_can_rank_before_match_points():
    text = "A B C\nA . 500-1/1-500/500-1 .\nB . . 500-1/1-500/500-1\nC . . ."
    rows = table(text, rules(rank_by=RankBy.GAMES_WON))
    assert order(rows) == "1 B, 2 A, 3 C"
    assert decided(rows) == ["games_won", "games_won", None]
    assert rows[0].decided_values == (3, 2)


def test_points_for_can_rank_first():
    rows = table(RING, rules(rank_by=RankBy.POINTS_FOR))
    assert order(rows) == "1 C, 2 A, 3 B"


def refused(results=(), adjustments=(), entries=("A", "B")) -> tuple[str, dict[str, object]]:
    with pytest.raises(StandingsError) as wrong:
        compute_standings(entries, results, adjustments, rules())
    return wrong.value.code, dict(wrong.value.params)


def test_what_cannot_be_is_refused_by_name():
    assert refused(entries=("A", "B", "A")) == ("duplicate_entry", {"entry": "A"})
    unknown = Result(round=1, a="A", b="Z", games=(GameResult(a=1, b=2),))
    assert refused([unknown]) == ("unknown_entry", {"entry": "Z"})
    assert refused(adjustments=[Adjustment(entry="Y")]) == ("unknown_entry", {"entry": "Y"})
    itself = Result(round=3, a="A", b="A", games=(GameResult(a=1, b=2),))
    assert refused([itself]) == ("entry_against_itself", {"entry": "A", "round": 3})
    alone = Result(round=2, a="A", games=(GameResult(a=1, b=2),))
    assert refused([alone]) == ("opponent_missing", {"entry": "A", "round": 2})
    both = Result(round=1, a="A", b="B", bye=True)
    assert refused([both]) == ("bye_with_opponent", {"entry": "A", "round": 1})
    odd = Result(round=1, a="A", b="B", forfeit="c")  # type: ignore[arg-type]
    assert refused([odd]) == ("bad_value", {"field": "forfeit", "value": "c"})


def test_a_refusal_names_the_entry_in_its_text():
    with pytest.raises(StandingsError, match="unknown_entry: entry 'Y'"):
        compute_standings(["A"], [], [Adjustment(entry="Y")], rules())


def test_the_calling_side_that_won_from_behind_has_won_in_the_table_too():
    game = GameResult(a=506, b=582, winner="a")
    row, other = compute_standings(
        ["A", "B"], [Result(round=1, a="A", b="B", games=(game,))], [], rules()
    )
    assert (row.entry, row.match_points, row.games_won, row.difference) == ("A", 2, 1, -76)
    assert (other.entry, other.match_points, other.games_won, other.difference) == ("B", 0, 0, 76)
