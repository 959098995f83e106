"""Who is signed in, as the table of sessions says: read with SQL made once."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

pytestmark = pytest.mark.django_db


@pytest.fixture
def signed_in(settings, client_of, organizer, make_match):
    settings.SESSION_ENGINE = "league.sessions"
    client, address = client_of(organizer), reverse("hand_sent", args=[make_match().pk])

    def ask() -> Any:
        return client.get(address).json()["signed_in"]

    assert ask()
    return ask


def test_a_session_that_has_run_out_is_nobody_s(signed_in):
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert not signed_in()


def test_a_session_that_was_ended_elsewhere_is_nobody_s(signed_in):
    Session.objects.all().delete()
    assert not signed_in()


def test_an_account_that_was_closed_is_nobody_s(signed_in, organizer):
    organizer.is_active = False
    organizer.save(update_fields=["is_active"])
    assert not signed_in()


def test_another_password_ends_the_session(signed_in, organizer):
    organizer.set_password("fifty-with-the-bells")
    organizer.save(update_fields=["password"])
    assert not signed_in()


def test_session_and_account_are_a_statement_each(signed_in):
    with CaptureQueriesContext(connection) as captured:
        assert signed_in()
    said = [one["sql"] for one in captured.captured_queries]
    assert len([sql for sql in said if 'FROM "django_session"' in sql]) == 1
    assert len([sql for sql in said if 'FROM "league_user"' in sql]) == 1
