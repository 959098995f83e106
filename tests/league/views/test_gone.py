"""The second of two taps that take a thing off: it says that it is gone, and leads on."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from league.actions.brackets import BracketPlan, make_bracket
from league.actions.copies import copy_competition
from league.actions.entrants import add_players
from league.actions.games import start_game
from league.actions.stages import StagePlan, add_stage
from league.actions.substitutes import add_substitute
from league.models import (
    AuditEntry,
    Club,
    Competition,
    Partnership,
    Player,
    Role,
    User,
)
from tests.league.actions.test_departures import draw

Taps = tuple[str, dict[str, str], str]
GONE = "It is gone already"


@pytest.fixture
def things(
    club: Club,
    owner: User,
    make_competition: Callable[..., Competition],
    make_player: Callable[..., Player],
    make_partnership: Callable[..., Partnership],
    make_user: Callable[..., User],
) -> dict[str, Taps]:
    """A tap for each thing that can be taken off: its address, what is sent, where it leads."""
    league = make_competition(entries=4, state="open")
    entry = league.entries.first()
    assert entry is not None
    rehearsal = copy_competition(league, name="Trial", entries=False, rehearsal=True, by=owner)
    turning = make_competition(entries=0, state="open", kind="tournament", name="Turning")
    add_stage(turning, StagePlan(kind="rotating", rounds=3), by=owner)
    entrant = add_players(turning, [make_player("Zoe Zinck")], by=owner)[0]
    swiss = make_competition(entries=4, state="open", kind="tournament", name="Swiss")
    stage = add_stage(swiss, StagePlan(kind="swiss", rounds=3), by=owner)
    cup = make_competition(entries=4, state="open", kind="tournament", name="Cup")
    bracket = make_bracket(cup, BracketPlan(kind="knockout", order="lot"), by=owner)
    role = Role.objects.get(user=make_user("zita", club, "scorekeeper"))
    pair = make_partnership()
    people = reverse("people", args=[club.slug])
    return {
        "rehearsal": (
            reverse("competition_delete", args=[rehearsal.pk]),
            {"typed": "Trial"},
            reverse("club", args=[club.slug]),
        ),
        "player": (
            reverse("player_remove", args=[make_player("Zed Zinck").pk]),
            {"typed": "Zed Zinck"},
            people,
        ),
        "partnership": (
            reverse("partnership_remove", args=[pair.pk]),
            {"typed": str(pair)},
            people,
        ),
        "role": (reverse("role_take", args=[role.pk]), {}, reverse("roles", args=[club.slug])),
        "entry": (
            reverse("entry_remove", args=[entry.pk]),
            {},
            reverse("entries_edit", args=[league.pk]),
        ),
        "entrant": (
            reverse("entrant_remove", args=[entrant.pk]),
            {},
            reverse("players_edit", args=[turning.pk]),
        ),
        "stage": (
            reverse("stage_delete", args=[stage.pk]),
            {"typed": "Swiss"},
            reverse("competition_setup", args=[swiss.pk]),
        ),
        "bracket": (
            reverse("stage_delete", args=[bracket.pk]),
            {"typed": "knockout"},
            reverse("competition_setup", args=[cup.pk]),
        ),
    }


ALL = ["rehearsal", "player", "partnership", "role", "entry", "entrant", "stage", "bracket"]


@pytest.mark.parametrize("kind", ALL)
def test_the_second_tap_says_that_it_is_gone_and_leads_on(
    kind: str, things: dict[str, Taps], client_of: Callable[..., Client], owner: User
) -> None:
    address, sent, leads = things[kind]
    desk = client_of(owner)
    first = desk.post(address, sent, follow=True)
    assert first.status_code == 200
    assert GONE not in first.content.decode()
    written = AuditEntry.objects.count()
    second = desk.post(address, sent, follow=True)
    assert second.redirect_chain == [(leads, 302)]
    assert second.status_code == 200
    assert GONE in second.content.decode()
    assert AuditEntry.objects.count() == written


@pytest.mark.parametrize("kind", ALL)
@pytest.mark.parametrize("who", ["stranger", "member", "scorekeeper"])
def test_for_everybody_else_it_never_was(
    who: str,
    kind: str,
    things: dict[str, Taps],
    personas: dict[str, User | None],
    client_of: Callable[..., Client],
    owner: User,
) -> None:
    address, sent, _leads = things[kind]
    client_of(owner).post(address, sent)
    assert client_of(personas[who]).post(address, sent).status_code == 404


def test_what_never_was_is_not_gone(
    things: dict[str, Taps], client_of: Callable[..., Client], owner: User
) -> None:
    desk = client_of(owner)
    assert desk.post(reverse("player_remove", args=[987654])).status_code == 404
    assert desk.post(reverse("competition_delete", args=[987654])).status_code == 404
    assert desk.post(reverse("deletion_restore", args=[987654])).status_code == 404


def test_a_substitute_and_a_start_taken_back_twice(
    make_competition: Callable[..., Competition],
    make_player: Callable[..., Player],
    client_of: Callable[..., Client],
    organizer: User,
) -> None:
    match = draw(make_competition(entries=4), organizer)[0].matches.get(table=1)
    out = match.entry_a.partnership
    sits = add_substitute(
        match, out=out.first_id, player=make_player("Zed Zinck"), game=None, by=organizer
    )
    desk = client_of(organizer)
    address = reverse("match_substitutes", args=[match.pk])
    for said in ("Taken back.", GONE):
        page = desk.post(address, {"remove": str(sits.pk)}, follow=True)
        assert page.status_code == 200
        assert said in page.content.decode()
    other = match.entry_b.partnership
    people = [out.first_id, out.second_id, other.first_id, other.second_id]
    seats = dict(zip("NSEW", people, strict=True))
    start_game(match, number=1, seats=seats, first_dealer="N", by=organizer)
    start = reverse("game_start", args=[match.pk])
    desk.post(start, {"take_back": "1"})
    page = desk.post(start, {"take_back": "1"}, follow=True)
    assert page.status_code == 200
    assert GONE in page.content.decode()


def test_a_player_who_left_twice_left_once(
    make_competition: Callable[..., Competition],
    make_player: Callable[..., Player],
    client_of: Callable[..., Client],
    organizer: User,
) -> None:
    turning = make_competition(entries=0, state="open", kind="tournament")
    stage = add_stage(turning, StagePlan(kind="rotating", rounds=3), by=organizer)
    entrants = add_players(turning, [make_player() for _n in range(8)], by=organizer)
    desk = client_of(organizer)
    desk.post(reverse("round_draw", args=[stage.pk]), {"number": "1"})
    desk.post(reverse("round_publish", args=[stage.rounds.get().pk]))
    for _tap in range(2):
        desk.post(reverse("entrant_remove", args=[entrants[0].pk]))
    assert AuditEntry.objects.filter(verb="leave_player").count() == 1


def test_a_draft_of_a_round_dropped_twice(
    make_competition: Callable[..., Competition],
    client_of: Callable[..., Client],
    organizer: User,
) -> None:
    swiss = make_competition(entries=4, state="open", kind="tournament")
    stage = add_stage(swiss, StagePlan(kind="swiss", rounds=3), by=organizer)
    desk = client_of(organizer)
    desk.post(reverse("round_draw", args=[stage.pk]), {"number": "1"})
    address = reverse("round_delete", args=[stage.rounds.get().pk])
    for said in ("is gone.", GONE):
        page = desk.post(address, {"stage": str(stage.pk)}, follow=True)
        assert page.status_code == 200
        assert said in page.content.decode()
