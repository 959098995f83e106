"""The table of a match that is made up: free that night, or refused with one that is."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.actions.clashes import TableTaken
from league.actions.finals import create_final
from league.actions.late_entries import LatePlan, add_late_entries
from league.actions.postponements import play_with_round, postpone_match
from league.actions.results import Totals, record_totals
from league.actions.rounds import edit_round
from league.models import Club, Competition, Match, Partnership, Round, User
from tests.league.actions.test_departures import draw
from tests.league.actions.test_draw_races import TIMES, at_once, refusals

Season = tuple[Competition, list[Round], Match]


@pytest.fixture
def desk(client_of: Callable[..., Client], organizer: User) -> Client:
    return client_of(organizer)


def address(match: Match) -> str:
    return reverse("match_postpone", args=[match.pk])


@pytest.fixture
def two_leagues(make_competition: Callable[..., Competition], organizer: User) -> Season:
    """A league of four, and a match of another league of the same club to be made up."""
    monday = make_competition(entries=4, name="Monday league")
    rounds = draw(monday, organizer)
    other = make_competition(entries=4, name="Other league")
    match = draw(other, organizer)[0].matches.order_by("table").first()
    assert match is not None
    Round.objects.filter(stage__competition=other).update(starts_at=None)
    return monday, rounds, match


def on(moment: datetime, **more: str) -> dict[str, str]:
    local = timezone.localtime(moment)
    return {"day": f"{local:%Y-%m-%d}", "clock": f"{local:%H:%M}", "reason": "snow", **more}


def test_a_table_that_is_taken_that_night_is_refused_with_who_sits_there_and_one_that_is_free(
    desk: Client, two_leagues: Season
) -> None:
    rounds, match = two_leagues[1:]
    night = rounds[1]
    assert night.starts_at is not None
    there = night.matches.get(table=1)
    half_an_hour_in = night.starts_at + timedelta(minutes=30)
    answer = desk.post(address(match), on(half_an_hour_in, table="1"))
    assert answer.status_code == 422
    said = answer.context["form"].errors["table"][0]
    assert "Table 1 is taken then" in said
    assert f"{there.entry_a} against {there.entry_b} (Round 2 of Monday league" in said
    assert "Table 3 is free." in said
    assert 'value="2026' in answer.content.decode()
    match.refresh_from_db()
    assert not match.postponed
    assert desk.post(address(match), on(half_an_hour_in, free="3", table="1")).status_code == 302
    match.refresh_from_db()
    assert (match.own_table, match.starts_at) == (3, half_an_hour_in)
    page = desk.get(address(match)).content.decode()
    assert "at table 3" in page
    log = desk.get(reverse("audit", args=[match.round.stage.competition_id])).content.decode()
    assert "table 3." in log


def test_the_next_night_and_an_hour_later_the_table_is_free(
    two_leagues: Season, organizer: User
) -> None:
    _monday, rounds, match = two_leagues
    for later in (timedelta(hours=1), timedelta(days=1), -timedelta(hours=1)):
        then = rounds[1].starts_at + later
        assert postpone_match(match, starts_at=then, reason="snow", by=organizer).own_table is None


def test_a_table_whose_match_is_over_or_put_off_is_free(
    two_leagues: Season, organizer: User
) -> None:
    _monday, rounds, match = two_leagues
    one, two = rounds[1].matches.order_by("table")
    record_totals(one, [Totals(number=1, a=510, b=400)], stamp="", by=organizer)
    postpone_match(two, starts_at=None, reason="snow", by=organizer)
    for table in (1, 2):
        then = rounds[1].starts_at
        postpone_match(match, starts_at=then, table=table, reason="snow", by=organizer)


def test_in_a_full_hall_another_time_is_asked_for(two_leagues: Season, organizer: User) -> None:
    _monday, rounds, match = two_leagues
    stage = match.round.stage
    stage.draw = {**stage.draw, "tables": 2}
    stage.save()
    with pytest.raises(TableTaken, match="All 2 tables of the hall are taken") as refused:
        postpone_match(match, starts_at=rounds[1].starts_at, reason="snow", by=organizer)
    assert refused.value.free is None


def test_a_club_with_another_hall_and_a_rehearsal_take_no_table(
    other_club: Club, two_leagues: Season, organizer: User
) -> None:
    _monday, rounds, match = two_leagues
    then = rounds[1].starts_at
    Competition.objects.filter(pk=rounds[1].stage.competition_id).update(rehearsal=True)
    assert postpone_match(match, starts_at=then, reason="snow", by=organizer).own_table is None
    play_with_round(match, by=organizer)
    Competition.objects.filter(pk=rounds[1].stage.competition_id).update(
        rehearsal=False, club=other_club
    )
    assert postpone_match(match, starts_at=then, reason="snow", by=organizer).own_table is None


def test_a_round_is_neither_moved_nor_published_onto_the_table_of_a_match_made_up_then(
    desk: Client, two_leagues: Season, organizer: User
) -> None:
    rounds, match = two_leagues[1:]
    then = timezone.now().replace(second=0, microsecond=0) + timedelta(days=400)
    postpone_match(match, starts_at=then, table=2, reason="snow", by=organizer)
    moved = desk.post(reverse("round_edit", args=[rounds[1].pk]), {"name": "", **on(then)})
    assert moved.status_code == 422
    assert "a match is made up at table 2 then" in moved.content.decode()
    Round.objects.filter(pk=rounds[1].pk).update(state="draft", starts_at=then)
    answer = desk.post(reverse("round_publish", args=[rounds[1].pk]), follow=True)
    assert "Give it another table first." in answer.content.decode()
    rounds[1].refresh_from_db()
    assert rounds[1].state == "draft"
    postpone_match(match, starts_at=then, table=3, reason="snow", by=organizer)
    desk.post(reverse("round_publish", args=[rounds[1].pk]))
    rounds[1].refresh_from_db()
    assert rounds[1].state == "published"


def test_a_final_is_not_set_up_at_a_table_that_is_taken(
    two_leagues: Season, organizer: User
) -> None:
    rounds, match = two_leagues[1:]
    with pytest.raises(TableTaken, match="Table 1 is taken then"):
        create_final(
            match.round.stage.competition,
            (match.entry_a, match.entry_b),
            name="Final",
            starts_at=rounds[1].starts_at,
            table=1,
            by=organizer,
        )


def test_back_with_its_round_it_has_the_table_it_was_drawn_at(
    two_leagues: Season, organizer: User
) -> None:
    match = two_leagues[2]
    then = timezone.now() + timedelta(days=400)
    postpone_match(match, starts_at=then, table=9, reason="snow", by=organizer)
    play_with_round(match, by=organizer)
    match.refresh_from_db()
    assert (match.own_table, match.table) == (None, 1)


def test_a_late_pair_is_seated_beside_a_match_made_up_then(
    make_competition: Callable[..., Competition],
    make_partnership: Callable[..., Partnership],
    two_leagues: Season,
    organizer: User,
) -> None:
    match = two_leagues[2]
    monday = make_competition(entries=5, name="Five")
    night = draw(monday, organizer)[0]
    Round.objects.exclude(pk=night.pk).update(starts_at=None)
    postpone_match(match, starts_at=night.starts_at, table=3, reason="snow", by=organizer)
    add_late_entries(monday, [make_partnership()], LatePlan(how="bye"), by=organizer)
    tables = night.matches.order_by("table").values_list("table", flat=True)
    assert list(tables) == [1, 2, 4]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_matches_made_up_at_once_never_share_a_table(
    make_competition: Callable[..., Competition], organizer: User
) -> None:
    then = timezone.now() + timedelta(days=200)
    for turn in range(TIMES):
        leagues = [make_competition(entries=4, name=f"League {turn}{one}") for one in "ab"]
        matches = [
            match
            for league in leagues
            for match in draw(league, organizer)[0].matches.order_by("table")
        ]
        at = then + timedelta(days=turn)

        def put_off(match: Match, at: datetime = at) -> Match:
            return postpone_match(match, starts_at=at, table=7, reason="snow", by=organizer)

        answers = at_once(*(lambda match=match: put_off(match) for match in matches))
        assert len(refusals(answers)) == len(matches) - 1
        assert Match.objects.filter(starts_at=at, own_table=7).count() == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_round_moved_while_a_match_is_made_up_there_never_shares_its_table(
    make_competition: Callable[..., Competition], organizer: User
) -> None:
    for turn in range(TIMES):
        then = timezone.now() + timedelta(days=300 + turn)
        rounds = draw(make_competition(entries=4, name=f"One {turn}"), organizer)
        match = draw(make_competition(entries=4, name=f"Two {turn}"), organizer)[0].matches.get(
            table=2
        )
        answers = at_once(
            partial(postpone_match, match, starts_at=then, reason="snow", by=organizer),
            partial(edit_round, rounds[1], name="", starts_at=then, by=organizer),
        )
        assert len(refusals(answers)) == 1
