"""The empty tables of the embedded database, kept for the next run with the same migrations.

Migrating takes longer than most tests. What one run made is kept beside pytest's own cache;
the next one begins with a copy, in which Django finds every migration applied.
"""

import shutil
import sqlite3
from hashlib import sha256
from pathlib import Path

TESTS = Path(__file__).resolve().parent
KEPT = TESTS.parent / ".pytest_cache" / "tables"


class Tables:
    """The file of the tests' database, from the copy that is kept where there is one."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.kept = KEPT / f"{_what_makes_them()}.sqlite3"
        if self.kept.exists():
            shutil.copyfile(self.kept, database)

    def keep(self) -> None:
        """Keep the tables as they are now, unless they were kept before; never half of them."""
        if not self.kept.exists():
            KEPT.mkdir(parents=True, exist_ok=True)
            part = self.kept.with_suffix(f".{self.database.name}")
            with sqlite3.connect(self.database) as here, sqlite3.connect(part) as there:
                here.backup(there)
            part.replace(self.kept)

    def remove(self) -> None:
        for end in ("", "-wal", "-shm"):
            Path(f"{self.database}{end}").unlink(missing_ok=True)


def _what_makes_them() -> str:
    """Changes with the migrations, and with the versions of what brings some along."""
    files = [TESTS / "requirements.txt", *sorted((TESTS.parent / "league/migrations").glob("*.py"))]
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]
