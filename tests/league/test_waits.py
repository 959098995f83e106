"""Who serves waits for the database as long as a phone listens; commands wait as they need to."""

import os
import subprocess
import sys
from pathlib import Path

from django.db import connection

ASK = """
import {module}
from django.db import connection
with connection.cursor() as cursor:
    for name in {names}:
        cursor.execute("{word} " + name)
        print(cursor.fetchone()[0])
"""


def told(module: str, folder: Path) -> list[str]:
    """What a process of its own is told by its connection, under the production settings."""
    postgres = connection.vendor == "postgresql"
    names = ["lock_timeout", "statement_timeout"] if postgres else ["busy_timeout", "synchronous"]
    program = ASK.format(module=module, names=names, word="SHOW" if postgres else "PRAGMA")
    surroundings = {**os.environ, "DATA_DIR": str(folder)}
    surroundings["DJANGO_SETTINGS_MODULE"] = "league.settings"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=Path(__file__).parents[2],
        env=surroundings,
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.split()


def test_a_server_gives_up_before_the_phone_does_and_a_command_does_not(tmp_path: Path) -> None:
    postgres = connection.vendor == "postgresql"
    assert told("league.wsgi", tmp_path) == (["5s", "9s"] if postgres else ["8000", "2"])
    assert told("league.settings", tmp_path) == (["0", "0"] if postgres else ["20000", "2"])
