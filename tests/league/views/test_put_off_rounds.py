"""A match that is put off while rounds are drawn one by one: named, waited for by nobody, and
those two not drawn against each other before it is played."""

from collections.abc import Callable
from datetime import timedelta
from html import unescape

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from league.actions.entrants import add_players
from league.actions.postponements import play_with_round, postpone_match
from league.actions.results import Totals, record_totals
from league.actions.stages import StagePlan, add_stage
from league.models import Competition, Match, Player, Stage, User
from league.queries.next_rounds import inputs_of
from league.queries.player_standings import player_standings_of
from league.queries.standings import standings_of
from tests.league.views.test_stages import draw, pairs, publish

Make = Callable[..., Competition]


@pytest.fixture
def desk(client_of: Callable[..., Client], organizer: User) -> Client:
    return client_of(organizer)


def evening_of(make: Make, by: User, kind: str, entries: int, rounds: int) -> Stage:
    competition = make(entries=entries, state="open", kind="tournament")
    return add_stage(competition, StagePlan(kind=kind, rounds=rounds), by=by)


def play_but(put_off: Match, by: User) -> None:
    for match in put_off.round.matches.exclude(pk=put_off.pk):
        record_totals(match, [Totals(number=1, a=510, b=400)], stamp="", by=by)


def put_one_off(desk: Client, stage: Stage, by: User) -> Match:
    """Round 1 with everything played but table 1, which is put off."""
    draw(desk, stage, 1)
    match = publish(desk, stage).matches.get(table=1)
    postpone_match(match, starts_at=None, reason="snow", by=by)
    play_but(match, by)
    return match


@pytest.mark.parametrize("kind", ["swiss", "random"])
def test_the_next_round_is_drawn_without_a_tick_and_says_what_is_put_off(
    kind: str, desk: Client, make_competition: Make, organizer: User
) -> None:
    stage = evening_of(make_competition, organizer, kind, 6, 4)
    match = put_one_off(desk, stage, organizer)
    page = unescape(desk.get(f"/stages/{stage.pk}/").content.decode())
    assert "All results are in but for what is put off." in page
    assert "result is missing" not in page
    assert f"Round 1, {match}" in page
    assert draw(desk, stage, 2).status_code == 302
    found = publish(desk, stage)
    assert (found.draw["missing"], found.draw["put_off"]) == ([], [[1, 1]])
    assert "Put off when this was drawn, so without points yet: round 1, table 1." in (
        desk.get(f"/stages/{stage.pk}/").content.decode()
    )
    call_command("check_draw", str(stage.competition_id))


def test_a_sheet_that_is_missing_beside_it_still_needs_the_tick(
    desk: Client, make_competition: Make, organizer: User
) -> None:
    stage = evening_of(make_competition, organizer, "swiss", 6, 4)
    draw(desk, stage, 1)
    match = publish(desk, stage).matches.get(table=1)
    postpone_match(match, starts_at=None, reason="snow", by=organizer)
    refused = draw(desk, stage, 2)
    assert refused.status_code == 422
    page = refused.content.decode()
    assert "No result yet from: round 1, table 2, round 1, table 3." in page
    assert draw(desk, stage, 2, with_missing="on").status_code == 302
    assert stage.rounds.get(number=2).draw["missing"] == [[1, 2], [1, 3]]


@pytest.mark.parametrize("kind", ["swiss", "random"])
@pytest.mark.parametrize("entries", [4, 5])
def test_those_two_never_meet_again_while_it_is_open_even_when_others_meet_twice(
    kind: str, entries: int, desk: Client, make_competition: Make, organizer: User
) -> None:
    stage = evening_of(make_competition, organizer, kind, entries, 7)
    match = put_one_off(desk, stage, organizer)
    open_pair = {match.entry_a_id, match.entry_b_id}
    again = 0
    met: set[frozenset[int]] = set()
    for number in range(2, 8):
        assert draw(desk, stage, number).status_code == 302
        found = publish(desk, stage)
        assert open_pair not in pairs(found)
        again += len(met & pairs(found))
        met |= pairs(found)
        for other in found.matches.all():
            record_totals(other, [Totals(number=1, a=510, b=400)], stamp="", by=organizer)
    assert again > 0
    call_command("check_draw", str(stage.competition_id))


def test_it_adds_nothing_and_once_played_they_have_met(
    desk: Client, make_competition: Make, organizer: User
) -> None:
    stage = evening_of(make_competition, organizer, "swiss", 6, 4)
    match = put_one_off(desk, stage, organizer)
    rows = {place.entry.pk: place.row for place in standings_of(stage.competition).rows}
    assert (rows[match.entry_a_id].played, rows[match.entry_a_id].match_points) == (0, 0)
    field = {one["id"]: one for one in inputs_of(stage, 2)["field"]}
    assert field[match.entry_a_id]["met"] == {}
    assert field[match.entry_a_id]["waiting"] == [match.entry_b_id]
    record_totals(match, [Totals(number=1, a=510, b=400)], stamp="", by=organizer)
    field = {one["id"]: one for one in inputs_of(stage, 2)["field"]}
    assert field[match.entry_a_id]["met"] == {str(match.entry_b_id): 1}
    assert "waiting" not in field[match.entry_a_id]


def test_a_draft_drawn_before_says_that_a_match_was_put_off_since(
    desk: Client, make_competition: Make, organizer: User
) -> None:
    stage = evening_of(make_competition, organizer, "swiss", 6, 4)
    draw(desk, stage, 1)
    match = publish(desk, stage).matches.get(table=1)
    play_but(match, organizer)
    draw(desk, stage, 2, with_missing="on")
    then = timezone.now() + timedelta(days=3)
    postpone_match(match, starts_at=then, reason="snow", by=organizer)
    assert "Not in this draft" in desk.get(f"/stages/{stage.pk}/").content.decode()


def test_two_with_nobody_else_left_are_told_to_play_it_first_and_can_go_on(
    desk: Client, make_competition: Make, organizer: User
) -> None:
    stage = evening_of(make_competition, organizer, "swiss", 2, 3)
    match = put_one_off(desk, stage, organizer)
    refused = draw(desk, stage, 2)
    assert refused.status_code == 422
    assert "Play one of these first" in refused.content.decode()
    assert stage.rounds.count() == 1
    play_with_round(match, by=organizer)
    assert draw(desk, stage, 2, with_missing="on").status_code == 302


def test_rotating_partners_of_a_match_put_off_are_no_partners_before_it(
    desk: Client,
    make_competition: Make,
    make_player: Callable[..., Player],
    organizer: User,
) -> None:
    competition = make_competition(entries=0, state="open", kind="tournament")
    stage = add_stage(competition, StagePlan(kind="rotating", rounds=9), by=organizer)
    add_players(competition, [make_player() for _n in range(8)], by=organizer)
    match = put_one_off(desk, stage, organizer)
    couples = [
        {pair.first_id, pair.second_id}
        for pair in (match.entry_a.partnership, match.entry_b.partnership)
    ]
    for number in range(2, 10):
        assert draw(desk, stage, number).status_code == 302
        found = publish(desk, stage)
        for other in found.matches.all():
            for entry in (other.entry_a, other.entry_b):
                assert {entry.partnership.first_id, entry.partnership.second_id} not in couples
            record_totals(other, [Totals(number=1, a=510, b=400)], stamp="", by=organizer)
    played = {row.player.pk: row.row.played for row in player_standings_of(competition).rows}
    assert set(played.values()) == {8, 9}
    call_command("check_draw", str(competition.pk))
