"""Where everything is stored, and how: for the settings."""

import os
import tempfile
from pathlib import Path
from typing import Any

from environ import Env


def database(env: Env, folder: Path, *, testing: bool, debug: bool) -> dict[str, Any]:
    """SQLite in the data folder, or what DATABASE_URL names."""
    config: dict[str, Any] = env.db_url(
        "DATABASE_URL", default=f"sqlite:///{folder / 'tarabish.sqlite3'}"
    )
    options = config.setdefault("OPTIONS", {})
    if config["ENGINE"].endswith("sqlite3"):
        # A write takes its lock at the start and waits for it; reads never wait.
        options["transaction_mode"] = "IMMEDIATE"
        options["timeout"] = 20
        # FULL: a hand answered with "stored" is on the disk, also when the laptop's power goes.
        synchronous = "OFF" if testing else "FULL"
        options["init_command"] = f"PRAGMA journal_mode=WAL; PRAGMA synchronous={synchronous};"
        config["CONN_MAX_AGE"] = 0 if debug or testing else 60
        # A file, so that threads have connections of their own, as they do in production.
        name = f"tarabish-test-{os.getpid()}.sqlite3"
        config["TEST"] = {"NAME": str(Path(tempfile.gettempdir()) / name)}
    elif config["ENGINE"].endswith("postgresql"):
        # Seconds to wait for a connection, and to make one. What it asks often it plans once.
        options["pool"] = {"min_size": 1, "max_size": 16, "timeout": 5}
        planned = {"server_side_binding": True, "prepare_threshold": 3}
        config["OPTIONS"] = {"connect_timeout": 5, **planned, **options}
        # A connection that died with the server is noticed before a page runs into it.
        config["CONN_HEALTH_CHECKS"] = True
    return config
