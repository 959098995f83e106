"""How long a page waits for the database at most."""

from typing import Any


def limits_of(config: dict[str, Any]) -> dict[str, Any]:
    """The options that limit waiting, for a database as `settings.DATABASES` describes it.

    `league.wsgi` sets them: commands (a migration, a backup) take the time they need. A phone gives
    an answer up after 10 s (static/js), so nobody hears of what takes longer. A lock is had or
    refused before that, while the phone still listens and can be told to try again. A transaction
    that does nothing for half a minute has lost its worker, and holds a match.
    """
    if config["ENGINE"].endswith("sqlite3"):
        return {"timeout": 8}
    limits = {
        "lock_timeout": "5s",
        "statement_timeout": "9s",
        "idle_in_transaction_session_timeout": "30s",
    }
    asked_for = config["OPTIONS"].get("options", "")  # by DATABASE_URL; what comes last counts
    return {"options": " ".join([*(f"-c {n}={v}" for n, v in limits.items()), asked_for])}
