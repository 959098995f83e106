"""An organizer takes a league from nothing to published, through the pages alone."""

from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from league.models import AuditEntry, Club, Competition, Entrant, Match, Round, Stage, User

GLACE_BAY = ZoneInfo("America/Glace_Bay")
DRAW = {
    "legs": "1",
    "first_night": "2026-10-20",
    "clock": "19:00",
    "every_days": "7",
    "breaks": "2026-11-03",
    "rounds_a_night": "1",
    "minutes": "60",
    "seed": "ceilidh",
    "replaces": "",
    "step": "draw",
}


@pytest.fixture
def desk(client_of: Callable[..., Client], organizer: User) -> Client:
    return client_of(organizer)


def test_a_league_goes_from_nothing_to_published(
    desk: Client, client_of: Callable[..., Client], club: Club
) -> None:
    made = desk.post(
        f"/clubs/{club.slug}/competitions/new/",
        {"start": "league", "name": "Tuesday league", "preset": "cape-breton"},
    )
    league = Competition.objects.get()
    assert made.url == f"/competitions/{league.pk}/setup/"
    hub = desk.get(made.url)
    assert hub.context["next"].step == "entries"
    assert client_of(None).get(f"/competitions/{league.pk}/").status_code == 404

    names = "Anne MacNeil & Joe Boudreau\nMairi Gillis / Rory Paul\nIda Gouthro, Tom Sylliboy"
    pasted = desk.post(f"/competitions/{league.pk}/entries/edit/", {"names": names})
    assert pasted.status_code == 302
    assert league.entries.count() == 3
    assert Entrant.objects.filter(competition=league).count() == 6
    assert desk.get(made.url).context["next"].step == "draw"

    assert desk.post(f"/competitions/{league.pk}/draw/", DRAW).status_code == 302
    rounds = list(Round.objects.all())
    assert [one.starts_at.astimezone(GLACE_BAY) for one in rounds] == [
        datetime(2026, 10, 20, 19, tzinfo=GLACE_BAY),
        datetime(2026, 10, 27, 19, tzinfo=GLACE_BAY),
        datetime(2026, 11, 10, 19, tzinfo=GLACE_BAY),
    ]
    assert {one.state for one in rounds} == {"draft"}
    assert all(one.byes.count() == 1 and one.matches.count() == 1 for one in rounds)
    assert all(match.lineup.count() == 4 for match in Match.objects.all())
    assert desk.get(made.url).context["next"].step == "publish"

    assert desk.post(f"/competitions/{league.pk}/draw/", {"step": "publish"}).status_code == 302
    league.refresh_from_db()
    assert league.state == "running"
    assert desk.get(made.url).context["next"].step == "play"
    schedule = client_of(None).get(f"/competitions/{league.pk}/schedule/").content.decode()
    assert "Anne MacNeil" in schedule
    log = desk.get(f"/competitions/{league.pk}/audit/").content.decode()
    for said in ("Published 3 rounds.", "Drew 3 rounds", "Made the competition."):
        assert said in log


def test_a_guest_sees_nothing_of_a_draft(
    desk: Client,
    client_of: Callable[..., Client],
    make_competition: Callable[..., Competition],
) -> None:
    league = make_competition(entries=4)
    desk.post(f"/competitions/{league.pk}/draw/", DRAW)
    night = Round.objects.first()
    match = Match.objects.first()
    guest = client_of(None)
    schedule = guest.get(f"/competitions/{league.pk}/schedule/").content.decode()
    assert "Oct 20" not in schedule
    assert guest.get(f"/matches/{match.pk}/").status_code == 404
    assert guest.get(f"/rounds/{night.pk}/print/tables/").status_code == 404

    desk.post(f"/rounds/{night.pk}/publish/")
    assert guest.get(f"/matches/{match.pk}/").status_code == 200
    late = Match.objects.filter(round__number=2).first()
    assert guest.get(f"/matches/{late.pk}/").status_code == 404


