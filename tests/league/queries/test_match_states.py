"""What counts, what sends somebody on, and what the clock makes of a sheet."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.actions.acceptance import take_back_match
from league.actions.departures import leave
from league.actions.disputes import dispute_match, settle_dispute
from league.actions.errors import ActionError
from league.actions.postponements import postpone_match
from league.actions.rounds import close_round
from league.models import Entrant, Match, Round
from league.queries.brackets import bracket_state
from league.queries.match_states import accepted_since, sheet_state
from league.queries.matches import load_match
from league.queries.player_standings import player_standings_of
from league.queries.results import hall_of
from league.queries.stages import missing_in
from league.queries.standings import standings_of
from tests.league.answers import accept, ask, hand_in, written
from tests.league.brackets import made, match_in, seated, win
from tests.league.evenings import begin, play

pytestmark = pytest.mark.django_db


def points(competition):
    return {place.entry.pk: place.row.match_points for place in standings_of(competition).rows}


def dispute(match, by, side="b"):
    assert dispute_match(match, side=side, words="Not what we played", by=by)


def begin_hours_ago(match, hours):
    Round.objects.filter(pk=match.round_id).update(
        starts_at=timezone.now() - timedelta(hours=hours)
    )
    match.refresh_from_db()
    match.round.refresh_from_db()
    return match


@pytest.mark.parametrize("acceptance", ["one", "other"])
def test_what_is_over_counts_in_the_table_before_and_after_it_is_accepted(
    make_match, organizer, acceptance
):
    match = written(make_match())
    ask(match, acceptance=acceptance)
    winner = match.entry_a_id
    competition = match.round.stage.competition
    assert points(competition)[winner] == 2
    hand_in(match, organizer)
    assert points(competition)[winner] == 2
    accept(match, organizer)
    assert points(competition)[winner] == 2


@pytest.mark.parametrize("acceptance", ["one", "other"])
def test_a_disputed_result_counts_for_nobody_until_it_is_settled(
    make_match, scorekeeper, organizer, acceptance
):
    match = written(make_match())
    ask(match, acceptance=acceptance)
    competition = match.round.stage.competition
    hand_in(match, scorekeeper)
    dispute(match, scorekeeper)
    table = standings_of(competition)
    assert set(points(competition).values()) == {0}
    assert [view.match for view in table.facts.unsettled] == [match]
    assert table.round_done == 0
    settle_dispute(match, how="stands", words="Both papers say so", by=organizer)
    assert points(competition)[match.entry_a_id] == 2


def test_where_partners_rotate_a_disputed_table_counts_for_none_of_the_four(
    make_competition, make_round, make_entry, make_match, organizer
):
    competition = make_competition(entries=0)
    pairs = [make_entry(competition) for _time in range(2)]
    competition.entries.update(for_one_round=True)
    Entrant.objects.filter(competition=competition).update(entry=None)
    night = make_round(competition, kind="rotating")
    match = written(make_match(round=night, entry_a=pairs[0], entry_b=pairs[1]))
    assert [place.row.match_points for place in player_standings_of(competition).rows] == [
        2,
        2,
        0,
        0,
    ]
    dispute(match, organizer)
    assert {place.row.match_points for place in player_standings_of(competition).rows} == {0}


def test_a_disputed_table_is_missing_for_the_next_draw_and_for_closing_the_round(
    make_competition, make_round, make_match, organizer
):
    competition = make_competition(entries=4)
    night = make_round(competition, kind="swiss")
    good, bad = (written(make_match(round=night)) for _time in range(2))
    dispute(bad, organizer)
    assert [view.match for view in missing_in(night.stage)] == [bad]
    hall = hall_of(night)
    assert [view.match for view in hall.not_over] == [bad]
    assert [tile.mood for tile in hall.tiles] == ["disputed", "done"]
    assert good.table != bad.table
    with pytest.raises(ActionError, match=f"table {bad.table}"):
        close_round(night, with_missing=False, by=organizer)


def test_a_bracket_goes_on_from_an_accepted_result_alone(make_competition, organizer, scorekeeper):
    stage = made(make_competition(entries=4, sheets={"acceptance": "other"}), organizer)
    for slot in ("W1-1", "W1-2"):
        match = win(stage, slot, "a", organizer)
        assert match_in(stage, slot).pk == match.pk
    assert "F1-1" not in seated(stage)
    assert bracket_state(stage).champion is None
    for slot in ("W1-1", "W1-2"):
        match = match_in(stage, slot)
        hand_in(match, scorekeeper)
        accept(match, scorekeeper)
    assert seated(stage)["F1-1"] == (1, 2)


def test_a_dispute_takes_the_winner_out_of_the_next_match_and_settling_puts_him_back(
    make_competition, organizer
):
    stage = made(make_competition(entries=4), organizer)
    for slot in ("W1-1", "W1-2"):
        win(stage, slot, "a", organizer)
    semi = match_in(stage, "W1-1")
    dispute(semi, organizer)
    assert "F1-1" not in seated(stage)
    settle_dispute(semi, how="stands", words="Read again", by=organizer)
    assert seated(stage)["F1-1"] == (1, 2)


@pytest.mark.parametrize(
    ("late", "hours", "forfeits"),
    [
        ("nothing", 100, False),
        ("stands", 100, False),
        ("forfeit", 71, False),
        ("forfeit", 73, True),
    ],
)
def test_a_match_of_which_nothing_came_is_forfeited_by_the_stated_rule_alone(
    make_match, late, hours, forfeits
):
    match = begin_hours_ago(make_match(), hours)
    ask(match, late=late)
    view = load_match(match)
    assert (view.forfeit, view.late) == (("both", True) if forfeits else (None, False))
    standings = standings_of(match.round.stage.competition)
    assert [place.row.lost for place in standings.rows] == [int(forfeits)] * 2


def test_putting_a_late_match_off_takes_the_forfeit_back(make_match, organizer):
    match = begin_hours_ago(make_match(), 80)
    ask(match, late="forfeit")
    later = timezone.now() + timedelta(days=3)
    postpone_match(match, starts_at=later, reason="Snow", by=organizer)
    assert load_match(match).forfeit is None


def test_a_begun_match_is_not_forfeited_by_the_clock(make_match, scorekeeper):
    match = make_match()
    begin(match, scorekeeper)
    play(match, scorekeeper, 160)
    begin_hours_ago(match, 80)
    ask(match, late="forfeit")
    assert load_match(match).forfeit is None


def test_a_sheet_that_nobody_answers_stands_by_the_rule_and_becomes_final(make_match, scorekeeper):
    match = written(make_match())
    ask(match, acceptance="other", late="stands")
    hand_in(match, scorekeeper)
    match.refresh_from_db()
    now = match.submitted_at

    def state(hours):
        return sheet_state(load_match(match), now + timedelta(hours=hours))

    assert [state(hours) for hours in (71, 73, 72 + 47, 72 + 49)] == [
        "submitted",
        "provisional",
        "provisional",
        "final",
    ]
    assert accepted_since(match, now + timedelta(hours=73)) == now + timedelta(hours=72)
    Match.objects.update(submitted_at=now - timedelta(hours=73))
    with pytest.raises(ActionError, match="stands by the rule"):
        take_back_match(match, by=scorekeeper)


def test_a_closed_window_is_final_at_once(make_match, scorekeeper):
    match = written(make_match())
    ask(match, window=0)
    accept(match, scorekeeper)
    match.refresh_from_db()
    assert sheet_state(load_match(match), timezone.now()) == "final"


def test_a_disputed_result_is_no_forfeit_either_when_one_of_the_two_leaves(
    make_match, scorekeeper, organizer
):
    match = written(make_match())
    competition = match.round.stage.competition
    dispute(match, scorekeeper)
    leave(match.entry_a, state="withdrawn", reason="moved", by=organizer)
    assert standings_of(competition).facts.results == ()
    settle_dispute(match, how="stands", words="Both papers say so", by=organizer)
    assert [len(one.games) for one in standings_of(competition).facts.results] == [1]
