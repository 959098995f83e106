"""Sends every read to the past while one is set up (`league.queries.past_database`)."""

from contextvars import ContextVar
from datetime import datetime
from typing import Any

from django.utils import timezone

ALIAS = "past"
# The moment that is looked at; None: now.
moment_shown: ContextVar[datetime | None] = ContextVar("moment_shown", default=None)


class PastRouter:
    """Nothing of now is read while a moment of the past is shown, and nothing of then later on."""

    def db_for_read(self, model: type, **hints: Any) -> str | None:
        return ALIAS if moment_shown.get() else None

    def db_for_write(self, model: type, **hints: Any) -> str | None:
        return ALIAS if moment_shown.get() else None

    def allow_relation(self, one: Any, other: Any, **hints: Any) -> bool | None:
        return True if moment_shown.get() else None


def now_or_then() -> datetime:
    """The time that what is shown goes by."""
    return moment_shown.get() or timezone.now()
