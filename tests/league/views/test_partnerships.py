"""Two names, put together by hand."""

import pytest
from django.urls import reverse

from league.models import Partnership, Player


@pytest.fixture
def send(club, organizer, client_of):
    browser = client_of(organizer)

    def post(one: str, other: str, **fields):
        url = reverse("partnership_new", args=[club.slug])
        return browser.post(url, {"one": one, "other": other, **fields}, follow=True)

    return post


def test_two_new_names_become_people_and_a_partnership(send):
    send("Anne", "Joe")
    assert str(Partnership.objects.get()) == "Anne & Joe"


def test_same_two_the_other_way_round_are_recognised_kindly(send):
    send("Anne", "Joe")
    page = send("Joe", "Anne")
    assert page.status_code == 200
    assert "Anne &amp; Joe play together already" in page.content.decode()
    assert Partnership.objects.count() == 1
    assert Player.objects.count() == 2


def test_person_with_themselves_is_refused(send):
    page = send("Anne", "ANNE")
    assert page.status_code == 422
    assert "The same name stands twice" in page.content.decode()
    assert not Player.objects.exists()


def test_missing_partner_is_asked_for_and_the_first_name_kept(send):
    page = send("Anne", "")
    assert page.status_code == 422
    assert "Write a name." in page.content.decode()
    assert 'value="Anne"' in page.content.decode()


def test_name_of_two_people_is_asked_on_its_field(send, make_player):
    one, other = make_player("John MacDonald"), make_player("John MacDonald")
    page = send("John MacDonald", "Rita")
    assert page.status_code == 422
    assert "Choose who is meant" in page.content.decode()
    send("John MacDonald", "Rita", **{"who-1-0": str(other.pk)})
    assert Partnership.objects.get().first == other
    assert one.pk != other.pk


def test_partnership_made_by_mistake_is_taken_off_and_its_people_stay(
    organizer, client_of, make_partnership
):
    pair = make_partnership()
    url = reverse("partnership_remove", args=[pair.pk])
    client_of(organizer).post(url, {"typed": str(pair)})
    assert not Partnership.objects.exists()
    assert Player.objects.count() == 2


def test_entered_partnership_stays_in_the_book(organizer, client_of, make_competition):
    pair = make_competition(entries=1).entries.get().partnership
    url = reverse("partnership_remove", args=[pair.pk])
    page = client_of(organizer).post(url, {"typed": str(pair)})
    assert page.status_code == 422
    assert "stay in the book" in page.content.decode()
    assert Partnership.objects.filter(pk=pair.pk).exists()


def test_partnership_of_another_club_is_not_ours_to_remove(
    organizer, other_club, client_of, make_partnership
):
    pair = make_partnership(club=other_club)
    url = reverse("partnership_remove", args=[pair.pk])
    assert client_of(organizer).post(url).status_code == 404
    assert Partnership.objects.exists()
