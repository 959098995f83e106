"""Clubs: the list, a new one, another name."""

import pytest
from django.urls import reverse

from league.models import AuditEntry, Club, Role


def test_everybody_sees_the_clubs_and_one_own_role(club, other_club, member, client_of):
    page = client_of(member).get(reverse("clubs")).content.decode()
    assert "Glace Bay Legion" in page
    assert "Chéticamp Acadian Club" in page
    assert "you: member" in page
    assert "Start another club" not in page


def test_first_start_is_offered_while_nobody_is_there(db, client):
    assert reverse("welcome") in client.get(reverse("clubs")).content.decode()


@pytest.mark.parametrize("persona", ["owner", "organizer", "stranger", "site_admin"])
def test_who_runs_a_club_starts_another_and_owns_it(personas, client_of, persona):
    user = personas[persona]
    answer = client_of(user).post(reverse("club_new"), {"name": "Isle Madame", "place": "Arichat"})
    club = Club.objects.get(name="Isle Madame")
    assert answer["Location"] == reverse("people", args=[club.slug])
    assert Role.objects.get(club=club).user == user
    assert AuditEntry.objects.get(verb="start_club").by == user


@pytest.mark.parametrize("persona", ["member", "scorekeeper"])
def test_who_runs_no_club_starts_none(personas, client_of, persona):
    assert client_of(personas[persona]).post(reverse("club_new"), {"name": "X"}).status_code == 403
    assert not Club.objects.filter(name="X").exists()


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Glace Bay Légion", "glace-bay-legion"),
        ("New", "new-2"),
        ("ᒥᑭᒪᖅ", "club"),
        ("שלום", "club"),
        ("n" * 100, "n" * 50),
    ],
)
def test_address_is_made_from_the_name(owner, client_of, name, slug):
    client_of(owner).post(reverse("club_new"), {"name": name})
    assert Club.objects.get(name=name).slug == slug


def test_second_club_of_one_name_gets_an_address_of_its_own(owner, client_of):
    browser = client_of(owner)
    for _again in range(3):
        browser.post(reverse("club_new"), {"name": "Legion"})
    slugs = Club.objects.filter(name="Legion").order_by("id").values_list("slug", flat=True)
    assert list(slugs) == ["legion", "legion-2", "legion-3"]


def test_owner_renames_the_club_and_its_address_stays(owner, club, client_of, make_competition):
    competition = make_competition(entries=2)
    url = reverse("club_edit", args=[club.slug])
    client_of(owner).post(url, {"name": "Branch 3", "place": ""})
    club.refresh_from_db()
    before = competition.version
    competition.refresh_from_db()
    assert (club.name, club.slug) == ("Branch 3", "glace-bay")
    assert competition.version > before


def test_club_without_a_name_is_refused_with_the_place_kept(owner, club, client_of):
    page = client_of(owner).post(
        reverse("club_edit", args=[club.slug]), {"name": " ", "place": "New Aberdeen"}
    )
    assert page.status_code == 422
    assert "Write a name." in page.content.decode()
    assert "New Aberdeen" in page.content.decode()
