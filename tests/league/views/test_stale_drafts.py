"""A draft that something has happened after says so before it is published."""

from collections.abc import Callable

import pytest
from django.test import Client

from league.actions.departures import leave
from league.actions.late_entries import LatePlan, add_late_entries
from league.actions.next_rounds import draw_next_round
from league.actions.results import Totals, record_totals
from league.actions.rounds import publish_rounds
from league.actions.stages import StagePlan, add_stage
from league.models import Competition, Entry, Match, Round, Stage, User
from tests.league.views.test_stages import play

Make = Callable[..., Competition]
SAID = "Not in this draft:"


@pytest.fixture
def desk(client_of: Callable[..., Client], organizer: User) -> Client:
    return client_of(organizer)


@pytest.fixture
def evening(make_competition: Make, organizer: User) -> Stage:
    """Six partnerships; the first round is played but for its last table, the second a draft."""
    competition = make_competition(entries=6, state="open", kind="tournament")
    stage = add_stage(competition, StagePlan(kind="swiss", rounds=3), by=organizer)
    first = draw_next_round(stage, number=1, by=organizer)
    publish_rounds(competition, [first], by=organizer)
    play(first, organizer, leave=1)
    draw_next_round(stage, number=2, with_missing=True, by=organizer)
    return stage


def page(desk: Client, stage: Stage) -> str:
    return desk.get(f"/stages/{stage.pk}/").content.decode()


def draw_again(desk: Client, stage: Stage) -> None:
    draft = stage.rounds.get(state=Round.State.DRAFT)
    seen = desk.get(f"/stages/{stage.pk}/").context["rounds"][0].hash
    assert desk.post(f"/rounds/{draft.pk}/redraw/", {"seen": seen}).status_code == 302


def test_a_fresh_draft_has_nothing_to_say(
    desk: Client, client_of: Callable[..., Client], evening: Stage
) -> None:
    assert SAID not in page(desk, evening)
    assert SAID not in page(client_of(None), evening)


def test_who_has_left_is_named_until_the_draft_is_drawn_again(
    desk: Client, client_of: Callable[..., Client], evening: Stage, organizer: User
) -> None:
    gone = Entry.objects.filter(competition=evening.competition).order_by("pk")[0]
    leave(gone, state="withdrawn", reason="Went home", by=organizer)
    assert f"{gone} left." in page(desk, evening).replace("&amp;", "&")
    assert SAID not in page(client_of(None), evening)
    draw_again(desk, evening)
    assert SAID not in page(desk, evening)


def test_who_came_late_is_named_until_the_draft_is_drawn_again(
    desk: Client, evening: Stage, make_competition: Make, organizer: User
) -> None:
    pair = make_competition(entries=1, name="Elsewhere").entries.get().partnership
    plan = LatePlan(how="next")
    (late,) = add_late_entries(evening.competition, [pair], plan, by=organizer)
    assert f"{late} came in." in page(desk, evening).replace("&amp;", "&")
    draw_again(desk, evening)
    assert SAID not in page(desk, evening)


def test_a_result_that_comes_in_after_the_draft_is_told(
    desk: Client, evening: Stage, organizer: User
) -> None:
    match = Match.objects.get(round__number=1, table=3, round__stage=evening)
    record_totals(match, [Totals(number=1, a=500, b=300)], stamp="", by=organizer)
    assert "The results or the plan are no longer those it was drawn from." in page(desk, evening)
    draw_again(desk, evening)
    assert SAID not in page(desk, evening)


def test_a_second_tap_on_drop_comes_back_to_the_stage(
    desk: Client, client_of: Callable[..., Client], scorekeeper: User, evening: Stage
) -> None:
    draft = evening.rounds.get(state=Round.State.DRAFT)
    assert f'name="stage" value="{evening.pk}"' in page(desk, evening)
    tap = (f"/rounds/{draft.pk}/delete/", {"stage": str(evening.pk)})
    for _tap in (1, 2):
        answer = desk.post(*tap)
        assert (answer.status_code, answer["Location"]) == (302, f"/stages/{evening.pk}/")
    assert evening.rounds.count() == 1
    assert desk.post(tap[0], {"stage": "9" * 5000}).status_code == 404
    assert client_of(scorekeeper).post(*tap).status_code == 403
