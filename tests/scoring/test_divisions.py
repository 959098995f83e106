"""Promotion and relegation, with ties at the lines."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.divisions import Exchange, Line, Move, TieAtTheLine, promote_and_relegate
from scoring.season import SeasonError


@dataclass(frozen=True)
class Place:
    entry: str
    rank: int


def division(text: str) -> list[Place]:
    """Entries with their ranks: "1 A, 1 B, 3 C"."""
    words = [one.split() for one in text.split(",")]
    return [Place(entry, int(rank)) for rank, entry in words]


TOP = division("1 A, 2 B, 3 C, 4 D")
MIDDLE = division("1 E, 2 F, 3 G, 4 H")
LOW = division("1 I, 2 J, 3 K")


def test_the_last_go_down_and_the_best_come_up():
    after = promote_and_relegate(
        [TOP, MIDDLE, LOW], [Exchange(down=1, up=1), Exchange(down=2, up=1)]
    )
    assert after.divisions == (
        ("A", "B", "C", "E"),
        ("D", "F", "I"),
        ("G", "H", "J", "K"),
    )
    assert after.moves == (
        Move(entry="D", before=0, after=1),
        Move(entry="E", before=1, after=0),
        Move(entry="G", before=1, after=2),
        Move(entry="H", before=1, after=2),
        Move(entry="I", before=2, after=1),
    )


def test_one_division_or_none_stays_as_it_is():
    assert promote_and_relegate([TOP], []).divisions == (("A", "B", "C", "D"),)
    assert promote_and_relegate([], []).divisions == ()


def test_every_tie_at_a_line_is_refused_with_who_is_level_across_it():
    top = division("1 A, 2 B, 2 C, 2 D")
    low = division("1 E, 1 F, 3 G")
    with pytest.raises(TieAtTheLine) as refused:
        promote_and_relegate([top, low], [Exchange(down=1, up=1)])
    assert refused.value.code == "tie_at_the_line"
    assert refused.value.lines == (
        Line(division=0, direction="down", tied=("B", "C", "D"), places_left=2),
        Line(division=1, direction="up", tied=("E", "F"), places_left=1),
    )


def test_ties_put_in_order_by_play_off_or_lot_are_taken():
    top = division("1 A, 2 B, 2 C, 2 D")
    low = division("1 E, 1 F, 3 G")
    after = promote_and_relegate(
        [top, low],
        [Exchange(down=1, up=1)],
        settled={(0, "down"): ["D", "B", "C"], (1, "up"): ["F", "E"]},
    )
    assert after.divisions == (("A", "B", "D", "F"), ("C", "E", "G"))


def test_a_tie_away_from_the_line_stops_nothing():
    after = promote_and_relegate([division("1 A, 1 B, 3 C"), LOW], [Exchange(down=1, up=1)])
    assert after.divisions == (("A", "B", "I"), ("C", "J", "K"))


LEVEL = division("1 E, 1 F, 1 G")


@pytest.mark.parametrize(
    ("tables", "exchanges", "settled", "code"),
    [
        ([TOP, LOW], [], {}, "bad_value"),
        ([TOP, LOW], [Exchange(down=-1, up=0)], {}, "bad_value"),
        ([TOP, LOW], [Exchange(down=0, up=-1)], {}, "bad_value"),
        ([TOP, LOW], [Exchange(down=1, up=4)], {}, "too_few"),
        ([TOP, TOP], [Exchange(down=1, up=1)], {}, "duplicate_entry"),
        ([TOP, LOW], [Exchange(down=1, up=1)], {(0, "up"): ["A"]}, "unknown_line"),
        ([TOP, LOW], [Exchange(down=1, up=1)], {(0, "down"): ["C", "D"]}, "not_the_tied"),
        (
            [TOP, LEVEL, LOW],
            [Exchange(down=1, up=1)] * 2,
            {(1, "up"): ["E", "F", "G"], (1, "down"): ["G", "F", "E"]},
            "lines_cross",
        ),
    ],
)
def test_exchanges_that_cannot_be_are_refused(tables, exchanges, settled, code):
    with pytest.raises(SeasonError) as refused:
        promote_and_relegate(tables, exchanges, settled=settled)
    assert refused.value.code == code


@given(st.lists(st.integers(2, 6), min_size=2, max_size=4), st.data())
def test_nobody_is_lost_and_nobody_jumps(sizes, data):
    tables = [[Place(f"{n}-{at}", at + 1) for at in range(size)] for n, size in enumerate(sizes)]
    exchanges = [Exchange(down=data.draw(st.integers(0, 1)), up=1) for _ in sizes[1:]]
    after = promote_and_relegate(tables, exchanges)
    everybody = sorted(row.entry for table in tables for row in table)
    assert sorted(entry for one in after.divisions for entry in one) == everybody
    assert all(abs(move.before - move.after) == 1 for move in after.moves)
    for size, division_after, n in zip(sizes, after.divisions, range(len(sizes)), strict=True):
        above = exchanges[n - 1] if n else Exchange(down=0, up=0)
        below = exchanges[n] if n < len(exchanges) else Exchange(down=0, up=0)
        assert len(division_after) == size + above.down - above.up - below.down + below.up
