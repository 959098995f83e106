"""Somebody is forgotten: results stay under an alias, and the name is nowhere any more."""

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.core import serializers
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from league.actions.adjustments import add_adjustment
from league.actions.corrections import void_hand
from league.actions.results import Totals, record_totals
from league.models import (
    AuditEntry,
    AuditText,
    Claim,
    Club,
    Competition,
    Dispute,
    Hand,
    Invitation,
    Match,
    Player,
    Role,
    User,
)
from league.queries.standings import standings_of
from tests.league.actions.test_departures import draw
from tests.league.conftest import PASSWORD
from tests.league.evenings import begin, play
from tests.league.every_page import every_page

Make = Callable[..., Any]


@pytest.fixture
def desk(client_of: Callable[..., Client], organizer: User) -> Client:
    return client_of(organizer)


@pytest.fixture
def anne(make_competition: Make, organizer: User) -> Player:
    """Angela Quillfeather, whose name stands in every kind of remark, and in what was deleted."""
    league: Competition = make_competition(entries=4, state="open", notes="Fee to Angela "
                                           "Quillfeather at the door.")  # fmt: skip
    night = draw(league, organizer)[0]
    match: Match = night.matches.get(table=1)
    anne: Player = match.entry_a.partnership.first
    Player.objects.filter(pk=anne.pk).update(name="Angela Quillfeather")
    anne.refresh_from_db()
    begin(match, organizer)
    hands = play(match, organizer, 96, 60)
    void_hand(hands[1], reason="Angela played twice", revision=1, by=organizer)
    Hand.objects.filter(pk=hands[0].pk).update(note="Quillfeather called late")
    Dispute.objects.create(match=match, side="b", words="Angela said 61.")
    other: Match = night.matches.get(table=2)
    record_totals(other, [Totals(number=1, a=512, b=340)], stamp="", by=organizer)
    add_adjustment(
        league, other.entry_a, match_points=-1, points=0,
        reason="rude to A. Quillfeather", by=organizer,
    )  # fmt: skip
    add_adjustment(league, other.entry_b, match_points=-1, points=0, reason="late", by=organizer)
    return anne


def said_anywhere(*words: str) -> list[str]:
    """Where one of the words is stored still: "model:number"."""
    rows = [
        row
        for model in apps.get_app_config("league").get_models()
        for row in serializers.serialize("python", model._base_manager.all())
    ]
    return [
        f"{row['model']}:{row['pk']}"
        for row in rows
        if any(word.casefold() in str(row["fields"]).casefold() for word in words)
    ]


def forget(desk: Client, player: Player) -> Any:
    address = reverse("player_forget", args=[player.pk])
    return desk.post(address, {"typed": player.own_name})


def test_the_name_is_nowhere_any_more_and_the_results_stay(
    desk: Client, anne: Player, client_of: Callable[..., Client], club: Club
) -> None:
    league = Competition.objects.get()
    before = [place.row for place in standings_of(league).rows]
    version = league.version
    lone = Player.objects.create(club=club, name="Zed Zinck")
    desk.post(reverse("player_remove", args=[lone.pk]), {"typed": "Zed Zinck"})
    assert said_anywhere("Quillfeather")
    page = desk.get(reverse("player_forget", args=[anne.pk])).content.decode()
    assert f"Former player {anne.pk}" in page
    wrong = desk.post(reverse("player_forget", args=[anne.pk]), {"typed": "Angela"})
    assert wrong.status_code == 422
    assert forget(desk, anne).status_code == 302
    assert said_anywhere("Quillfeather", "Angela") == []
    anne.refresh_from_db()
    assert anne.name == f"Former player {anne.pk}"
    league.refresh_from_db()
    assert league.version > version
    assert league.notes == "Fee to — at the door."
    assert [place.row for place in standings_of(league).rows] == before
    # What spoke of somebody else stays.
    assert AuditText.objects.filter(reason="late").exists()
    pages = every_page(client_of(None), most_of_a_kind=6)
    assert not [address for address, html in pages.items() if "Quillfeather" in html]
    assert f"Former player {anne.pk}" in pages[f"/players/{anne.pk}/"]
    whole = StringIO()
    call_command("verify_audit", stdout=whole)
    entry = AuditEntry.objects.get(verb="forget_player")
    assert (entry.before, entry.reason) == (None, "")
    assert entry.after is not None
    assert entry.after["texts"] >= 5
    # The second tap says so, and nobody gives a name again.
    again = desk.get(reverse("player_forget", args=[anne.pk]), follow=True)
    assert "forgotten already" in again.content.decode()
    named = desk.post(reverse("player_edit", args=[anne.pk]), {"name": "Angela"})
    assert named.status_code == 422
    assert AuditEntry.objects.filter(verb="forget_player").count() == 1