def test_two_leagues_of_one_name_are_refused_with_the_club_named(
    desk: Client, club: Club, make_competition: Callable[..., Competition]
) -> None:
    make_competition(name="Tuesday league")
    answer = desk.post(
        f"/clubs/{club.slug}/competitions/new/",
        {"start": "league", "name": "TUESDAY league", "preset": "long"},
    )
    assert answer.status_code == 422
    assert "Glace Bay Legion already has a competition called" in answer.content.decode()
    assert Competition.objects.count() == 1


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"start": "league", "name": "", "preset": "kitchen"}, "Write a name."),
        (
            {"start": "league", "name": "x" * 101, "preset": "kitchen"},
            "This name has 101 letters; 100 is the most.",
        ),
        ({"start": "league", "name": "Tuesday", "preset": "bridge"}, "bridge"),
    ],
)
def test_a_league_that_cannot_be_keeps_what_was_typed(
    desk: Client, club: Club, typed: dict[str, str], said: str
) -> None:
    answer = desk.post(f"/clubs/{club.slug}/competitions/new/", typed)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert f'value="{typed["name"]}"' in answer.content.decode() or not typed["name"]
    assert not Competition.objects.exists()


def test_a_name_in_any_script_is_kept(desk: Client, club: Club) -> None:
    for name in ("Lìog na h-Oidhche Mhàirt", "دوري الثلاثاء", "L", "Tan'si mawita'jik"):
        desk.post(
            f"/clubs/{club.slug}/competitions/new/",
            {"start": "league", "name": name, "preset": "long"},
        )
        assert Competition.objects.filter(name=name).exists()


def test_a_finished_league_refuses_every_change_until_it_is_taken_up_again(
    desk: Client, make_competition: Callable[..., Competition]
) -> None:
    league = make_competition(entries=2)
    setup = f"/competitions/{league.pk}/setup/"
    desk.post(setup, {"step": "finish"})
    league.refresh_from_db()
    assert league.state == "finished"
    version = league.version
    answer = desk.post(f"/competitions/{league.pk}/draw/", DRAW)
    assert answer.status_code == 422
    assert "This competition is finished. Take it up again first." in answer.content.decode()
    edited = desk.post(f"/competitions/{league.pk}/edit/", {"name": "Other", "notes": ""})
    assert edited.status_code == 422
    league.refresh_from_db()
    assert (league.version, league.name) == (version, "Winter league")

    desk.post(setup, {"step": "resume"})
    assert desk.post(f"/competitions/{league.pk}/draw/", DRAW).status_code == 302


def test_a_draft_league_can_be_shown_before_its_rounds(
    desk: Client,
    client_of: Callable[..., Client],
    make_competition: Callable[..., Competition],
) -> None:
    league = make_competition(state="draft")
    guest = client_of(None)
    assert guest.get(f"/competitions/{league.pk}/rules/").status_code == 404
    desk.post(f"/competitions/{league.pk}/setup/", {"step": "open"})
    assert guest.get(f"/competitions/{league.pk}/rules/").status_code == 200


def test_name_and_notes_change_and_the_log_says_so(
    desk: Client, make_competition: Callable[..., Competition]
) -> None:
    league = make_competition()
    before = league.version
    desk.post(
        f"/competitions/{league.pk}/edit/", {"name": "Kitchen Racket", "notes": "Five dollars"}
    )
    league.refresh_from_db()
    assert (league.name, league.notes) == ("Kitchen Racket", "Five dollars")
    assert league.version == before + 1
    entry = AuditEntry.objects.get()
    assert entry.verb == "rename_competition"
    assert entry.after == {"changed": ["name", "notes"]}


PAGES = [
    "setup/", "edit/", "rules/edit/", "points/edit/", "strictness/edit/", "entries/edit/", "draw/",
    "final/", "results/", "adjustments/", "audit/",
]  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_only_organizers_come_to_the_pages_of_the_setup(
    page: str,
    personas: dict[str, User | None],
    client_of: Callable[..., Client],
    make_competition: Callable[..., Competition],
) -> None:
    league = make_competition()
    answers = {
        name: client_of(user).get(f"/competitions/{league.pk}/{page}").status_code
        for name, user in personas.items()
    }
    assert answers == {
        "guest": 302, "stranger": 404, "member": 403, "scorekeeper": 403,
        "organizer": 200, "owner": 200, "site_admin": 200,
    }  # fmt: skip


def test_a_stage_keeps_its_seed_and_options(
    desk: Client, make_competition: Callable[..., Competition]
) -> None:
    league = make_competition(entries=4)
    desk.post(f"/competitions/{league.pk}/draw/", DRAW)
    drawn = Stage.objects.get().draw
    assert drawn["seed"] == "ceilidh"
    assert drawn["legs"] == 1
    assert drawn["breaks"] == ["2026-11-03"]
    assert drawn["entries"] == sorted(league.entries.values_list("pk", flat=True))
