"""Another address for one's own account: proved by a mail, and telling nothing about others."""

import re
from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from league.models import AuditEntry, User

PASSWORD = "a-good-long-password"
LINK = re.compile(r"http://testserver(/me/email/\S+)")


@pytest.fixture
def browser(member, client_of):
    """Somebody who has just been asked once more whether it is them."""
    client = client_of(None)
    client.post(reverse("account_login"), {"login": member.email, "password": PASSWORD})
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    client.get(reverse("me"))  # has read that they are signed in
    mail.outbox.clear()
    return client


@pytest.fixture
def link(browser) -> str:
    browser.post(reverse("account_email"), {"email": "New@example.com"})
    return LINK.search(mail.outbox[0].body)[1]


def test_new_address_counts_once_its_link_is_opened_and_sent(browser, member, link):
    assert mail.outbox[0].to == ["new@example.com"]
    browser.get(link)
    member.refresh_from_db()
    assert member.email == "member@example.com"
    browser.post(link)
    member.refresh_from_db()
    assert member.email == "new@example.com"
    assert [one.email for one in EmailAddress.objects.filter(user=member)] == ["new@example.com"]
    assert mail.outbox[1].to == ["member@example.com"]
    assert AuditEntry.objects.get(verb="change_email").after is None
    assert browser.post(link).status_code == 410


def test_address_of_another_account_gets_the_same_answer_and_another_mail(browser, member, owner):
    pages = []
    for email in ("free@example.com", owner.email):
        page = browser.post(reverse("account_email"), {"email": email}, follow=True).text
        pages.append(page.replace(email, "X"))
    strip = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')
    assert strip.sub("", pages[0]) == strip.sub("", pages[1])
    free, taken = mail.outbox
    assert (taken.to, LINK.search(taken.body)) == ([owner.email], None)
    assert LINK.search(free.body)
    assert member.email not in taken.body


def test_address_that_got_an_account_meanwhile_is_not_taken(browser, member, link):
    User.objects.create_user("new@example.com", PASSWORD)
    assert browser.post(link).status_code == 410
    member.refresh_from_db()
    assert member.email == "member@example.com"


def test_link_is_for_the_one_who_asked_for_a_day_and_until_the_password_changes(
    browser, link, scorekeeper, member, client_of
):
    assert client_of(scorekeeper).post(link).status_code == 410
    assert client_of(None).post(link).status_code == 302
    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1)):
        assert client_of(member).get(link).status_code == 410
    member.set_password("three-quiet-herons")
    member.save(update_fields=["password"])
    assert client_of(member).get(link).status_code == 410


@pytest.mark.parametrize("typed", ["", "no", "a b@example.com"])
def test_what_is_no_address_is_said_and_nothing_mailed(browser, typed):
    assert browser.post(reverse("account_email"), {"email": typed}).status_code == 422
    assert not mail.outbox


def test_phone_picked_up_from_the_table_is_asked_who_holds_it(member, client_of):
    answer = client_of(member).post(reverse("account_email"), {"email": "thief@example.com"})
    assert answer["Location"].startswith(reverse("account_reauthenticate"))
    assert not mail.outbox


def test_without_a_mail_server_the_page_says_why_nothing_can_be_changed(browser, settings):
    settings.MAIL_ENABLED = False
    assert "sends no mail" in browser.get(reverse("account_email")).text
    browser.post(reverse("account_email"), {"email": "new@example.com"})
    assert not mail.outbox


def test_one_account_cannot_mail_the_whole_town(browser):
    answers = [
        browser.post(reverse("account_email"), {"email": f"r{n}@example.com"}).status_code
        for n in range(6)
    ]
    assert answers == [302] * 5 + [429]
