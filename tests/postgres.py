"""Runs a command on a PostgreSQL of its own: python -m tests.postgres COMMAND ...

The cluster lives in a temporary folder and listens on a socket in it alone, so that no port
is taken; it is stopped and deleted when the command ends. DATABASE_URL names it. Where
PostgreSQL is missing the command is left out, loudly; with CI=true that is a failure.
"""

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

OPTIONS = (
    "listen_addresses=''",
    "max_connections=100",
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
)


def find_binaries() -> Path | None:
    """The folder of the newest PostgreSQL server here."""
    found = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    found.sort(key=lambda folder: int("0" + "".join(filter(str.isdigit, folder.parent.name))))
    on_path = shutil.which("initdb")
    if on_path:
        found.insert(0, Path(on_path).resolve().parent)
    return found[-1] if found else None


def unprivileged_user() -> str | None:
    """PostgreSQL refuses root: who runs it instead, or None when we are not root."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


class Cluster:
    """A PostgreSQL server in a folder of its own; `url` is its DATABASE_URL, or a database's."""

    def __init__(self, binaries: Path, home: Path, options: Sequence[str]) -> None:
        self.url = self.url_of("postgres", home)
        self._binaries, self.home, self._options = binaries, home, options
        self._user = unprivileged_user()
        if self._user:
            shutil.chown(home, self._user, pwd.getpwnam(self._user).pw_gid)
        self._run("initdb", "-U", "tarabish", "--auth=trust", "--encoding=UTF8", "--no-sync")

    def url_of(self, database: str, home: Path | None = None) -> str:
        return f"postgresql://tarabish@/{home or self.home}/{database}"

    def start(self) -> None:
        options = [f"unix_socket_directories={self.home}", *self._options]
        flags = " ".join(f"-c {option}" for option in options)
        self._run("pg_ctl", "start", "--wait", "-l", str(self.home / "log"), "-o", flags)

    def stop(self) -> None:
        """Stop without a word to anybody, as in a power cut: what is not on the disk is gone."""
        self._run("pg_ctl", "stop", "--wait", "--mode=immediate")

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self._binaries / program, "-D", self.home / "data", *arguments],
            check=True,
            cwd=self.home,
            user=self._user,
            group=pwd.getpwnam(self._user).pw_gid if self._user else None,
            extra_groups=[] if self._user else None,
            env={"HOME": str(self.home), "PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )


@contextmanager
def own_cluster(binaries: Path, options: Sequence[str] = OPTIONS) -> Iterator[Cluster]:
    """A running cluster, gone at the end."""
    home = Path(tempfile.mkdtemp(prefix="tarabish-pg-"))
    try:
        cluster = Cluster(binaries, home, options)
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()
    finally:
        shutil.rmtree(home, ignore_errors=True)


def stop_tidily(number: int, _frame: FrameType | None) -> None:
    sys.exit(128 + number)


def main(command: list[str]) -> int:
    if os.environ.get("DATABASE_URL", "").startswith("postgres"):
        return subprocess.run(command, check=False).returncode
    binaries = find_binaries()
    if binaries is None:
        print("\n*** LEFT OUT: no PostgreSQL server here (Debian's package postgresql) ***\n")
        return 1 if os.environ.get("CI") == "true" else 0
    signal.signal(signal.SIGTERM, stop_tidily)
    with own_cluster(binaries) as cluster:
        environment = {**os.environ, "DATABASE_URL": cluster.url}
        return subprocess.run(command, check=False, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
