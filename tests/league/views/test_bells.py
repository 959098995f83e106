"""The bell: a clock everybody sees, stopped and made longer; at the bell each table is told."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from league.models import AuditEntry, Competition, Game, Match, Round, Seating, User
from league.queries.bells import clock_of

Make = Callable[..., Competition]
START = datetime(2026, 11, 28, 23, tzinfo=UTC)


@pytest.fixture
def desk(client_of: Callable[..., Client], organizer: User) -> Client:
    return client_of(organizer)


@pytest.fixture
def match(make_competition: Make, make_match: Callable[..., Match]) -> Match:
    """A match of a round of 25 minutes."""
    play = {"mode": "bell", "hands": None, "minutes": 25}
    return make_match(make_competition(entries=2, match_play=play))


def press(desk: Client, found: Round, step: str, **more: str) -> Any:
    return desk.post(f"/rounds/{found.pk}/bell/", {"step": step, **more})


def left(found: Round) -> int | None:
    found.refresh_from_db()
    clock = clock_of(found)
    return None if clock is None else clock.left


def after(minutes: float) -> Any:
    return time_machine.travel(START + timedelta(minutes=minutes), tick=False)


def test_a_clock_runs_is_stopped_goes_on_and_gets_more(desk: Client, match: Match) -> None:
    found = match.round
    with after(0):
        assert press(desk, found, "start").status_code == 302
        assert left(found) == 25 * 60
    with after(5):
        press(desk, found, "start")
        assert left(found) == 20 * 60
        press(desk, found, "pause")
        press(desk, found, "pause")
    with after(9):
        assert left(found) == 20 * 60
        assert press(desk, found, "extend", minutes="3", seen="1500").status_code == 302
        press(desk, found, "extend", minutes="3", seen="1500")
        assert left(found) == 23 * 60
        press(desk, found, "resume")
    with after(10):
        assert left(found) == 22 * 60
        press(desk, found, "extend", minutes="-2", seen="1680")
        assert left(found) == 20 * 60
    with after(40):
        assert left(found) == 0
        press(desk, found, "extend", minutes="5", seen="1560")
        assert left(found) == 5 * 60
    with after(41):
        assert left(found) == 4 * 60
        press(desk, found, "clear")
        assert left(found) is None
    assert AuditEntry.objects.filter(verb="extend_clock").count() == 3


def test_everybody_sees_the_clock_on_match_round_and_score_page(
    desk: Client, client_of: Callable[..., Client], match: Match, scorekeeper: User
) -> None:
    found = match.round
    with after(0):
        press(desk, found, "start")
    with after(3.5):
        guest = client_of(None)
        page = guest.get(f"/matches/{match.pk}/").content.decode()
        assert "21:30" in page
        assert 'data-bell="1290"' in page
        assert "21:30" in desk.get(f"/rounds/{found.pk}/results/").content.decode()
        part = guest.get(f"/rounds/{found.pk}/clock/")
        assert "21:30" in part.content.decode()
        assert "no-store" in part["Cache-Control"]


def test_pages_watch_for_a_clock_that_is_not_started_yet(
    client_of: Callable[..., Client], match: Match
) -> None:
    address = f"/rounds/{match.round_id}/clock/"
    guest = client_of(None)
    assert f'hx-get="{address}"' in guest.get(f"/matches/{match.pk}/").content.decode()
    assert f'hx-get="{address}"' in guest.get(address).content.decode()


def test_at_the_bell_a_game_in_play_asks_whether_a_hand_is_played(
    desk: Client, client_of: Callable[..., Client], match: Match, scorekeeper: User
) -> None:
    game = Game.objects.create(match=match, number=1, first_dealer="N")
    a, b = match.entry_a.partnership, match.entry_b.partnership
    for seat, player in zip("NSEW", (a.first, a.second, b.first, b.second), strict=True):
        Seating.objects.create(game=game, seat=seat, player=player)
    with after(0):
        press(desk, match.round, "start")
    table = client_of(scorekeeper)
    with after(24):
        page = table.get(f"/matches/{match.pk}/score/").content.decode()
        assert "1:00" in page
        assert "Was a hand being played?" not in page
    with after(26):
        page = table.get(f"/matches/{match.pk}/score/").content.decode()
        assert "The bell has gone." in page
        assert "Was a hand being played?" in page
        table.post(f"/games/{game.pk}/bell/", {"bell": "in_play"})
        game.refresh_from_db()
        assert game.bell_after == 1
        page = table.get(f"/matches/{match.pk}/score/").content.decode()
        assert "Was a hand being played?" not in page


@pytest.mark.parametrize("typed", ["0", "61", "", "ten", "-30"])
def test_no_time_to_play_is_refused_and_the_clock_stays(
    typed: str, desk: Client, match: Match
) -> None:
    with after(0):
        press(desk, match.round, "start")
        assert press(desk, match.round, "extend", minutes=typed, seen="1500").status_code == 422
        assert left(match.round) == 1500


def test_there_is_no_clock_where_nothing_is_played_to_a_bell(
    desk: Client, make_match: Callable[..., Match]
) -> None:
    found = make_match().round
    assert "does not play to a bell" in desk.get(f"/rounds/{found.pk}/bell/").content.decode()
    assert press(desk, found, "start").status_code == 422
    assert left(found) is None
    assert desk.get(f"/rounds/{found.pk}/clock/").content.decode().strip() == ""


def test_a_closed_round_has_no_clock_to_set(desk: Client, match: Match) -> None:
    found = match.round
    found.state = "closed"
    found.save()
    answer = press(desk, found, "start")
    assert answer.status_code == 422
    assert "published and not closed" in answer.content.decode()


def test_only_organizers_set_the_clock(
    match: Match, personas: dict[str, User | None], client_of: Callable[..., Client]
) -> None:
    answers = {
        name: client_of(user).get(f"/rounds/{match.round_id}/bell/").status_code
        for name, user in personas.items()
    }
    assert answers == {
        "guest": 302, "stranger": 404, "member": 403, "scorekeeper": 403,
        "organizer": 200, "owner": 200, "site_admin": 200,
    }  # fmt: skip
