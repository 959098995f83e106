"""A round: moved, postponed, closed with and without results missing, opened again."""

from collections.abc import Callable
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from league.models import AuditEntry, Competition, Game, Match, Round, User

GLACE_BAY = ZoneInfo("America/Glace_Bay")


@pytest.fixture
def desk(client_of: Callable[..., Client], organizer: User) -> Client:
    return client_of(organizer)


@pytest.fixture
def league(make_competition: Callable[..., Competition]) -> Competition:
    return make_competition(entries=4)


@pytest.fixture
def night(league: Competition, make_round: Callable[..., Round]) -> Round:
    return make_round(league, starts_at=datetime(2026, 12, 8, 23, tzinfo=UTC))


@pytest.fixture
def tables(league: Competition, night: Round, make_match: Callable[..., Match]) -> list[Match]:
    return [make_match(league, round=night) for _ in range(2)]


def moved(**typed: str) -> dict[str, str]:
    return {"name": "", "day": "2026-12-15", "clock": "19:00", "reason": ""} | typed


def test_a_round_moves_to_another_night_and_keeps_its_tables(
    desk: Client, night: Round, tables: list[Match]
) -> None:
    answer = desk.post(f"/rounds/{night.pk}/edit/", moved(reason="a storm"))
    assert answer.status_code == 302
    night.refresh_from_db()
    assert night.starts_at.astimezone(GLACE_BAY) == datetime(2026, 12, 15, 19, tzinfo=GLACE_BAY)
    assert list(night.matches.all()) == tables
    entry = AuditEntry.objects.get()
    assert entry.before == {"starts_at": "2026-12-08T19:00:00-04:00"}
    assert entry.after == {"starts_at": "2026-12-15T19:00:00-04:00"}
    assert entry.reason == "a storm"


def test_a_round_is_postponed_without_a_date(desk: Client, night: Round) -> None:
    desk.post(f"/rounds/{night.pk}/edit/", moved(day="", clock="", name="Christmas night"))
    night.refresh_from_db()
    assert night.starts_at is None
    assert str(night) == "Christmas night"
    assert desk.get(f"/rounds/{night.pk}/results/").status_code == 200


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({"clock": ""}, "clock", "Choose the time."),
        ({"day": "2026-11-01", "clock": "01:15"}, "clock", "show 01:15 twice"),
        ({"day": "2026-03-08", "clock": "02:15"}, "clock", "never show 02:15"),
        ({"day": "soon"}, "day", "“soon” is no date."),
        ({"name": "x" * 61}, "name", "61 letters; 60 is the most"),
        ({"day": "2026-12-22"}, "day", "Round 2 is played then"),
    ],
)
def test_a_date_that_cannot_be_is_refused_on_its_field(
    desk: Client,
    league: Competition,
    night: Round,
    make_round: Callable[..., Round],
    typed: dict[str, str],
    field: str,
    said: str,
) -> None:
    make_round(league, number=2, starts_at=datetime(2026, 12, 22, 23, tzinfo=UTC))
    answer = desk.post(f"/rounds/{night.pk}/edit/", moved(**typed))
    assert answer.status_code == 422
    assert said in answer.context["form"].errors[field][0]
    before = night.starts_at
    night.refresh_from_db()
    assert night.starts_at == before


def test_a_round_with_results_missing_is_closed_only_when_told_so(
    desk: Client, night: Round, tables: list[Match]
) -> None:
    Game.objects.create(match=tables[0], number=1, total_a=512, total_b=340)
    answer = desk.post(f"/rounds/{night.pk}/close/", {})
    assert answer.status_code == 422
    assert "No result yet from: table 2." in answer.content.decode()
    night.refresh_from_db()
    assert night.state == "published"

    desk.post(f"/rounds/{night.pk}/close/", {"with_missing": "on"})
    night.refresh_from_db()
    assert night.state == "closed"
    assert AuditEntry.objects.get(verb="close_round").after["missing"] == [2]

    desk.post(f"/rounds/{night.pk}/reopen/")
    night.refresh_from_db()
    assert night.state == "published"


def test_a_round_with_all_results_is_closed_at_once(
    desk: Client, night: Round, tables: list[Match]
) -> None:
    for match in tables:
        Game.objects.create(match=match, number=1, total_a=512, total_b=340)
    assert desk.post(f"/rounds/{night.pk}/close/", {}).status_code == 302
    night.refresh_from_db()
    assert night.state == "closed"


def test_a_draft_is_not_closed(
    desk: Client, league: Competition, make_round: Callable[..., Round]
) -> None:
    draft = make_round(league, number=3, state="draft")
    answer = desk.post(f"/rounds/{draft.pk}/close/", {"with_missing": "on"})
    assert answer.status_code == 422
    draft.refresh_from_db()
    assert draft.state == "draft"


@pytest.mark.parametrize("page", ["edit/", "close/", "results/"])
def test_only_organizers_come_to_a_round(
    page: str, night: Round, personas: dict[str, User | None], client_of: Callable[..., Client]
) -> None:
    answers = {
        name: client_of(user).get(f"/rounds/{night.pk}/{page}").status_code
        for name, user in personas.items()
    }
    assert answers == {
        "guest": 302, "stranger": 404, "member": 403, "scorekeeper": 403,
        "organizer": 200, "owner": 200, "site_admin": 200,
    }  # fmt: skip


@pytest.mark.parametrize("page", ["publish/", "reopen/"])
def test_a_stranger_moves_nothing(
    page: str, night: Round, stranger: User, member: User, client_of: Callable[..., Client]
) -> None:
    assert client_of(stranger).post(f"/rounds/{night.pk}/{page}").status_code == 404
    assert client_of(member).post(f"/rounds/{night.pk}/{page}").status_code == 403
    assert client_of(stranger).get(f"/rounds/{night.pk}/{page}").status_code == 405
