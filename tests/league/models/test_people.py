"""The database itself refuses people, pairs and roles that cannot be, also to raw SQL."""

import pytest
from django.db import IntegrityError, connection, transaction

from league.models import Claim, Club, Partnership, Player, Role, User

NOW = "2026-11-29 20:00:00+00:00"


def store(table: str, **values: object) -> None:
    columns = ", ".join(values)
    marks = ", ".join(["%s"] * len(values))
    with connection.cursor() as cursor, transaction.atomic():
        cursor.execute(f"INSERT INTO {table} ({columns}) VALUES ({marks})", list(values.values()))


def refused(table: str, **values: object) -> str:
    with pytest.raises(IntegrityError) as caught:
        store(table, **values)
    return str(caught.value)


@pytest.fixture
def pair(make_player):
    return make_player("Anne MacNeil"), make_player("Joe Boudreau")


def test_partnership_of_two_people_is_stored(club, pair):
    anne, joe = pair
    store("league_partnership", club_id=club.pk, first_id=anne.pk, second_id=joe.pk, created_at=NOW)
    assert str(Partnership.objects.get()) == "Anne MacNeil & Joe Boudreau"


def test_partnership_of_one_person_twice_is_refused(club, pair):
    anne, _joe = pair
    said = refused(
        "league_partnership", club_id=club.pk, first_id=anne.pk, second_id=anne.pk, created_at=NOW
    )
    assert "partnership_of_two_in_order" in said


def test_partnership_in_the_other_order_is_refused(club, pair):
    anne, joe = pair
    said = refused(
        "league_partnership", club_id=club.pk, first_id=joe.pk, second_id=anne.pk, created_at=NOW
    )
    assert "partnership_of_two_in_order" in said


def test_partnership_stored_twice_is_refused_even_by_another_club(
    other_club, pair, make_partnership
):
    anne, joe = pair
    make_partnership(anne, joe)
    refused(
        "league_partnership",
        club_id=other_club.pk,
        first_id=anne.pk,
        second_id=joe.pk,
        created_at=NOW,
    )
    assert Partnership.objects.count() == 1


def test_second_role_of_one_account_in_a_club_is_refused(club, organizer):
    refused("league_role", club_id=club.pk, user_id=organizer.pk, kind="owner")
    assert Role.objects.get(user=organizer).kind == "organizer"


def test_role_nobody_knows_is_refused(club, site_admin):
    said = refused("league_role", club_id=club.pk, user_id=site_admin.pk, kind="king")
    assert "role_kind_known" in said


def test_club_without_a_name_or_address_is_refused(db):
    assert "club_has_name" in refused("league_club", name="", slug="x", place="", created_at=NOW)
    assert "club_has_slug" in refused("league_club", name="X", slug="", place="", created_at=NOW)
    assert not Club.objects.exists()


def test_second_club_at_one_address_is_refused(club):
    refused("league_club", name="Another", slug=club.slug, place="", created_at=NOW)
    assert Club.objects.count() == 1


def test_player_without_a_name_is_refused(club):
    assert "player_has_name" in refused(
        "league_player", club_id=club.pk, name="", full_name="", created_at=NOW
    )
    assert not Player.objects.exists()


def test_account_without_an_address_or_with_a_taken_one_is_refused(owner):
    values = {
        "password": "!",
        "is_superuser": False,
        "name": "",
        "is_staff": False,
        "is_active": True,
        "date_joined": NOW,
    }
    assert "user_has_email" in refused("league_user", email="", **values)
    refused("league_user", email=owner.email, **values)
    assert User.objects.count() == 1


def test_account_address_is_kept_in_lower_case_so_that_capitals_open_it_too(db):
    assert User.objects.create_user(" Rita@Example.COM ").email == "rita@example.com"


@pytest.mark.parametrize(
    ("fields", "constraint"),
    [
        ({"kind": "king", "email": "r@example.com"}, "invitation_kind_known"),
        ({"kind": "organizer", "most_uses": 5}, "invitation_for_one_or_for_members"),
        ({"email": "r@example.com", "most_uses": 2}, "invitation_for_one_or_for_members"),
        ({"most_uses": 0}, "invitation_uses_in_bounds"),
        ({"most_uses": 1, "uses": 2}, "invitation_uses_in_bounds"),
    ],
)
def test_invitation_that_lets_in_more_than_it_may_is_refused(club, fields, constraint):
    invitation = {
        "club_id": club.pk,
        "kind": "member",
        "email": "",
        "name": "",
        "nonce": "0" * 32,
        "digest": "d",
        "most_uses": 1,
        "uses": 0,
        "created_at": NOW,
        "expires_at": NOW,
        **fields,
    }
    assert constraint in refused("league_invitation", **invitation)


def test_player_is_claimed_once_by_one_account_at_a_time(make_player, make_user):
    claim = {
        "player_id": make_player().pk,
        "user_id": make_user("rita").pk,
        "state": "waiting",
        "made_at": NOW,
    }
    Claim.objects.create(player_id=claim["player_id"], user_id=claim["user_id"])
    assert refused("league_claim", **claim)
    assert "claim_state_known" in refused("league_claim", **{**claim, "state": "maybe"})
