"""What holds at every address, whatever the page: methods, and numbers that nobody could mean."""

import json
import re
from collections.abc import Iterator
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse
from django.urls.resolvers import URLPattern

from league.urls import urlpatterns

# More digits than Python turns into a number at once.
ENDLESS = "9" * 5000
# 204: the live sum keeps still.
NOT_THERE = {204, 302, 404, 405}
NUMBERS = ["", "9", "0", "-1", "٣", "1_0", ENDLESS]


def our_pages() -> Iterator[URLPattern]:
    """Every page of our own; those of the account library are its affair."""
    return (one for one in urlpatterns if isinstance(one, URLPattern))


def address(one: URLPattern, number: int = 1) -> str:
    fillings = {"int": number, "slug": "glace-bay", "str": "1-abc"}
    kinds = {
        name: type(converter).__name__.removesuffix("Converter").lower().replace("string", "str")
        for name, converter in one.pattern.converters.items()
    }
    return reverse(str(one.name), kwargs={name: fillings[kind] for name, kind in kinds.items()})


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["put", "patch", "delete", "options", "trace"])
def test_every_page_answers_only_to_the_methods_it_knows(method):
    send = getattr(Client(), method)
    answered = [one.name for one in our_pages() if send(address(one)).status_code != 405]
    assert answered == []


@pytest.mark.parametrize("number", [2**31, 2**63])
def test_a_number_that_no_row_can_have_is_not_there(number, organizer, client_of):
    numbered = [one for one in our_pages() if "<int:" in str(one.pattern)]
    for browser in (Client(), client_of(organizer)):
        for send in (browser.get, browser.post):
            told = {one.name: send(address(one, number)).status_code for one in numbered}
            # A phone that sends by itself hears of every table alike, whether it is there or not.
            assert told.pop("hand_sent") == (200 if send == browser.get else 403)
            wrong = {name: status for name, status in told.items() if status not in NOT_THERE}
            assert wrong == {}


@pytest.mark.parametrize(
    "name",
    ["home", "club", "competition", "standings", "schedule", "entries", "player", "partnership"],
)
def test_nothing_can_be_sent_to_a_page_that_is_only_read(make_competition, name):
    make_competition()
    read = next(one for one in our_pages() if one.name == name)
    assert Client().post(address(read)).status_code == 405


@pytest.mark.django_db
@pytest.mark.parametrize("typed", NUMBERS, ids=lambda typed: typed[:4])
def test_a_blank_sheet_for_a_competition_that_cannot_be_is_blank_or_not_found(typed):
    answer = Client().get(reverse("print_blank"), {"competition": typed})
    assert answer.status_code in (200, 404)


@pytest.mark.parametrize("typed", NUMBERS, ids=lambda typed: typed[:4])
def test_a_hand_or_player_that_cannot_be_is_refused_with_a_sentence(
    client, scorekeeper, make_match, typed
):
    match = make_match()
    client.force_login(scorekeeper)
    score = reverse("score", args=[match.pk])
    assert client.get(score, {"again": typed}).status_code in (200, 302)
    for name, field in (("hand_undo", "hand"), ("match_accept", "player")):
        answer = client.post(reverse(name, args=[match.pk]), {field: typed})
        assert answer.status_code == 422, name
    check = reverse("hand_check", args=[match.pk])
    assert client.post(f"{check}?hand={typed}", {"client_id": UUID(int=1)}).status_code == 204


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"name=" + b"x" * 4_000_000, "application/x-www-form-urlencoded"),
        (b"name=\xff\xfe", "application/x-www-form-urlencoded; charset=utf-16"),
        (b"&".join(b"name=Anne" for _ in range(2000)), "application/x-www-form-urlencoded"),
        (b"garbage", "multipart/form-data; boundary="),
    ],
    ids=["too big", "another charset", "too many fields", "no boundary"],
)
def test_what_cannot_be_read_gets_a_page_that_says_so(organizer, club, body, kind):
    client = Client(raise_request_exception=False, enforce_csrf_checks=True)
    client.force_login(organizer)
    client.cookies["csrftoken"] = "a" * 32
    answer = client.generic("POST", reverse("player_new", args=[club.slug]), body, kind)
    assert answer.status_code == 400
    assert "Nothing was saved" in answer.content.decode()


def test_too_many_words_are_counted_for_the_writer(client, organizer, make_match):
    client.force_login(organizer)
    match = make_match()
    answer = client.post(
        reverse("match_forfeit", args=[match.pk]), {"who": "a", "reason": "x" * 300}
    )
    assert answer.status_code == 422
    assert "300 letters are too many; 200 is the most." in answer.content.decode()


@pytest.mark.django_db
def test_htmx_carries_no_style_over_which_the_content_policy_would_block():
    page = Client().get(reverse("home"))
    config = json.loads(re.search(r"name=\"htmx-config\" content='([^']*)'", page.text)[1])
    assert "style" not in config["attributesToSettle"]
    assert "'unsafe-inline'" not in page["Content-Security-Policy"]
