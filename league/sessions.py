"""Sessions as Django keeps them in its table, read with SQL made once: a request of somebody signed
in begins with one."""

from typing import Any

from django.contrib.sessions.backends import db
from django.utils import timezone

from league.queries.ready import Ready


class SessionStore(db.SessionStore):
    """Django's own but for the reading."""

    def load(self) -> dict[str, Any]:
        for session in _SESSION(self.session_key or ""):
            if session.expire_date > timezone.now():
                data: dict[str, Any] = self.decode(session.session_data)
                return data
        self._session_key = None
        return {}


_SESSION = Ready(lambda key: db.SessionStore.get_model_class().objects.filter(session_key=key))