def test_the_name_goes_from_what_was_deleted_and_merged(
    desk: Client, anne: Player, make_player: Make
) -> None:
    twin = make_player("Angela Quillfether")
    sent = {"other": str(twin.pk), "keep": "this"}
    desk.post(reverse("player_merge", args=[anne.pk]), sent)
    league = Competition.objects.get()
    desk.post(reverse("competition_delete", args=[league.pk]), {"typed": league.name})
    assert {one.partition(":")[0] for one in said_anywhere("Quillfeather", "Quillfether")} >= {
        "league.deletion", "league.merge", "league.player", "league.audittext",
    }  # fmt: skip
    assert forget(desk, anne).status_code == 302
    left = {one.partition(":")[0] for one in said_anywhere("Quillfeather", "Quillfether")}
    assert left == set()
    undo = reverse("merge_undo", args=[anne.merges.get().pk])
    assert desk.post(undo).status_code == 302
    assert Player.objects.get(pk=twin.pk).name == f"Former player {twin.pk}"


def test_the_account_and_the_claims_are_cut_off_and_the_namesake_stays(
    anne: Player, make_player: Make, member: User, client_of: Callable[..., Client]
) -> None:
    twin = make_player("Angela Quillfeather")
    Player.objects.filter(pk=anne.pk).update(user=member)
    Claim.objects.create(player=anne, user=member, state="confirmed")
    anne.refresh_from_db()
    own = client_of(member)
    assert "Delete my account" in own.get(reverse("me")).content.decode()
    assert forget(own, anne).url == reverse("me")
    anne.refresh_from_db()
    assert anne.user is None
    assert not Claim.objects.exists()
    assert User.objects.filter(pk=member.pk).exists()
    twin.refresh_from_db()
    assert twin.name == "Angela Quillfeather"


def test_only_organizers_and_the_person_forget(
    anne: Player, personas: dict[str, User | None], client_of: Callable[..., Client]
) -> None:
    address = reverse("player_forget", args=[anne.pk])
    expected = {
        "guest": 302, "stranger": 404, "member": 403, "scorekeeper": 403,
        "organizer": 200, "owner": 200, "site_admin": 200,
    }  # fmt: skip
    assert {
        name: client_of(user).get(address).status_code for name, user in personas.items()
    } == expected
    for name in ("guest", "stranger", "member", "scorekeeper"):
        sent = client_of(personas[name]).post(address, {"typed": anne.name})
        assert sent.status_code == expected[name]
    anne.refresh_from_db()
    assert anne.forgotten_at is None


def sign_in(user: User) -> Client:
    """A browser in which the password was typed twice: signing in, and for this page."""
    client = Client()
    sent = {"login": user.email, "password": PASSWORD}
    assert client.post(reverse("account_login"), sent).status_code == 302
    again = client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    assert again.status_code == 302
    return client


def test_an_account_is_deleted_by_whose_it_is_and_the_results_stay(
    anne: Player, member: User, club: Club, scorekeeper: User
) -> None:
    Player.objects.filter(pk=anne.pk).update(user=member)
    Hand.objects.update(recorded_by=member)
    Invitation.objects.create(
        club=club, kind="member", email=member.email, nonce="0" * 32, digest="d" * 64,
        most_uses=1, expires_at=anne.created_at,
    )  # fmt: skip
    number, address = member.pk, reverse("me_delete")
    stale = Client()
    stale.force_login(member, backend="league.accounts.AuthenticationBackend")
    assert reverse("account_reauthenticate") in stale.get(address).url
    assert reverse("account_reauthenticate") in stale.post(address, {"typed": member.email}).url
    own = sign_in(member)
    assert own.get(address).status_code == 200
    assert own.post(address, {"typed": "somebody@example.com"}).status_code == 422
    assert User.objects.filter(pk=number).exists()
    done = own.post(address, {"typed": member.email, "forget": "on"}, follow=True)
    assert "Your account is deleted" in done.content.decode()
    assert not User.objects.filter(pk=number).exists()
    assert not Role.objects.filter(user=number).exists()
    assert said_anywhere("Quillfeather", "member@example.com") == []
    assert Hand.objects.exists()
    assert AuditEntry.objects.get(verb="delete_account").by_id == number
    assert stale.get(reverse("me")).status_code == 302  # signed out everywhere
    assert own.get(address).status_code == 302
    call_command("verify_audit", stdout=StringIO())


def test_the_name_stays_in_the_results_where_that_is_wished(anne: Player, member: User) -> None:
    Player.objects.filter(pk=anne.pk).update(user=member)
    own = sign_in(member)
    assert own.post(reverse("me_delete"), {"typed": member.email}).status_code == 302
    anne.refresh_from_db()
    assert (anne.name, anne.user) == ("Angela Quillfeather", None)


def test_a_club_keeps_an_owner(owner: User, club: Club, make_user: Make) -> None:
    own = sign_in(owner)
    page = own.post(reverse("me_delete"), {"typed": owner.email})
    assert page.status_code == 422
    assert f"the only owner of {club.name}" in page.content.decode()
    assert User.objects.filter(pk=owner.pk).exists()
    make_user("second", club, Role.Kind.OWNER)
    assert own.post(reverse("me_delete"), {"typed": owner.email}).status_code == 302
    assert not User.objects.filter(pk=owner.pk).exists()
