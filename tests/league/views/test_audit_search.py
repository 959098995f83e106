"""The log is searched by words, who, about, table and day; a match and a club have their own."""

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from league.actions.adjustments import add_adjustment
from league.actions.players import add_player, rename_player
from league.actions.results import Totals, record_totals
from league.actions.roles import give_role
from league.models import AuditEntry, Club, Competition, Match, TableLink, User
from tests.league.evenings import begin, play

Make = Callable[..., Competition]
DAY = timezone.now() - timedelta(days=3)


@pytest.fixture
def league(make_competition: Make) -> Competition:
    return make_competition(entries=4)


@pytest.fixture
def tables(league: Competition, make_match: Callable[..., Match]) -> list[Match]:
    return [make_match(league), make_match(league)]


@pytest.fixture
def log(tables: list[Match], league: Competition, organizer: User, scorekeeper: User) -> str:
    """A penalty three days ago, totals at table 1 by an account, hands at table 2 by its link."""
    with time_machine.travel(DAY):
        entry = league.entries.first()
        add_adjustment(league, entry, match_points=-1, points=0, reason="Late sheet", by=organizer)
    record_totals(tables[0], [Totals(number=1, a=512, b=340)], stamp="", by=scorekeeper)
    link = TableLink.objects.create(
        competition=league,
        round=tables[1].round,
        table=2,
        nonce=uuid4(),
        digest="d" * 64,
        expires_at=timezone.now() + timedelta(hours=4),
    )
    begin(tables[1], link)
    play(tables[1], link, 96)
    return f"/competitions/{league.pk}/audit/"


def lines(desk: Client, address: str, **asked: object) -> list[tuple[str, str]]:
    """What the lines found say, to the first full stop, and who is said to have done it."""
    answer = desk.get(address, {key: str(value) for key, value in asked.items()})
    assert answer.status_code == 200
    return [
        (str(line.sentence).partition(".")[0], line.who)
        for _day, found in answer.context["days"]
        for line in found
    ]


def test_each_part_of_a_search_narrows_what_is_shown(
    log: str, league: Competition, client_of: Callable[..., Client], organizer: User, scorekeeper
) -> None:
    desk = client_of(organizer)
    hand = ("Game 1, hand 1: 96–66", "table link, table 2")
    start = ("Started game 1", "table link, table 2")
    totals = ("Wrote the totals 512–340", "scorekeeper")
    everything = lines(desk, log)
    assert everything[:3] == [hand, start, totals]
    assert len(everything) == 4
    for asked, found in [
        ({"who": "links"}, [hand, start]),
        ({"who": scorekeeper.pk}, [totals]),
        ({"who": "system"}, []),
        ({"about": "sheets"}, [hand, start, totals]),
        ({"about": "links"}, []),
        ({"table": 1}, [totals]),
        ({"table": 2, "words": "hand"}, [hand]),
        ({"words": "TOTALS 512 scorekeeper"}, [totals]),
        ({"words": "wrote trumpet"}, []),
    ]:
        assert lines(desk, log, **asked) == found, asked
    (penalty,) = lines(desk, log, about="entries")
    assert penalty[1] == "organizer"
    assert lines(desk, log, day=f"{timezone.localtime(DAY):%Y-%m-%d}") == [penalty]
    assert lines(desk, log, words="late SHEET") == [penalty]


def test_a_search_that_cannot_be_understood_says_so_and_keeps_what_was_typed(
    log: str, client_of: Callable[..., Client], organizer: User
) -> None:
    desk = client_of(organizer)
    for asked in ({"day": "yesterday"}, {"table": "0"}, {"who": "999"}, {"about": "weather"}):
        answer = desk.get(log, {**asked, "words": "totals"})
        assert answer.status_code == 422
        assert 'value="totals"' in answer.content.decode()


def test_a_match_has_a_log_of_its_own(
    log: str, tables: list[Match], client_of: Callable[..., Client], personas: dict
) -> None:
    address = f"/matches/{tables[0].pk}/audit/"
    found = lines(client_of(personas["organizer"]), address)
    assert found == [("Wrote the totals 512–340", "scorekeeper")]
    for name, status in [
        ("guest", 302),
        ("stranger", 404),
        ("member", 403),
        ("scorekeeper", 403),
        ("owner", 200),
        ("site_admin", 200),
    ]:
        assert client_of(personas[name]).get(address).status_code == status, name


def test_a_club_has_a_log_of_its_people_accounts_and_roles(
    log: str, club: Club, client_of: Callable[..., Client], personas: dict
) -> None:
    owner = personas["owner"]
    ned = add_player(club, name="Ned Landry", by=owner)
    rename_player(ned, name="Edward Landry", by=owner)
    give_role(club, email="rita@example.com", name="Rita", kind="member", by=owner)
    address = f"/clubs/{club.slug}/audit/"
    said = client_of(personas["organizer"]).get(address).content.decode()
    assert "Added <bdi>Edward Landry</bdi>." in said
    assert "Changed the name of <bdi>Edward Landry</bdi>." in said
    assert "Gave <bdi>Rita</bdi> the role member." in said
    assert "512" not in said
    for name, status in [("guest", 302), ("stranger", 404), ("member", 403), ("scorekeeper", 403)]:
        assert client_of(personas[name]).get(address).status_code == status, name


def test_who_wrote_is_said_when_account_or_link_is_gone(
    log: str, client_of: Callable[..., Client], organizer: User, scorekeeper: User
) -> None:
    scorekeeper.delete()
    TableLink.objects.all().delete()
    found = lines(client_of(organizer), log)
    assert [who for _said, who in found][:3] == [
        "a table link",
        "a table link",
        "an account that is gone",
    ]
    assert AuditEntry.objects.filter(link__isnull=False).count() == 2
