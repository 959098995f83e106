"""Signing in for real: a phone's passkey, a code from the mail, a code on the hall's screen."""

import re

import pytest
from django.core import mail
from django.urls import reverse

from league.actions.invitations import show_code
from league.queries.invitations import secret_of
from tests.browser.looks import PHONE

PASSWORD = "a-good-long-password"


@pytest.fixture
def phone_with_a_lock(open_page):
    """A phone whose own lock makes and keeps passkeys, and always opens."""
    page = open_page(**PHONE)
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    return page


def test_person_makes_a_passkey_and_signs_in_with_it_alone(
    phone_with_a_lock, scorekeeper, assert_accessible
):
    page = phone_with_a_lock
    page.goto(reverse("account_login"))
    page.locator("[name=login]").fill(scorekeeper.email)
    page.locator("[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("link", name="Sign out").wait_for()
    page.goto(reverse("me"))
    assert_accessible(page)
    page.get_by_role("link", name="Passkeys and second step").click()
    assert_accessible(page)
    page.get_by_role("link", name="Add a passkey").click()
    page.wait_for_url("**/reauthenticate/**")
    assert_accessible(page)
    page.locator("[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Yes, it is me").click()
    page.wait_for_url("**/add/")
    assert_accessible(page)
    page.locator("[name=name]").fill("My phone")
    page.get_by_role("button", name="Add it").click()
    page.wait_for_url(lambda url: "/add/" not in url)
    assert scorekeeper.authenticator_set.filter(type="webauthn").count() == 1
    page.goto(reverse("mfa_list_webauthn"))
    assert "My phone" in page.locator("main").inner_text()
    assert "second step only" not in page.locator("main").inner_text()
    assert_accessible(page)

    page.goto(reverse("account_logout"))
    with page.expect_navigation():
        page.get_by_role("button", name="Sign out").click()
    page.goto(reverse("account_login"))
    page.get_by_role("button", name="Use a passkey").click()
    page.get_by_role("link", name="Sign out").wait_for()
    page.goto(reverse("me"))
    assert scorekeeper.email in page.locator("main").inner_text()


def test_code_from_the_mail_signs_in_without_a_password(phone, scorekeeper, assert_accessible):
    phone.goto(reverse("account_login"))
    phone.get_by_role("link", name="E-mail me a code").click()
    assert_accessible(phone)
    phone.locator("[name=email]").fill(scorekeeper.email)
    phone.get_by_role("button", name="Send the code").click()
    phone.wait_for_url("**/confirm/**")
    assert_accessible(phone)
    assert mail.outbox[0].to == [scorekeeper.email]
    code = re.search(r"\n\s*([A-Z0-9-]{6,9})\s*\n", mail.outbox[0].body)[1]
    phone.locator("[name=code]").fill(code)
    phone.get_by_role("button", name="That is the code").click()
    phone.get_by_role("link", name="Sign out").wait_for()
    phone.goto(reverse("me"))
    assert scorekeeper.email in phone.locator("main").inner_text()


@pytest.mark.parametrize("script", [True, False])
def test_code_on_the_screen_of_the_hall_lets_a_phone_in(
    open_page, club, owner, assert_accessible, script
):
    secret = secret_of(show_code(club, most_uses=5, days=1, by=owner))
    page = open_page(**PHONE, script=script)
    page.goto(reverse("join"))
    page.get_by_label("The code").fill(f"{secret[:4]}-{secret[4:]}".lower())
    page.get_by_role("button", name="Go on").click()
    page.wait_for_url("**/join/*/")
    if script:
        assert_accessible(page)
    page.get_by_label("Your name").fill("Tanis Paul")
    page.get_by_label("Your e-mail").fill("tanis@example.com")
    page.get_by_label("Password").fill("three-quiet-herons")
    page.get_by_role("button", name="Come in").click()
    page.wait_for_url("**/code/")
    if script:
        assert_accessible(page)
    code = re.search(r"\n([0-9A-Z]{6})\n", mail.outbox[0].body)[1]
    page.get_by_label("The code").fill(code)
    page.get_by_role("button", name="Come in").click()
    page.wait_for_url(f"**{reverse('club', args=[club.slug])}")
    assert "You are in: member" in page.locator("#notices").inner_text()
    assert club.roles.filter(user__email="tanis@example.com", kind="member").exists()
