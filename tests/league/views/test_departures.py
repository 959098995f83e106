"""The page on which a partnership leaves and comes back, and what everybody reads of it."""

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.actions.departures import leave
from league.models import Competition, Entry, Round, User
from tests.league.actions.test_departures import draw, play_rounds

Season = tuple[Competition, list[Round], Entry]


@pytest.fixture
def season(make_competition: Callable[..., Competition], organizer: User) -> Season:
    league = make_competition(entries=6)
    rounds = draw(league, organizer)
    play_rounds(rounds[:2], organizer)
    first = league.entries.order_by("pk").first()
    assert first is not None
    return league, rounds, first


@pytest.fixture
def desk(client_of: Callable[..., Client], organizer: User) -> Client:
    return client_of(organizer)


def page(entry: Entry) -> str:
    return reverse("entry_leave", args=[entry.pk])


def read(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def test_the_page_says_what_leaving_comes_to_before_it_is_done(
    desk: Client, season: Season
) -> None:
    _league, _rounds, first = season
    text = read(desk, page(first))
    assert "2 of their 5 matches are played, less than half: none of their matches counts" in text
    assert text.count("match-line__table") == 3


def test_leaving_shows_everywhere_and_putting_back_leaves_no_trace(
    desk: Client, season: Season, client_of: Callable[..., Client]
) -> None:
    league, _rounds, first = season
    public = [reverse(name, args=[league.pk]) for name in ("standings", "schedule", "entries")]
    guest = client_of(None)
    before = [without_clock(read(guest, address)) for address in public]
    answer = desk.post(page(first), {"state": "withdrawn", "reason": "moved to Halifax"})
    assert answer.status_code == 302
    standings, schedule, entries = (read(guest, address) for address in public)
    assert "withdrew after round 2: <bdi>moved to Halifax</bdi>" in standings
    assert "Struck out" in standings
    assert "withdrawn" in schedule
    assert "moved to Halifax" in entries
    desk.post(page(first), {"step": "put_back"})
    assert [without_clock(read(guest, address)) for address in public] == before
    log = read(desk, reverse("audit", args=[league.pk]))
    assert "withdrew after round 2." in log
    assert "as if they had never left." in log


def without_clock(text: str) -> str:
    return re.sub(r"<time data-as-of>[0-9:]*|data-version=\"[^\"]*\"", "", text)


def test_nothing_is_done_without_a_reason(desk: Client, season: Season) -> None:
    _league, _rounds, first = season
    answer = desk.post(page(first), {"state": "disqualified", "reason": "  "})
    assert answer.status_code == 422
    assert "Say why, in a few words." in answer.content.decode()
    first.refresh_from_db()
    assert first.state == "playing"


def test_two_who_leave_at_one_desk_in_two_ways_are_told(
    desk: Client, season: Season, organizer: User
) -> None:
    _league, _rounds, first = season
    leave(first, state="withdrawn", reason="moved", by=organizer)
    answer = desk.post(page(first), {"state": "disqualified", "reason": "late"})
    assert answer.status_code == 422
    assert "They have left already." in answer.content.decode()


@pytest.mark.parametrize("who", ["guest", "stranger", "member", "scorekeeper"])
def test_only_organizers_send_somebody_away(
    who: str,
    season: Season,
    personas: dict[str, User | None],
    client_of: Callable[..., Client],
) -> None:
    league, _rounds, first = season
    client = client_of(personas[who])
    answer = client.post(page(first), {"state": "withdrawn", "reason": "x"})
    assert answer.status_code in (302, 403, 404)
    client.post(reverse("season_edit", args=[league.pk]), {"before_half": "struck"})
    first.refresh_from_db()
    league.refresh_from_db()
    assert (first.state, league.season) == ("playing", {})


def test_the_rule_is_changed_with_a_reason(desk: Client, season: Season) -> None:
    league, _rounds, first = season
    address = reverse("season_edit", args=[league.pk])
    typed = {
        "before_half": "rest_forfeited",
        "after_half": "rest_forfeited",
        "disqualified_before_half": "struck",
        "disqualified_after_half": "struck",
        "grace": "15",
        "absence": "fixed",
    }
    answer = desk.post(address, typed)
    assert answer.status_code == 422
    assert "say why it changes" in answer.content.decode()
    assert desk.post(address, typed | {"reason": "voted"}).status_code == 302
    assert "what was played counts" in read(desk, page(first))


def test_the_table_takes_no_more_statements_when_more_have_left(
    season: Season, organizer: User, client_of: Callable[..., Client]
) -> None:
    league, _rounds, _first = season
    entries = list(league.entries.order_by("pk"))
    counts = []
    for entry in entries[:3]:
        leave(entry, state="withdrawn", reason="moved", by=organizer)
        with CaptureQueriesContext(connection) as seen:
            client_of(None).get(reverse("standings", args=[league.pk]))
        counts.append(len(seen))
    assert counts[0] == counts[1] == counts[2]
