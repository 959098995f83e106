"""Standings of known results, drawn as cross-tables."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Game, Round, Stage
from league.queries.standings import standings_of
from tests.league.cross_tables import (
    drawn,
    enter,
    lines,
    meet,
    play_cross_table,
    seat,
    write_hands,
    write_result,
)


@pytest.fixture
def league(make_competition):
    return make_competition(entries=0)


def test_a_cross_table_gives_the_standings_worked_out_by_hand(league):
    play_cross_table(
        league,
        """
                Anne    Joe      Mairi    Donna
        Anne     -    512-340  430-505  520-210
        Joe             -      515-400  501-499
        Mairi                    -      500-120
        Donna                             -
        """,
    )
    assert drawn(standings_of(league)) == lines(
        """
        1 Anne   3  2-0-1  1462 1055 +407  4
        2 Mairi  3  2-0-1  1405 1065 +340  4
        3 Joe    3  2-0-1  1356 1411 -55   4
        4 Donna  3  0-0-3  829  1521 -692  0
        """
    )


def test_each_row_says_by_what_it_stands_above_the_next(league):
    play_cross_table(
        league,
        """
                Anne    Joe      Mairi    Donna
        Anne     -    512-340  430-505  520-210
        Joe             -      515-400  501-499
        Mairi                    -      500-120
        Donna                             -
        """,
    )
    rows = [place.row for place in standings_of(league).rows]
    assert [(row.decided_by, row.decided_values) for row in rows] == [
        ("points_difference", (407, 340)),
        ("points_difference", (340, -55)),
        ("match_points", (4, 0)),
        (None, None),
    ]


def test_a_match_in_play_adds_nothing_and_is_listed_apart(league):
    play_cross_table(
        league,
        """
                Anne    Joe      Mairi    Donna
        Anne     -    512-340    ...      ...
        Joe             -        ...      ...
        Mairi                    -      312*288
        Donna                             -
        """,
    )
    table = standings_of(league)
    assert drawn(table) == lines(
        """
        1 Anne   1  1-0-0  512 340 +172  2
        2 Mairi  0  0-0-0  0   0   +0    0
        2 Donna  0  0-0-0  0   0   +0    0
        4 Joe    1  0-0-1  340 512 -172  0
        """
    )
    assert [(view.match.round.number, view.match.table) for view in table.playing] == [(1, 2)]
    assert (table.round_done, table.rounds_total, table.missing) == (1, 3, 0)


def test_a_postponed_match_adds_nothing_and_is_counted_as_missing(league):
    play_cross_table(
        league,
        """
                Anne    Joe      Mairi    Donna
        Anne     -    512-340    ...      ...
        Joe             -        ...      ...
        Mairi                    -        ...
        Donna                             -
        """,
    )
    Round.objects.filter(number=1).update(state=Round.State.CLOSED)
    table = standings_of(league)
    assert [place.row.played for place in table.rows] == [1, 0, 0, 1]
    assert [place.row.drawn for place in table.rows] == [0, 0, 0, 0]
    assert table.missing == 1


def test_what_is_next_is_the_match_in_play_and_else_the_first_that_waits(league):
    entries = play_cross_table(
        league,
        """
                Anne    Joe      Mairi    Donna
        Anne     -    512-340    ...      ...
        Joe             -        ...      ...
        Mairi                    -      312*288
        Donna                             -
        """,
    )
    following = {place.entry.pk: place.next_match for place in standings_of(league).rows}
    assert following[entries["Mairi"].pk].state == "playing"
    assert following[entries["Anne"].pk].match.entry_b == entries["Mairi"]
    assert following[entries["Anne"].pk].match.round.number == 2


def test_three_who_beat_each_other_share_a_place_and_keep_their_order(league):
    play_cross_table(
        league,
        """
                Anne    Joe      Mairi
        Anne     -    510-400  400-510
        Joe             -      510-400
        Mairi                    -
        """,
    )
    first = standings_of(league).rows
    assert [place.row.rank for place in first] == [1, 1, 1]
    assert [p.entry.pk for p in standings_of(league).rows] == [p.entry.pk for p in first]


def test_a_best_of_three_counts_as_one_match_of_two_games(league):
    entries = [enter(league, name) for name in ("Anne", "Joe")]
    stage = Stage.objects.create(competition=league, number=1, best_of=3)
    match = meet(stage, *entries)
    write_result(match, "510-300")
    assert [place.row.played for place in standings_of(league).rows] == [0, 0]
    write_result(match, "505-499")
    assert drawn(standings_of(league)) == lines(
        """
        1 Anne 1 1-0-0 1015 799 +216 2
        2 Joe  1 0-0-1 799 1015 -216 0
        """
    )


def test_who_won_on_the_sheet_has_won_in_the_table(make_competition):
    """RULES 7, `both_over` caller: both are over 500 and the calling side wins from behind."""
    league = make_competition(entries=0, options={"both_over": "caller"})
    a, b = enter(league, "Anne"), enter(league, "Joe")
    game = seat(meet(Stage.objects.create(competition=league, number=1), a, b))
    write_hands(game, [(162, 100)] * 3)
    write_hands(game, [(20, 282)], caller="N")
    assert drawn(standings_of(league)) == lines(
        """
        1 Anne 1 1-0-0 506 582 -76 2
        2 Joe  1 0-0-1 582 506 +76 0
        """
    )


@pytest.mark.django_db
def test_thirty_entries_cost_no_more_statements_than_three(make_competition):
    counts = []
    for size in (1, 3, 30):
        league = make_competition(entries=0, name=f"League of {size}")
        stage = Stage.objects.create(competition=league, number=1)
        entries = [enter(league, f"P{number}") for number in range(size + 1)]
        for a, b in zip(entries[::2], entries[1::2], strict=False):
            write_hands(seat(meet(stage, a, b)), [(150, 12)] * 4)
        with CaptureQueriesContext(
            connection,
        ) as captured:
            standings_of(league)
        counts.append(len(captured))
    assert counts[0] == counts[1] == counts[2]
    assert Game.objects.count() > 15
