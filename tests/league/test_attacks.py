"""What somebody tries who means harm: no token, fields that nobody offered, from elsewhere."""

import re

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from league.models import Club, Competition, Match, Player, Role, User
from tests.league.access_world import NOTHING, WORDS, changed, digest, routes, written_table
from tests.league.conftest import PASSWORD
from tests.league.test_access_table import browser_of, world  # noqa: F401 - the same club

pytestmark = [pytest.mark.sqlite, pytest.mark.django_db]
SIGN_IN = "/accounts/login/"


def test_nothing_is_written_without_the_form_s_own_token(world, site_admin, client_of):  # noqa: F811
    browser = client_of(site_admin, enforce_csrf_checks=True)
    before = digest()
    let_in = [
        route.name
        for route in routes()
        if written_table()[route.name][1] != "–"
        # A form that was filled in before a sign-in is kept and offered again (302), never done; a
        # phone that sends by itself gets a fresh token and is to try again (503).
        if browser.post(world.address(route)).status_code
        not in ({503} if route.name == "hand_sent" else {302, 403, 405})
    ]
    assert not let_in
    assert not changed(before)


# Columns that no form offers to whoever sends them, with values that would pay.
POISON = {
    "is_superuser": "1",
    "is_staff": "1",
    "is_active": "0",
    "groups": "1",
    "user_permissions": "1",
    "version": "999",
    "accepted_at": "2026-01-01T00:00:00Z",
    "final_at": "2026-01-01T00:00:00Z",
    "winner": "a",
    "score_ns": "500",
    "recorded_by": "1",
    "created_at": "2020-01-01",
    "digest": "0" * 64,
    "rule_set": "{}",
    "copied_from": "1",
}


def test_fields_that_no_form_offers_change_nothing(world, organizer, other_club, browser_of):  # noqa: F811
    browser = browser_of("organizer")
    poison = {
        **POISON,
        "club": str(other_club.pk),
        "club_id": str(other_club.pk),
        "user": str(organizer.pk),
        "by": str(organizer.pk),
    }

    def guarded() -> list[object]:
        return [
            list(User.objects.order_by("pk").values("is_superuser", "is_staff", "is_active")),
            list(Role.objects.order_by("pk").values("user", "club", "kind")),
            list(Player.objects.filter(club=other_club).values()),
            list(Competition.objects.filter(club=other_club).values()),
            list(Competition.objects.filter(version__gte=900).values("pk")),
            list(Match.objects.filter(accepted_at__year=2026, accepted_at__month=1).values()),
            list(Club.objects.order_by("pk").values_list("pk")),
        ]

    before = guarded()
    for route in routes():
        if written_table()[route.name][1] != "–" and not route.name.startswith("account_"):
            browser.post(world.address(route), poison)
    assert guarded() == before


def sign_in(browser: Client, email: str, password: str = PASSWORD, **more: str):
    return browser.post(SIGN_IN, {"login": email, "password": password, **more})


def test_a_session_from_before_sign_in_is_worth_nothing_after(organizer, client):
    session = client.session
    session["planted"] = "by somebody else"
    session.save()
    client.cookies["sessionid"] = planted = session.session_key
    assert sign_in(client, organizer.email).status_code == 302
    assert client.cookies["sessionid"].value != planted
    thief = Client()
    thief.cookies["sessionid"] = planted
    assert thief.get("/clubs/new/").status_code == 302


def test_signing_out_ends_the_session_for_whoever_kept_its_cookie(organizer, client):
    sign_in(client, organizer.email)
    kept = client.cookies["sessionid"].value
    client.post("/accounts/logout/")
    thief = Client()
    thief.cookies["sessionid"] = kept
    assert thief.get("/clubs/new/").status_code == 302


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://x.example/",
        "//x.example/",
        "/\\x.example/",
        "\\\\x.example",
        "https:x.example",
        "javascript:alert(1)",
        "///x.example",
        "http://testserver@x.example/",
    ],
)
def test_nobody_is_sent_elsewhere(elsewhere, organizer, client):
    answer = sign_in(client, organizer.email, next=elsewhere)
    assert answer.status_code == 302
    assert answer["Location"] == "/"
    assert client.post("/accounts/logout/", {"next": elsewhere})["Location"] == "/"


@pytest.mark.parametrize("host", ["x.example", "testserver.x.example", "testserver:80@x.example"])
def test_a_host_that_is_not_ours_gets_no_page_and_no_letter(host, organizer, client):
    before = len(mail.outbox)
    assert client.get("/", headers={"host": host}).status_code == 400
    answer = client.post(
        "/accounts/password/reset/", {"email": organizer.email}, headers={"host": host}
    )
    assert answer.status_code == 400
    assert len(mail.outbox) == before
    forwarded = client.get("/accounts/login/", headers={"x-forwarded-host": host})
    assert host not in forwarded.content.decode()


def plain(answer) -> tuple[int, str, str]:
    """A page without what is another on every load."""
    text = re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"', "", answer.content.decode())
    return answer.status_code, answer.headers.get("Location", ""), text


@pytest.mark.parametrize(
    ("address", "form"),
    [
        (SIGN_IN, {"login": "{}", "password": "not-the-password"}),
        ("/accounts/password/reset/", {"email": "{}"}),
        ("/accounts/login/code/", {"email": "{}"}),
    ],
)
def test_nobody_learns_who_has_an_account(address, form, organizer, settings):
    settings.ACCOUNT_RATE_LIMITS = False
    told = []
    for email in (organizer.email, "nobody@example.net"):
        browser = Client()
        filled = {name: value.format(email) for name, value in form.items()}
        answer = plain(browser.post(address, filled, follow=False))
        told.append((answer[0], answer[1], answer[2].replace(email, "")))
    assert told[0] == told[1]


def test_guessing_a_password_ends_soon_also_with_the_right_one(organizer, client):
    assert all(sign_in(client, organizer.email, f"guess-{n}").status_code != 302 for n in range(8))
    assert sign_in(client, organizer.email).status_code != 302
    assert client.get("/clubs/new/").status_code == 302


def test_no_figure_of_one_club_is_written_by_an_organizer_of_another(
    world,  # noqa: F811
    browser_of,  # noqa: F811
):
    browser, before = browser_of("stranger"), digest()
    for route in routes():
        if WORDS[written_table()[route.name][1]]["stranger"] == NOTHING:
            browser.post(world.address(route), {"name": "X", "kind": "owner", "reason": "because"})
    assert not changed(before)


def test_the_address_of_every_form_is_on_this_site(world, browser_of):  # noqa: F811
    browser = browser_of("owner")
    found = set()
    for route in routes():
        answer = browser.get(world.address(route))
        if answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
            found |= set(
                re.findall(r'(?:action|formaction|hx-post)="([^"]*)"', answer.content.decode())
            )
    assert found
    assert not [address for address in found if not address.startswith(("/", "?")) and address]
    assert reverse("account_login") not in found
