"""`manage.py serve` hands the workers a clean start."""

from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from league.management.commands import serve


class Workers:
    """Stands where granian does, and looks at the database just before it would fork."""

    def __init__(self, *_args: Any, **_options: Any) -> None: ...

    def serve(self) -> None:
        self.__class__.open_connection = connection.connection
        self.__class__.open_pools = dict(getattr(connection, "_connection_pools", {}))


@pytest.mark.django_db(transaction=True)
def test_no_connection_is_open_when_the_workers_are_forked(monkeypatch):
    monkeypatch.setattr(serve, "Granian", Workers)
    monkeypatch.setattr(serve, "refuse_taken_port", lambda _host, _port: None)
    monkeypatch.setattr(serve, "call_command", lambda *_words, **_options: None)
    call_command("serve")
    # Two workers on one connection read each other's answers; a forked pool opens no new one.
    assert Workers.open_connection is None
    assert Workers.open_pools == {}
