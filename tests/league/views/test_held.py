"""What is held about me, and nobody else's: read on a page, taken along as a file."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Claim, Match, Player, User
from league.queries.hanging import pointing_at
from tests.league.evenings import begin, play

Make = Callable[..., Any]


@pytest.fixture
def mine(make_match: Make, member: User, scorekeeper: User) -> Player:
    """The member is Anne, and has written two hands of her own match."""
    match: Match = make_match()
    begin(match, scorekeeper)
    for hand in play(match, scorekeeper, 96, 60):
        hand.recorded_by = member
        hand.save(update_fields=["recorded_by"])
    anne: Player = match.entry_a.partnership.first
    Player.objects.filter(pk=anne.pk).update(user=member)
    Claim.objects.create(player=anne, user=member, state="confirmed")
    anne.refresh_from_db()
    return anne


def test_everything_that_points_at_me_is_in_the_file(
    mine: Player, member: User, client_of: Callable[..., Client]
) -> None:
    own = client_of(member)
    answer = own.get(reverse("me_data_file"))
    assert answer["Content-Type"] == "application/json"
    assert "attachment" in answer["Content-Disposition"]
    held = answer.json()
    assert held["account"]["email"] == member.email
    assert [role["role"] for role in held["roles"]] == ["member"]
    assert [one["name"] for one in held["players"]] == [mine.name]
    assert len(held["written"]["hand.recorded_by"]) == 2
    assert {"entrant.player", "lineup.player", "seating.player", "partnership.first"} <= set(
        held["players"][0]["at_the_tables"]
    )
    assert len(held["claims"]) == 1
    page = own.get(reverse("me_data")).content.decode()
    assert mine.name in page
    assert member.email in page


def test_no_key_and_no_secret_is_in_the_file(
    mine: Player, member: User, client_of: Callable[..., Client]
) -> None:
    text = client_of(member).get(reverse("me_data_file")).content.decode()
    assert member.password not in text
    for word in ('"password"', '"digest"', '"nonce"', '"salt"'):
        assert word not in text


def test_every_reference_to_an_account_or_a_player_is_told_of() -> None:
    """The walk leaves out what is told of in a part of its own, and nothing else."""
    told = {"role", "claim", "player", "emailaddress", "authenticator", "auditentry", "merge"}
    models = {field.model._meta.model_name for field in pointing_at(User)}
    assert told - {"merge"} <= models
    assert "hand" in models - told


def test_nobody_reads_what_is_held_about_another(
    mine: Player, owner: User, client_of: Callable[..., Client], stranger: User
) -> None:
    for address in (reverse("me_data"), reverse("me_data_file")):
        assert client_of(None).get(address).status_code == 302
        for other in (owner, stranger):
            text = client_of(other).get(address).content.decode()
            assert mine.name not in text
            assert "member@example.com" not in text
