"""The ground on which the faults happen: a database that is ready to be copied, and the table of
what was found, printed at the end."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.faults.servers import ask_hall, environment
from tests.postgres import Cluster, find_binaries, own_cluster

# Whatever was acknowledged must outlast the server's sudden end: nothing is left to luck here.
DURABLE = (
    "listen_addresses=''",
    "max_connections=100",
    "fsync=on",
    "synchronous_commit=on",
    "full_page_writes=on",
    # After a crash: one call for the whole disk, not one a file.
    "recovery_init_sync_method=syncfs",
)
# Hands in each of the three long runs; `make soak` asks for many more.
HANDS = int(os.environ.get("FAULT_HANDS", "2000"))
HEAD = (
    "what", "hands", "things", "tries", "line faults", "stops", "lost", "doubled", "totals wrong",
    "seconds", "canary",
)  # fmt: skip
_ROWS: list[tuple[object, ...]] = []


class Ground:
    """A cluster with a database "hall" in it, and what the phones of that hall know of it."""

    def __init__(self, cluster: Cluster, folder: Path) -> None:
        self.cluster, self.folder = cluster, folder
        self.execute("CREATE DATABASE hall")
        rounds = -(-HANDS // 160)
        self.phones = ask_hall(
            environment(cluster.url_of("hall"), folder), "make", str(rounds), "2"
        )

    def copy(self, name: str) -> dict[str, str]:
        """A database as the hall was in the beginning; gives the surroundings of a server on it."""
        self.execute(f"CREATE DATABASE {name} TEMPLATE hall")
        self.execute("CHECKPOINT")  # none of this has to be recovered after a stop
        return environment(self.cluster.url_of(name), self.folder)

    def execute(self, statement: str) -> list[Any]:
        """The rows of a statement, as the cluster's owner; none for one that gives none."""
        where = {"host": str(self.cluster.home), "user": "tarabish", "dbname": "postgres"}
        with psycopg.connect(**where, autocommit=True) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []


@pytest.fixture(scope="session")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    binaries = find_binaries()
    if binaries is None:
        pytest.skip("no PostgreSQL server here (Debian's package postgresql)")
    with own_cluster(binaries, DURABLE) as cluster:
        yield Ground(cluster, tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="session")
def rows() -> list[tuple[object, ...]]:
    """The lines of the table that is printed at the end."""
    return _ROWS


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if not _ROWS:
        return
    lines = [[str(cell) for cell in row] for row in (HEAD, *_ROWS)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEAD))]
    terminalreporter.section("faults")
    for line in lines:
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        terminalreporter.write_line("  ".join(cells).rstrip())
