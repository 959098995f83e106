"""What enters the standings and what does not: voids, forfeits, byes, drafts, penalties."""

import pytest
from django.utils import timezone

from league.models import Adjustment, Bye, Hand, Round, Stage
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


def test_a_hand_struck_out_and_played_again_counts_once(league):
    a, b = enter(league, "Anne"), enter(league, "Joe")
    game = seat(meet(Stage.objects.create(competition=league, number=1), a, b))
    write_hands(game, [(150, 12)] * 3)
    write_hands(game, [(162, 0)], status=Hand.Status.VOID)
    write_hands(game, [(140, 22)])
    assert drawn(standings_of(league)) == lines(
        """
        1 Anne 1 1-0-0 590 58 +532 2
        2 Joe  1 0-0-1 58 590 -532 0
        """
    )


def test_an_undone_hand_does_not_count(league):
    a, b = enter(league, "Anne"), enter(league, "Joe")
    game = seat(meet(Stage.objects.create(competition=league, number=1), a, b))
    write_hands(game, [(150, 12)] * 3)
    write_hands(game, [(162, 0)], status=Hand.Status.UNDONE)
    table = standings_of(league)
    assert [place.row.played for place in table.rows] == [0, 0]
    assert len(table.playing) == 1


def test_a_forfeit_gives_the_points_of_the_points_table_and_no_game(league):
    play_cross_table(
        league,
        """
                Anne    Joe
        Anne     -      W-F
        Joe              -
        """,
    )
    assert drawn(standings_of(league)) == lines(
        """
        1 Anne 0 1-0-0 0 0 +0 2
        2 Joe  0 0-0-1 0 0 +0 0
        """
    )


def test_both_forfeiting_neither_wins(league):
    play_cross_table(
        league,
        """
                Anne    Joe
        Anne     -      F-F
        Joe              -
        """,
    )
    assert [(p.row.rank, p.row.lost) for p in standings_of(league).rows] == [(1, 1), (1, 1)]


def test_a_championship_match_leaves_the_table_as_it_was(league, make_round, make_match):
    entries = play_cross_table(
        league,
        """
                Anne    Joe
        Anne     -    512-340
        Joe             -
        """,
    )
    before = drawn(standings_of(league))
    final = make_round(league, kind=Stage.Kind.CHAMPIONSHIP, best_of=3)
    match = make_match(
        league, round=final, entry_a=entries["Joe"], entry_b=entries["Anne"], table=1
    )
    write_result(match, "510-0")
    write_result(match, "510-0")
    assert drawn(standings_of(league)) == before


@pytest.mark.parametrize(
    ("state", "begun", "byes"),
    [("draft", False, 0), ("published", False, 0), ("published", True, 1), ("closed", False, 1)],
)
def test_a_bye_counts_once_its_night_is_played(league, make_round, state, begun, byes):
    a, b, sitting = (enter(league, name) for name in ("Anne", "Joe", "Mairi"))
    found = make_round(league, state=state)
    Bye.objects.create(round=found, entry=sitting)
    if begun:
        write_result(meet(found.stage, a, b), "512-340")
    row = {p.entry.pk: p.row for p in standings_of(league).rows}[sitting.pk]
    assert (row.byes, row.match_points, row.played) == (byes, 2 * byes, 0)


def test_a_draft_round_is_as_if_it_were_not_there(league):
    play_cross_table(
        league,
        """
                Anne    Joe
        Anne     -    512-340
        Joe             -
        """,
    )
    Round.objects.update(state=Round.State.DRAFT)
    table = standings_of(league)
    assert [place.row.played for place in table.rows] == [0, 0]
    assert [place.next_match for place in table.rows] == [None, None]
    assert table.rounds_total == 0


def test_a_penalty_taken_off_again_leaves_the_table_as_it_was(league):
    entries = play_cross_table(
        league,
        """
                Anne    Joe
        Anne     -    512-340
        Joe             -
        """,
    )
    before = standings_of(league).rows
    penalty = Adjustment.objects.create(
        entry=entries["Anne"], match_points=-3, points=-20, reason="late sheet"
    )
    assert drawn(standings_of(league)) == lines(
        """
        1 Joe  1 0-0-1 340 512 -172  0
        2 Anne 1 1-0-0 492 340 +152 -1
        """
    )
    penalty.removed_at = timezone.now()
    penalty.save()
    assert standings_of(league).rows == before
