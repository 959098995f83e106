"""`manage.py flush`: Django's own, which empties every table, here with the log's guard lifted."""

from typing import Any

from django.core.management.commands import flush
from django.db import connections

from league.actions.audit_guard import guard_lifted


class Command(flush.Command):
    """Empty every table."""

    def handle(self, **options: Any) -> None:
        with guard_lifted(connections[options["database"]]):
            super().handle(**options)
