"""Signing in tells nobody who has an account here, and cannot be tried for ever."""

import re

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.urls import reverse

from league.models import Role

PASSWORD = "a-good-long-password"
UNKNOWN = "nobody-here@example.com"
TOKEN = re.compile(r'(name="csrfmiddlewaretoken" value="|data-value=")[^"]*"')


def shown(answer, email: str) -> tuple[int, str, str]:
    """What somebody sees of an answer: status, where it leads, and the page but for the address."""
    text = TOKEN.sub("", answer.content.decode()).replace(email, "X")
    return answer.status_code, answer.headers.get("Location", ""), text


WAYS = [
    ("account_login", {"login": "{}", "password": "a-wrong-password"}),
    ("account_reset_password", {"email": "{}"}),
    ("account_request_login_code", {"email": "{}"}),
    ("account_signup", {"email": "{}", "password1": "three-quiet-herons"}),
]


@pytest.mark.parametrize(("page", "fields"), WAYS, ids=[page for page, _fields in WAYS])
def test_page_answers_the_same_whether_the_address_has_an_account(owner, client_of, page, fields):
    answers = []
    for email in (owner.email, UNKNOWN):
        client = client_of(None)
        data = {name: value.format(email) for name, value in fields.items()}
        first = client.post(reverse(page), data)
        answers.append(shown(first, email))
        if first.status_code == 302:
            answers.append(shown(client.get(first["Location"]), email))
    half = len(answers) // 2
    assert answers[:half] == answers[half:]
    assert UNKNOWN not in [to for one in mail.outbox for to in one.to]


def test_wrong_code_is_told_the_same_for_an_address_without_an_account(owner, client_of):
    answers = []
    for email in (owner.email, UNKNOWN):
        client = client_of(None)
        client.post(reverse("account_request_login_code"), {"email": email})
        wrong = (
            client.post(reverse("account_confirm_login_code"), {"code": "WRONG1"})
            for _try in range(4)
        )
        answers += [shown(answer, email) for answer in wrong]
    assert answers[:4] == answers[4:]


def test_address_without_an_account_costs_a_password_check_too(owner, client, monkeypatch):
    """Else the clock would tell who has an account."""
    checks = []
    encode = MD5PasswordHasher.encode
    monkeypatch.setattr(
        MD5PasswordHasher,
        "encode",
        lambda self, password, salt: checks.append(password) or encode(self, password, salt),
    )
    for email in (owner.email, UNKNOWN):
        client.post(reverse("account_login"), {"login": email, "password": "a-wrong-password"})
    assert checks == ["a-wrong-password"] * 2


LIMITED = [
    ("account_login", {"login": "owner@example.com", "password": "wrong-password"}, 6),
    ("account_login", {"login": "{}@example.com", "password": "wrong-password"}, 11),
    ("account_reset_password", {"email": "owner@example.com"}, 6),
    ("join", {"code": "ABCD2345"}, 11),
]


@pytest.mark.parametrize(("page", "data", "most"), LIMITED)
def test_trying_ends_after_a_few(owner, client, page, data, most):
    for number in range(1, most + 1):
        filled = {name: value.format(number) for name, value in data.items()}
        answer = client.post(reverse(page), filled)
        if answer.status_code == 429 or "Too many" in answer.content.decode():
            break
    else:
        pytest.fail(f"{most} tries and nothing stops them")
    if "login" in data:
        right = client.post(reverse(page), {"login": owner.email, "password": PASSWORD})
        assert "_auth_user_id" not in client.session
        assert right.status_code in {200, 429}


def test_nobodys_mailbox_is_flooded_from_many_browsers(owner, client_of):
    for _browser in range(6):
        client_of(None).post(reverse("account_request_login_code"), {"email": owner.email})
    assert len(mail.outbox) <= 3


def test_code_from_the_mail_is_dead_after_three_wrong_ones(owner, client):
    client.post(reverse("account_request_login_code"), {"email": owner.email})
    code = re.search(r"\n([A-Z0-9-]{6,9})\n", mail.outbox[0].body)[1]
    for _try in range(3):
        client.post(reverse("account_confirm_login_code"), {"code": "WRONG1"})
    client.post(reverse("account_confirm_login_code"), {"code": code})
    assert "_auth_user_id" not in client.session


def test_being_asked_again_is_limited_too(owner, client_of):
    browser = client_of(owner)
    url = reverse("account_reauthenticate")
    answers = [browser.post(url, {"password": "wrong"}) for _try in range(11)]
    assert answers[-1].status_code == 429 or "Too many" in answers[-1].text


def test_page_that_says_to_wait_looks_like_ours(client, db):
    for _try in range(11):
        page = client.post(reverse("join"), {"code": "ABCD2345"})
    assert page.status_code == 429
    assert 'class="masthead"' in page.text
    assert "wait a little" in page.text


def test_mails_say_what_they_are_in_plain_words(owner, client):
    client.post(reverse("account_request_login_code"), {"email": owner.email})
    client.post(reverse("account_reset_password"), {"email": owner.email})
    code, reset = mail.outbox
    assert code.subject == "Your code to sign in"
    assert reset.subject == "A new password"
    assert "http://testserver/accounts/password/reset/key/" in reset.body


def test_closed_account_opens_nothing(owner, client):
    owner.is_active = False
    owner.save(update_fields=["is_active"])
    client.post(reverse("account_login"), {"login": owner.email, "password": PASSWORD})
    assert "_auth_user_id" not in client.session
    client.post(reverse("account_request_login_code"), {"email": owner.email})
    assert not mail.outbox


def test_role_taken_back_ends_at_the_next_page_in_every_browser(organizer, club, client_of):
    phone, laptop = client_of(organizer), client_of(organizer)
    people = reverse("people", args=[club.slug])
    assert phone.get(people).status_code == laptop.get(people).status_code == 200
    Role.objects.filter(user=organizer).delete()
    assert {phone.get(people).status_code, laptop.get(people).status_code} == {404}
