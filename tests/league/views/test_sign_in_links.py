"""The one-time link, from the hand of an owner to a signed-in person."""

from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from league.actions.accounts import make_sign_in_link
from league.models import User

NEW = "three-quiet-herons"


@pytest.fixture
def link(club, owner, organizer) -> str:
    return reverse("sign_in_link", args=[make_sign_in_link(organizer, club, by=owner)])


def signed_in(client) -> str | None:
    return client.session.get("_auth_user_id")


def test_link_sets_the_password_and_signs_in(link, client, organizer):
    assert client.get(link).status_code == 200
    answer = client.post(link, {"password": NEW})
    assert answer.status_code == 302
    assert signed_in(client) == str(organizer.pk)
    organizer.refresh_from_db()
    assert organizer.check_password(NEW)


def test_looking_at_the_link_does_not_use_it_up(link, client):
    for _again in range(3):
        assert client.get(link).status_code == 200


def test_link_works_once(link, client, client_of, organizer):
    client.post(link, {"password": NEW})
    other = client_of(None)
    assert other.get(link).status_code == 410
    page = other.post(link, {"password": "another-long-password"})
    assert page.status_code == 410
    assert "used up" in page.content.decode()
    organizer.refresh_from_db()
    assert organizer.check_password(NEW)


def test_link_dies_with_age(link, client):
    with time_machine.travel(timezone.now() + timedelta(days=3, minutes=1)):
        assert client.get(link).status_code == 410


def test_link_dies_with_the_account(link, client, organizer):
    User.objects.filter(pk=organizer.pk).update(is_active=False)
    assert client.get(link).status_code == 410


@pytest.mark.parametrize("token", ["x", "1-abc-def", "-", "zzzzzzzzzzzzzzzz-1-2", "é-1"])
def test_made_up_link_is_as_good_as_a_dead_one(db, client, token):
    assert client.get(reverse("sign_in_link", args=[token])).status_code == 410


def test_link_of_one_does_not_open_another(link, client, owner):
    from django.utils.http import int_to_base36

    signed = link.rstrip("/").rsplit("/", 1)[1].split("-", 1)[1]
    url = reverse("sign_in_link", args=[f"{int_to_base36(owner.pk)}-{signed}"])
    assert client.get(url).status_code == 410


@pytest.mark.parametrize(
    "password", ["", "short", "password123", "12345678901", "organizer@example.com"]
)
def test_weak_password_is_refused_with_the_reason_and_the_link_lives(link, client, password):
    assert client.post(link, {"password": password}).status_code == 422
    assert signed_in(client) is None
    assert client.get(link).status_code == 200


def test_somebody_else_signed_in_on_the_phone_is_signed_out(link, client_of, member, organizer):
    phone = client_of(member)
    phone.post(link, {"password": NEW})
    assert signed_in(phone) == str(organizer.pk)


def test_links_cannot_be_tried_one_after_the_other(db, client):
    url = reverse("sign_in_link", args=["1-abc-def"])
    answers = [client.post(url, {"password": NEW}).status_code for _try in range(31)]
    assert answers == [410] * 30 + [429]


def test_bad_passwords_are_limited_on_the_sign_in_page(owner, client):
    data = {"login": owner.email, "password": "wrong-password"}
    for _try in range(5):
        client.post(reverse("account_login"), data)
    page = client.post(
        reverse("account_login"), {"login": owner.email, "password": "a-good-long-password"}
    )
    assert signed_in(client) is None
    assert "Too many failed login attempts" in page.content.decode() or page.status_code == 429


def test_nobody_signs_up_alone(db, client):
    data = {"email": "me@example.com", "password1": NEW, "password2": NEW}
    client.post(reverse("account_signup"), data)
    assert not User.objects.exists()


def test_person_signs_in_with_any_capitals_in_the_address(owner, client):
    data = {"login": "Owner@Example.COM", "password": "a-good-long-password"}
    client.post(reverse("account_login"), data)
    assert signed_in(client) == str(owner.pk)
