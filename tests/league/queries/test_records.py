"""What a player and a partnership have done, from hands whose outcome is known."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.models import Hand, HandRun, Player, Round, Stage
from league.queries.partnerships import history_of_partnership
from league.queries.players import history_of_player
from tests.league.cross_tables import (
    enter,
    meet,
    play_cross_table,
    seat,
    write_hands,
    write_result,
)


@pytest.fixture
def league(make_competition):
    return make_competition(entries=0)


@pytest.fixture
def evening(league):
    """Anne's pair (N, S) and Joe's: 140-62, 162-0 bait, 0-81 half-bait, void, 150-12, 100-62."""
    a, b = enter(league, "Anne"), enter(league, "Joe")
    match = meet(Stage.objects.create(competition=league, number=1), a, b)
    game = seat(match)
    [first] = write_hands(
        game,
        [(140, 62)],
        count_ns=100,
        count_ew=62,
        total=202,
        bella_seat="N",
        bella_call="last",
    )
    HandRun.objects.create(hand=first, seat="N", twenties=1)
    write_hands(game, [(162, 0)], caller="E", verdict="bait", count_ns=100, count_ew=62)
    write_hands(game, [(0, 81)], caller="S", verdict="half_bait", count_ns=81, count_ew=81)
    write_hands(game, [(0, 162)], caller="N", verdict="bait", status=Hand.Status.VOID)
    write_hands(game, [(150, 12)])
    write_hands(game, [(100, 62)])
    return match


def test_a_partnership_has_the_calls_runs_and_bella_of_both(evening):
    record = history_of_partnership(evening.entry_a.partnership).total
    assert (record.played, record.won, record.lost, record.drawn) == (1, 1, 0, 0)
    assert (record.points_for, record.points_against, record.difference) == (552, 217, 335)
    assert (record.games, record.games_won, record.best_game) == (1, 1, 552)
    assert (record.hands, record.calls, record.made) == (5, 4, 3)
    assert (record.baits, record.half_baits) == (0, 1)
    assert (record.twenties, record.fifties, record.hundreds, record.bellas) == (1, 0, 0, 1)


def test_the_other_side_has_its_bait_and_its_points(evening):
    record = history_of_partnership(evening.entry_b.partnership).total
    assert (record.won, record.lost) == (0, 1)
    assert (record.points_for, record.points_against) == (217, 552)
    assert (record.calls, record.made, record.baits, record.half_baits) == (1, 0, 1, 0)
    assert (record.twenties, record.bellas) == (0, 0)


def test_each_player_has_what_came_from_his_own_chair(evening):
    north = history_of_player(evening.entry_a.partnership.first).total
    south = history_of_player(evening.entry_a.partnership.second).total
    assert (north.calls, north.made, north.half_baits, north.bellas) == (3, 3, 0, 1)
    assert (south.calls, south.made, south.half_baits, south.bellas) == (1, 0, 1, 0)
    assert north.points_for == south.points_for == 552
    assert north.won == south.won == 1


def test_a_substitute_has_the_evening_and_the_partnership_keeps_the_result(league):
    a, b = enter(league, "Anne"), enter(league, "Joe")
    match = meet(Stage.objects.create(competition=league, number=1), a, b)
    sub = Player.objects.create(club=league.club, name="Stan Kowalski")
    pair = a.partnership
    game = seat(
        match,
        people={
            "N": sub,
            "E": b.partnership.first,
            "S": pair.second,
            "W": b.partnership.second,
        },
    )
    write_hands(game, [(150, 12)] * 4)
    assert history_of_partnership(pair).total.won == 1
    assert history_of_player(sub).total.won == 1
    assert history_of_player(sub).total.calls == 4
    assert history_of_player(pair.first).total.played == 0
    assert history_of_player(pair.second).total.won == 1


def test_a_match_in_play_is_listed_and_not_counted(league):
    a, b = enter(league, "Anne"), enter(league, "Joe")
    match = meet(Stage.objects.create(competition=league, number=1), a, b)
    write_hands(seat(match), [(150, 12)] * 3)
    past = history_of_player(a.partnership.first)
    assert (past.total.played, past.total.hands, past.total.points_for) == (0, 0, 0)
    assert [view.match for view in past.playing] == [match]
    assert past.matches == ()


def test_totals_and_forfeits_count_as_matches_without_hands(league):
    entries = play_cross_table(
        league,
        """
                Anne    Joe      Mairi
        Anne     -    512-340    F-W
        Joe             -        F-F
        Mairi                    -
        """,
    )
    anne = history_of_player(entries["Anne"].partnership.first).total
    assert (anne.played, anne.won, anne.lost, anne.forfeits, anne.hands) == (1, 1, 1, 1, 0)
    assert (anne.points_for, anne.points_against) == (512, 340)
    joe = history_of_partnership(entries["Joe"].partnership).total
    assert (joe.played, joe.lost, joe.forfeits) == (1, 2, 1)


def test_each_competition_has_its_own_record(league, make_competition, make_entry):
    entries = play_cross_table(
        league,
        """
                Anne    Joe
        Anne     -    512-340
        Joe             -
        """,
    )
    cup = make_competition(entries=0, name="Spring cup")
    pairs = [make_entry(cup, entries[name].partnership) for name in ("Anne", "Joe")]
    write_result(meet(Stage.objects.create(competition=cup, number=1), *pairs), "300-505")
    past = history_of_partnership(entries["Anne"].partnership)
    assert (past.total.won, past.total.lost) == (1, 1)
    assert {one.name: (record.won, record.lost) for one, record in past.by_competition} == {
        "Winter league": (1, 0),
        "Spring cup": (0, 1),
    }


def test_a_bella_said_too_early_is_not_counted(league):
    a, b = enter(league, "Anne"), enter(league, "Joe")
    match = meet(Stage.objects.create(competition=league, number=1), a, b)
    game = seat(match)
    write_hands(
        game,
        [(100, 62)],
        count_ns=100,
        count_ew=62,
        bella_seat="N",
        bella_call="first",
    )
    write_hands(game, [(150, 12)] * 3)
    assert history_of_partnership(a.partnership).total.bellas == 0


def test_what_comes_next_stands_in_order_of_days_and_those_without_a_day_last(league):
    entries = play_cross_table(
        league,
        """
                Anne    Joe      Mairi    Donna
        Anne     -      ...      ...      ...
        Joe             -        -        -
        Mairi                    -        -
        Donna                             -
        """,
    )
    now = timezone.now()
    for number, day in ((1, None), (2, now + timedelta(days=9)), (3, now + timedelta(days=2))):
        Round.objects.filter(number=number).update(starts_at=day)
    coming = history_of_player(entries["Anne"].partnership.first).coming
    assert [view.match.round.number for view in coming] == [3, 2, 1]
