"""Organizers see a competition as it stood at any minute; what is not known is said."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from league.models import Match, User
from tests.league.evenings import begin, play

NIGHT = timezone.now().replace(second=0, microsecond=0) - timedelta(days=2)


def local(moment: datetime) -> str:
    return timezone.localtime(moment).strftime("%Y-%m-%dT%H:%M")


@pytest.fixture
def match(make_match: Callable[..., Match], organizer: User) -> Match:
    """Begun at NIGHT, a hand after one minute, another after two."""
    match = make_match()
    with time_machine.travel(NIGHT, tick=False):
        begin(match, organizer)
    for minute, count in ((1, 96), (2, 60)):
        with time_machine.travel(NIGHT + timedelta(minutes=minute, seconds=30), tick=False):
            play(match, organizer, count)
    return match


@pytest.fixture
def address(match: Match) -> str:
    return f"/competitions/{match.round.stage.competition_id}/audit/at/"


def test_the_sheets_of_a_minute_are_shown_to_its_end(
    match: Match, address: str, client_of: Callable[..., Client], organizer: User
) -> None:
    desk = client_of(organizer)
    for minute, there, missing in [
        (0, "No hand yet", "Hand 1"),
        (1, "Hand 1", "Hand 2"),
        (2, "Hand 2", "Hand 3"),
    ]:
        moment = NIGHT + timedelta(minutes=minute)
        answer = desk.get(address, {"at": local(moment), "match": match.pk})
        page = answer.content.decode()
        assert answer.status_code == 200
        assert there in page
        assert missing not in page.partition('id="sheets"')[2].partition("</section></")[0]
        assert "Standings" in page
    assert desk.get(address).status_code == 200
    assert "?at=" in page


def test_what_was_before_the_log_is_said_and_no_page_fails(
    match: Match, address: str, client_of: Callable[..., Client], organizer: User, make_competition
) -> None:
    desk = client_of(organizer)
    early = desk.get(address, {"at": "2001-01-01T10:00"})
    assert early.status_code == 200
    assert "cannot be shown" in early.content.decode()
    gone = desk.get(address, {"at": local(NIGHT), "match": "999999"})
    assert gone.status_code == 200
    for asked in (
        {"at": "last week"},
        {"at": ""},
        {"at": local(NIGHT), "match": "x"},
        {"at": "9999-12-31T23:59"},
        {"at": "1000-01-01T00:00"},
    ):
        assert desk.get(address, asked).status_code == 422, asked
    for asked in ({"at": "2099-12-31T23:59"}, {"at": local(NIGHT), "match": "9" * 40}):
        assert desk.get(address, asked).status_code == 200, asked
    untouched = make_competition(name="Nothing done")
    page = desk.get(f"/competitions/{untouched.pk}/audit/at/", {"at": local(NIGHT)})
    assert "does not keep its states yet" in page.content.decode()


def test_only_organizers_see_the_past(
    address: str, client_of: Callable[..., Client], personas: dict[str, User | None]
) -> None:
    for name, status in [
        ("guest", 302),
        ("stranger", 404),
        ("member", 403),
        ("scorekeeper", 403),
        ("organizer", 200),
        ("site_admin", 200),
    ]:
        assert client_of(personas[name]).get(address).status_code == status, name
