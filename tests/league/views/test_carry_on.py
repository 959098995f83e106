"""A sign-in that runs out while somebody writes."""

import html
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Player

PASSWORD = "a-good-long-password"


@pytest.fixture
def url(club) -> str:
    return reverse("player_new", args=[club.slug])


def sign_in(browser, user, location) -> str:
    """Sign in on the page that `location` leads to; where that leads."""
    after = parse_qs(urlsplit(location).query)["next"][0]
    assert urlsplit(location).path == reverse("account_login")
    data = {"login": user.email, "password": PASSWORD, "next": after}
    return browser.post(reverse("account_login"), data)["Location"]


def hidden_fields(page) -> dict[str, str]:
    found = re.findall(
        r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page.content.decode()
    )
    return {name: html.unescape(value) for name, value in found if name != "csrfmiddlewaretoken"}


def test_form_sent_after_the_sign_in_ran_out_is_kept_and_sent_after_it(client, organizer, url):
    answer = client.post(
        url, {"name": "Ida & <b>Gouthro</b>"}, headers={"Referer": f"http://testserver{url}"}
    )
    assert answer.status_code == 302
    onward = sign_in(client, organizer, answer["Location"])
    assert onward == reverse("carry_on")
    page = client.get(onward)
    assert hidden_fields(page) == {"name": "Ida & <b>Gouthro</b>"}
    assert f'action="{url}"' in page.content.decode()
    assert not Player.objects.exists()
    client.post(url, hidden_fields(page))
    assert Player.objects.get().name == "Ida & <b>Gouthro</b>"
    assert client.get(onward)["Location"] == "/"  # sent, and let go of


def test_sign_in_page_says_that_it_is_kept(client, organizer, url):
    page = client.post(url, {"name": "Ida"}, follow=True)
    assert "What you typed is kept" in page.content.decode()


def test_kept_form_can_be_let_go_back_to_the_page(client, organizer, url):
    answer = client.post(url, {"name": "Ida"}, headers={"Referer": f"http://testserver{url}"})
    sign_in(client, organizer, answer["Location"])
    assert client.post(reverse("carry_on"))["Location"] == url
    assert client.get(reverse("carry_on"))["Location"] == "/"


def test_every_value_of_a_field_and_every_line_is_kept(client, organizer, club):
    url = reverse("people_paste", args=[club.slug])
    typed = "\n\nAnne & Joe\r\nRita"
    answer = client.post(url, {"names": typed, "entry": ["1", "2"]})
    sign_in(client, organizer, answer["Location"])
    page = client.get(reverse("carry_on")).content.decode()
    assert page.count('name="entry"') == 2
    assert client.session["kept_form"]["fields"][0][1] == typed


def test_part_asked_for_without_sign_in_moves_the_whole_page(client, club, organizer):
    people = reverse("people", args=[club.slug])
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{people}?q=an"}
    answer = client.get(people, {"q": "ann"}, headers=headers)
    assert answer.status_code == 200
    assert answer.content == b""
    assert sign_in(client, organizer, answer["HX-Redirect"]) == f"{people}?q=an"


def test_part_sent_without_sign_in_is_kept_and_moves_the_whole_page(client, url, organizer):
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{url}"}
    answer = client.post(url, {"name": "Ida"}, headers=headers)
    assert answer.content == b""
    assert sign_in(client, organizer, answer["HX-Redirect"]) == reverse("carry_on")
    assert hidden_fields(client.get(reverse("carry_on"))) == {"name": "Ida"}


def test_check_while_typing_leaves_the_page_as_it_is(client, make_match):
    match = make_match()
    page = f"http://testserver{reverse('score', args=[match.pk])}"
    headers = {"HX-Request": "true", "HX-Current-URL": page}
    answer = client.post(
        reverse("hand_check", args=[match.pk]), {"count_ns": "96"}, headers=headers
    )
    assert (answer.status_code, answer.content) == (204, b"")
    assert "HX-Redirect" not in answer
    assert "kept_form" not in client.session


def test_hand_sent_after_the_sign_in_ran_out_is_kept(client, scorekeeper, make_match):
    match = make_match()
    record = reverse("hand_record", args=[match.pk])
    page = reverse("score", args=[match.pk])
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{page}"}
    typed = {"client_id": "0190", "trump": "H", "count_ns": "96"}
    answer = client.post(record, typed, headers=headers)
    sign_in(client, scorekeeper, answer["HX-Redirect"])
    kept = client.get(reverse("carry_on"))
    assert hidden_fields(kept) == typed
    assert f'action="{record}"' in kept.content.decode()
    assert client.post(reverse("carry_on"))["Location"] == page


def test_page_of_another_site_is_no_page_to_come_back_to(client, club):
    people = reverse("people", args=[club.slug])
    headers = {"HX-Request": "true", "HX-Current-URL": "https://evil.example/steal"}
    answer = client.get(people, headers=headers)
    assert "evil" not in answer["HX-Redirect"]
    client.post(people, {"name": "x"}, headers={"Referer": "https://evil.example/steal"})
    assert "evil" not in str(dict(client.session))


def test_page_that_looks_like_another_site_is_read_as_ours(client, organizer, url):
    headers = {"Referer": "http://testserver//evil.example/steal"}
    answer = client.post(url, {"name": "x"}, headers=headers)
    sign_in(client, organizer, answer["Location"])
    assert client.post(reverse("carry_on"))["Location"] == "/evil.example/steal"


def test_page_without_script_goes_to_sign_in_and_comes_back(client, club, organizer):
    people = reverse("people", args=[club.slug])
    answer = client.get(people, {"q": "an"})
    assert answer.status_code == 302
    assert sign_in(client, organizer, answer["Location"]) == f"{people}?q=an"


def test_too_much_to_keep_goes_to_sign_in_without_it(client, club):
    client.post(reverse("people_paste", args=[club.slug]), {"names": "x" * 100_001})
    assert "kept_form" not in client.session


def test_passwords_are_never_kept(client, url):
    client.post(url, {"name": "Ida", "new_password": "secret-secret"})
    client.post(reverse("account_change_password"), {"oldpassword": "secret-secret"})
    assert "kept_form" not in client.session


def test_guests_cannot_fill_the_store(client, url):
    for _try in range(30):
        client.post(url, {"name": "Ida"})
    fresh = Client()
    fresh.post(url, {"name": "Ida"})
    assert "kept_form" not in fresh.session


def test_form_of_another_tab_with_an_old_token_is_kept_not_lost(organizer, url):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(organizer, backend="league.accounts.AuthenticationBackend")
    headers = {"Origin": "http://testserver"}
    answer = browser.post(url, {"name": "Ida"}, headers=headers)
    assert answer["Location"] == reverse("carry_on")
    assert not Player.objects.exists()
    page = browser.get(reverse("carry_on"))
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.content.decode()).group(1)
    fields = {**hidden_fields(page), "csrfmiddlewaretoken": token}
    browser.post(url, fields, headers=headers)
    assert Player.objects.get().name == "Ida"


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://testserver.evil.example"]
)
def test_form_of_another_site_is_refused_and_not_kept(organizer, url, origin):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(organizer, backend="league.accounts.AuthenticationBackend")
    answer = browser.post(url, {"name": "Ida"}, headers={"Origin": origin})
    assert answer.status_code == 403
    assert "kept_form" not in browser.session
