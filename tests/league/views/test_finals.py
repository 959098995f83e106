"""The championship final: the first two of the table, best of three."""

from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from league.models import Competition, Game, Match, Stage, User
from league.queries.standings import standings_of

GLACE_BAY = ZoneInfo("America/Glace_Bay")


@pytest.fixture
def desk(client_of: Callable[..., Client], organizer: User) -> Client:
    return client_of(organizer)


@pytest.fixture
def league(
    make_competition: Callable[..., Competition], make_match: Callable[..., Match]
) -> Competition:
    """Four entries, one round played: two have won, the higher score leads."""
    league = make_competition(entries=4)
    for total in (560, 505):
        Game.objects.create(match=make_match(league), number=1, total_a=total, total_b=100)
    return league


def page(league: Competition) -> str:
    return f"/competitions/{league.pk}/final/"


def typed(league: Competition, **fields: str) -> dict[str, str]:
    first, second = [place.entry.pk for place in standings_of(league).rows][:2]
    return {
        "entry_a": str(first), "entry_b": str(second), "name": "Championship final",
        "best_of": "3", "day": "2027-04-27", "clock": "19:00", "table": "1", "publish": "on",
    } | fields  # fmt: skip


def test_the_first_two_of_the_table_are_chosen_at_first(desk: Client, league: Competition) -> None:
    form = desk.get(page(league)).context["form"]
    first, second = [place.entry.pk for place in standings_of(league).rows][:2]
    assert (form["entry_a"].value(), form["entry_b"].value()) == (first, second)


def test_a_final_is_a_stage_of_its_own_and_leaves_the_table_alone(
    desk: Client, league: Competition, client_of: Callable[..., Client]
) -> None:
    def table() -> list[tuple[int, int]]:
        return [(place.entry.pk, place.row.points_for) for place in standings_of(league).rows]

    before = table()
    assert desk.post(page(league), typed(league)).status_code == 302
    stage = Stage.objects.get(kind="championship")
    assert (stage.number, stage.best_of) == (2, 3)
    match = Match.objects.get(round__stage=stage)
    assert match.round.starts_at == datetime(2027, 4, 27, 19, tzinfo=GLACE_BAY)
    assert match.lineup.count() == 4
    assert client_of(None).get(f"/matches/{match.pk}/").status_code == 200
    for number in (1, 2):
        Game.objects.create(match=match, number=number, total_a=500, total_b=480)
    assert table() == before


def test_a_second_click_makes_no_second_final(desk: Client, league: Competition) -> None:
    for _ in range(2):
        assert desk.post(page(league), typed(league)).status_code == 302
    assert Match.objects.filter(round__stage__kind="championship").count() == 1


def test_a_final_can_wait_as_a_draft(
    desk: Client, league: Competition, client_of: Callable[..., Client]
) -> None:
    desk.post(page(league), typed(league, publish=""))
    match = Match.objects.get(round__stage__kind="championship")
    assert client_of(None).get(f"/matches/{match.pk}/").status_code == 404


@pytest.mark.parametrize(
    ("fields", "field", "said"),
    [
        ({"entry_b": "same"}, "entry_b", "two different partnerships"),
        ({"entry_a": ""}, "entry_a", "Choose who plays."),
        ({"entry_a": "999999"}, "entry_a", "999999"),
        ({"table": "0"}, "table", "write 1 to 999"),
        ({"best_of": "2"}, "best_of", "2"),
        ({"day": "2026-11-01", "clock": "01:30"}, "clock", "show 01:30 twice"),
        ({"name": ""}, "name", "Write a name."),
    ],
)
def test_a_final_that_cannot_be_is_refused_on_its_field(
    desk: Client, league: Competition, fields: dict[str, str], field: str, said: str
) -> None:
    sent = typed(league, **fields)
    if sent["entry_b"] == "same":
        sent["entry_b"] = sent["entry_a"]
    answer = desk.post(page(league), sent)
    assert answer.status_code == 422
    assert said in answer.context["form"].errors[field][0]
    assert not Stage.objects.filter(kind="championship").exists()
