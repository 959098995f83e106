"""Eight phones at their tables while the line, the database and the server fail: nothing is lost,
nothing doubled, all totals right. The same checks find the faults that canaries put in.

Real servers with production settings, on a PostgreSQL that writes to the disk what it promises.
"""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.faults.conftest import HANDS, Ground
from tests.faults.findings import Findings, look
from tests.faults.phones import Phone
from tests.faults.proxy import Faults, Proxy
from tests.faults.servers import SERVE, Server, ask_hall, environment
from tests.postgres import Cluster

# Three requests in ten meet a fault of the line, two in ten come late.
HARSH = Faults.evenly(0.3, delayed=0.2)
STOPS = 10
PATIENCE = 60.0  # seconds without any hand getting through until a run is given up
Canary = str | None


@dataclass
class Evening:
    """A run: the phones, the line, the server; `stops` counts what was stopped or killed."""

    phones: list[Phone]
    proxy: Proxy
    server: Server
    gate: threading.Event
    stop: threading.Event
    stops: int = 0
    seconds: float = 0
    findings: Findings = field(default_factory=Findings)

    @property
    def acknowledged(self) -> int:
        return sum(phone.acknowledged for phone in self.phones)

    def play(self, hands: int, strike: "Strike | None" = None, times: int = STOPS) -> None:
        """Let the phones write and send all they have; `strike` comes so many times meanwhile, each
        time that a further part of the hands has got through, and always into full play."""
        begun = time.monotonic()
        for phone in self.phones:
            phone.start()
        while strike is not None and self.stops < times and not self.stop.is_set():
            if self.acknowledged < hands * (self.stops + 0.5) / times:
                time.sleep(0.01)
                continue
            self._wait_for(strike.is_ready)
            strike.come(self)
            self.stops += 1
        for phone in self.phones:
            phone.join()
        self.seconds = time.monotonic() - begun

    def _wait_for(self, ready: Callable[["Evening"], bool]) -> None:
        """The phones rest until it can be struck again; then they begin, and are in the middle of
        sending when it is."""
        if ready(self):
            return
        self.gate.clear()
        until = time.monotonic() + PATIENCE
        while not ready(self):
            assert time.monotonic() < until, "what was stopped does not come back"
            time.sleep(0.02)
        self.gate.set()
        time.sleep(0.15)

    def row(self, what: str, canary: str) -> tuple[object, ...]:
        hands = sum(len(sheet.standing) for phone in self.phones for sheet in phone.sheets)
        counts = self.proxy.counts
        faults = counts["requests"] - counts["unharmed"]
        found = self.findings
        return (
            what, hands, self.acknowledged, sum(phone.tried for phone in self.phones), faults,
            self.stops, found.lost, found.doubled, found.wrong, f"{self.seconds:.0f}", canary,
        )  # fmt: skip


@contextmanager
def evening(
    surroundings: dict[str, str],
    told: list[dict[str, Any]],
    log: Path,
    *,
    matches: int | None = None,
    command: list[str] = SERVE,
    patience: float = PATIENCE,
    seed: int = 1,
) -> Iterator[Evening]:
    """A server, a bad line before it, and a phone a table, which writes so many of its matches."""
    gate, stop = threading.Event(), threading.Event()
    gate.set()
    with (
        Server(surroundings, log, command) as server,
        Proxy(("127.0.0.1", server.port), faults=HARSH, seed=seed) as proxy,
    ):
        shorter = [one | {"matches": one["matches"][:matches]} for one in told]
        phones = [
            Phone(
                proxy.port, one, seed=seed * 100 + number, patience=patience, gate=gate, stop=stop
            )
            for number, one in enumerate(shorter)
        ]
        try:
            yield Evening(phones, proxy, server, gate, stop)
        finally:
            stop.set()


