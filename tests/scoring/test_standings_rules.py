"""Ranking rules as data: lossless JSON, and refusals by name (docs/RULES.md 11)."""

from fractions import Fraction

import pytest

from scoring.standings_rules import PointsSystem, RankBy, StandingsError, StandingsRules, TieMode
from scoring.tie_breaks import TieBreak


def test_ranking_rules_come_back_from_json_as_they_were():
    whole = StandingsRules(
        points=PointsSystem(win=1, draw=Fraction(1, 2), bye=Fraction(3, 4), bye_for=250),
        rank_by=RankBy.GAMES_WON,
        tie_breaks=tuple(TieBreak),
        tie_mode=TieMode.CONTINUE,
        lot_seed="cut",
        difference_cap=300,
    )
    assert StandingsRules.from_json(whole.to_json()) == whole
    assert whole.to_json()["points"]["draw"] == 0.5  # type: ignore[index]
    assert StandingsRules.from_json({}) == StandingsRules()


def test_a_decimal_counts_as_it_is_written():
    read = PointsSystem.from_json({"win": 0.1, "draw": Fraction(1, 3), "loss": 2.0})
    assert (read.win, read.draw, read.loss) == (Fraction(1, 10), Fraction(1, 3), 2)


@pytest.mark.parametrize(
    ("data", "code", "field"),
    [
        ([], "bad_value", "rules"),
        ({"points": 3}, "bad_value", "points"),
        ({"points": {"won": 3}}, "unknown_field", "points.won"),
        ({"points": {"win": "3"}}, "bad_value", "win"),
        ({"points": {"win": True}}, "bad_value", "win"),
        ({"points": {"win": 1e300}}, "bad_value", "win"),
        ({"points": {"win": float("nan")}}, "bad_value", "win"),
        ({"points": {"bye_for": 0.5}}, "bad_value", "bye_for"),
        ({"points": {"bye_for": 10**10}}, "bad_value", "bye_for"),
        ({"rank_by": "luck"}, "bad_value", "rank_by"),
        ({"rank_by": None}, "bad_value", "rank_by"),
        ({"tie_breaks": ["luck"]}, "bad_value", "tie_breaks"),
        ({"tie_breaks": "lot"}, "bad_value", "tie_breaks"),
        ({"tie_mode": ["restart"]}, "bad_value", "tie_mode"),
        ({"lot_seed": 7}, "bad_value", "lot_seed"),
        ({"difference_cap": -1}, "bad_value", "difference_cap"),
        ({"cap": 300}, "unknown_field", "rules.cap"),
    ],
)
def test_ranking_rules_that_cannot_be_are_refused_by_name(data, code, field):
    with pytest.raises(StandingsError) as wrong:
        StandingsRules.from_json(data)
    assert (wrong.value.code, wrong.value.params["field"]) == (code, field)
