"""The first start of a site."""

import pytest
from django.urls import reverse

from league.models import AuditEntry, Club, Role, User

FORM = {
    "name": "Morag Gillis",
    "email": "Morag@Example.com",
    "password": "three-quiet-herons",
    "club_name": "Bras d’Or Legion",
    "place": "Bras d’Or",
}


@pytest.fixture
def url() -> str:
    return reverse("welcome")


def test_first_owner_makes_account_and_club_in_one_form_and_is_in(db, client, url):
    assert client.get(url).status_code == 200
    answer = client.post(url, FORM)
    user, club = User.objects.get(), Club.objects.get()
    assert answer["Location"] == reverse("people", args=[club.slug])
    assert client.session["_auth_user_id"] == str(user.pk)
    assert (user.email, user.is_superuser) == ("morag@example.com", True)
    assert Role.objects.get(club=club, user=user).kind == "owner"
    assert AuditEntry.objects.get().verb == "make_first_owner"


def test_page_is_gone_once_somebody_is_there(owner, client, url):
    assert client.get(url).status_code == 404
    assert client.post(url, FORM).status_code == 404
    assert User.objects.count() == 1


def test_everything_wrong_is_said_at_once_and_nothing_is_stored(db, client, url):
    page = client.post(url, {**FORM, "email": "morag", "password": "short", "club_name": ""})
    said = page.content.decode()
    assert page.status_code == 422
    assert "valid email" in said
    assert "Write a name." in said
    assert 'value="Morag Gillis"' in said
    assert not User.objects.exists()
    assert not Club.objects.exists()


def test_weak_password_is_refused_on_its_field(db, client, url):
    page = client.post(url, {**FORM, "password": "password123"})
    assert page.status_code == 422
    assert "too common" in page.content.decode()
    assert "password123" not in page.content.decode()


def test_page_cannot_be_hammered(db, client, url):
    answers = [client.post(url, {}).status_code for _try in range(11)]
    assert answers == [422] * 10 + [429]