class Strike:
    """What befalls the server in the middle of play, and when it can again."""

    def is_ready(self, evening: Evening) -> bool:
        raise NotImplementedError

    def come(self, evening: Evening) -> None:
        raise NotImplementedError


class StopTheDatabase(Strike):
    """Without a word, as in a power cut; it starts again at once."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster

    def is_ready(self, evening: Evening) -> bool:
        return True

    def come(self, evening: Evening) -> None:
        self.cluster.stop()
        time.sleep(0.1)
        self.cluster.start()


class KillAWorker(Strike):
    """The older of the two, once the one that was killed last has come back."""

    def is_ready(self, evening: Evening) -> bool:
        return len(evening.server.workers()) == 2

    def come(self, evening: Evening) -> None:
        evening.server.kill_worker(0)


def strike_of(what: str, ground: Ground) -> Strike | None:
    return {
        "the line": None,
        "the database stopped": StopTheDatabase(ground.cluster),
        "workers killed": KillAWorker(),
    }[what]


@pytest.mark.parametrize("what", ["the line", "the database stopped", "workers killed"])
def test_nothing_is_lost_and_nothing_doubled(
    ground: Ground, rows: list[tuple[object, ...]], tmp_path: Path, what: str
) -> None:
    surroundings = ground.copy(what.replace(" ", "_"))
    assert ground.execute("SHOW fsync") == ground.execute("SHOW synchronous_commit") == [("on",)]
    red = [
        canary_is_found(ground, tmp_path, what, canary)
        for canary in ("no_key", "key_outside" if what == "the line" else "key_before")
    ]
    with evening(surroundings, ground.phones, tmp_path / "log") as run:
        run.play(HANDS, strike_of(what, ground))
        assert run.server.alive()
        assert len(run.server.workers()) == 2
    run.findings = look(run.phones, ask_hall(surroundings, "read"))
    rows.append(run.row(what, ", ".join(red)))
    assert not run.findings.faults, "\n".join(run.findings.faults[:20])
    assert (run.findings.lost, run.findings.doubled, run.findings.wrong) == (0, 0, 0)
    assert sum(len(s.standing) for phone in run.phones for s in phone.sheets) >= HANDS
    assert run.stops == (0 if what == "the line" else STOPS)
    assert all(run.proxy.counts[name] > 0 for name in ("lost_answer", "sent_twice", "cut_request"))


def canary_is_found(ground: Ground, tmp_path: Path, what: str, canary: str) -> str:
    """The same with a fault in the program; gives its name, and how it was seen. Chance may spare
    a short run, not three of them."""
    command = [sys.executable, "-m", "tests.faults.canaries", canary]
    for seed in (2, 3, 4):
        name = f"{what} {canary} {seed}".replace(" ", "_")
        surroundings = ground.copy(name)
        with evening(
            surroundings,
            ground.phones,
            tmp_path / name,
            matches=1,
            command=command,
            patience=10,
            seed=seed,
        ) as run:
            run.play(100, strike_of(what, ground), times=3)
        found = look(run.phones, ask_hall(surroundings, "read"))
        if found.lost + found.doubled:
            return f"{canary}: {found.lost} lost, {found.doubled} doubled"
    raise AssertionError(f"nobody saw the canary {canary}")


def test_on_sqlite_nothing_is_lost_either(rows: list[tuple[object, ...]], tmp_path: Path) -> None:
    """The line fails and workers are killed, both; the database is one file."""
    surroundings = environment(f"sqlite:///{tmp_path / 'hall.sqlite3'}", tmp_path / "data")
    told = ask_hall(surroundings, "make", "2", "2")
    with evening(surroundings, told, tmp_path / "log", seed=3) as run:
        run.play(320, KillAWorker())
    run.findings = look(run.phones, ask_hall(surroundings, "read"))
    rows.append(run.row("SQLite: the line, workers killed", "-"))
    assert not run.findings.faults, "\n".join(run.findings.faults[:20])
    assert run.stops == STOPS
