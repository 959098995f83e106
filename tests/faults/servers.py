"""The real program on a port of its own, and its workers, which may be killed."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Self

ROOT = Path(__file__).parents[2]
HALL = [sys.executable, "-m", "tests.faults.hall"]
SERVE = [sys.executable, "manage.py", "serve"]
# How long a server may take to start, or a worker to come back, on a busy machine.
PATIENCE = 90.0


def environment(database: str, folder: Path) -> dict[str, str]:
    """Production settings on this database: nothing of this machine's own, no test's."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return {
        **kept,
        "DJANGO_SETTINGS_MODULE": "league.settings",
        "DATABASE_URL": database,
        "DATA_DIR": str(folder),
        "SECRET_KEY": "only-for-tests-" + "0123456789" * 4,
        "PYTHONPATH": str(ROOT),
    }


def ask_hall(surroundings: dict[str, str], *words: str) -> Any:
    """What the program tests/faults/hall.py answers."""
    done = subprocess.run(
        [*HALL, *words], cwd=ROOT, env=surroundings, stdout=subprocess.PIPE, check=True
    )
    return json.loads(done.stdout)


class Server:
    """A running server; `command` is how it is started, `port` where it listens."""

    def __init__(self, surroundings: dict[str, str], log: Path, command: list[str] = SERVE) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self._command = [*command, "--host", "127.0.0.1", "--port", str(self.port)]
        self._surroundings, self._path = surroundings, log
        self._log: IO[bytes] | None = None
        self._running: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self._log = self._path.open("ab")
        self._running = subprocess.Popen(
            self._command, cwd=ROOT, env=self._surroundings, stdout=self._log, stderr=self._log
        )
        try:
            self._wait_until_it_answers()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_error: object) -> None:
        assert self._running is not None
        self._running.terminate()
        try:
            self._running.wait(20)
        except subprocess.TimeoutExpired:
            self._running.kill()
            self._running.wait()
        assert self._log is not None
        self._log.close()

    def kill_worker(self, which: int) -> int | None:
        """Kill one of the workers, without warning; gives its pid, None where there is none."""
        pids = self.workers()
        if not pids:
            return None
        pid = pids[which % len(pids)]
        os.kill(pid, signal.SIGKILL)
        return pid

    def workers(self) -> list[int]:
        """The pids of the server's own children that are alive, the oldest first."""
        assert self._running is not None
        task = Path(f"/proc/{self._running.pid}/task/{self._running.pid}/children")
        pids = [int(pid) for pid in task.read_text().split()]
        return [pid for pid in pids if _alive(pid)]

    def alive(self) -> bool:
        assert self._running is not None
        return self._running.poll() is None

    def _wait_until_it_answers(self) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if not self.alive():
                break
            with suppress(OSError, http.client.HTTPException):
                connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
                connection.request("GET", "/matches/1/sent/")
                connection.getresponse()
                return
            time.sleep(0.05)
        raise AssertionError(f"the server does not answer:\n{self._path.read_text()[-4000:]}")


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
