"""A hall at its busiest: phones that follow by polling, beside tables that enter hands.

`manage.py serve` as it comes, on a PostgreSQL that waits for its disk; this program is the phones,
on the same machine. Each table sends a hand three times a minute (ten times as often as people
play); first alone, then beside the phones: each has one page open, as people do, asks with the
version it has, keeps its connection, and is patient for as long as `static/js/live.js` is.
"""

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from statistics import median
from typing import Any
from urllib.parse import urlencode

from tests.bench.hall import make_hall, sent, set_up, sign_in, told_by

TABLES, PHONES = 20, 500
HALF = 30.0  # seconds
A_HAND_EVERY = 20.0
PATIENCE = 10.0
COME_IN = 10.0  # seconds until all phones have their page
# Of ten phones: who looks at their match, at the wall's board, at the standings; seconds between.
LOOKING = [("match", 3.0)] * 5 + [("board", 3.0)] + [("standings", 10.0)] * 4

Row = tuple[str, float, float | None, str]


def rows() -> list[Row]:
    """How much longer a hand takes beside the phones, and what failed."""
    told = told_by("tests.bench.load")
    quiet, busy = told["quiet"], told["busy"]
    polls = f"{busy['polls']} polls, {busy['unchanged']} unchanged"
    hands = (
        f"{busy['p99']:.0f} / {quiet['p99']:.0f} ms, medians {busy['median']:.0f} / "
        f"{quiet['median']:.0f} ms, {busy['hands']} / {quiet['hands']} hands"
    )
    busier = busy["p99"] / quiet["p99"]
    return [
        (f"entry p99, {PHONES} phones polling / quiet hall", busier, 3.0, hands),
        (f"failed requests of {PHONES} phones and {TABLES} tables", told["failed"], 0, polls),
    ]


@dataclass
class Tally:
    """What happened in a half: how long each hand took (seconds), how many answers of each kind."""

    took: list[float] = field(default_factory=list)
    polls: Counter[str] = field(default_factory=Counter)

    def told(self) -> dict[str, Any]:
        took = sorted(self.took)
        return {
            "hands": len(took),
            "median": median(took) * 1000,
            "p99": took[min(len(took) - 1, int(len(took) * 0.99))] * 1000,
            "polls": self.polls.total(),
            "unchanged": self.polls["304"],
        }


class Line:
    """One browser's connection, kept open between its requests."""

    def __init__(self, port: int, *headers: str) -> None:
        self.port = port
        self.headers = headers
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, *headers: str, body: str = "") -> tuple[int, str]:
        """The status and the ETag of the answer; raises OSError or TimeoutError where none came."""
        async with asyncio.timeout(PATIENCE):
            if self.streams is None:
                self.streams = await asyncio.open_connection("127.0.0.1", self.port)
            reader, writer = self.streams
            own = ("Host: localhost", "Accept-Encoding: gzip", f"Content-Length: {len(body)}")
            head = [f"{method} {path} HTTP/1.1", *own, *self.headers, *headers]
            writer.write("\r\n".join([*head, "", body]).encode())
            answer = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            fields = dict(line.split(": ", 1) for line in answer[1:] if ": " in line)
            told = {name.lower(): value for name, value in fields.items()}
            await reader.readexactly(int(told.get("content-length", "0")))
            if told.get("connection") == "close":
                self.close()
        return int(answer[0].split()[1]), told.get("etag", "")

    def close(self) -> None:
        if self.streams is not None:
            self.streams[1].close()
            self.streams = None


@dataclass
class Hall:
    """What everybody there shares: where the server is, until when they go on, what failed."""

    port: int
    key: str
    failed: Counter[str] = field(default_factory=Counter)
    tally: Tally = field(default_factory=Tally)
    until: float = 0.0

    async def phone(self, line: Line, path: str, every: float, wait: float) -> None:
        """Ask again and again, with the version that came last."""
        await asyncio.sleep(wait)
        version = ""
        while time.monotonic() < self.until:
            asked = time.monotonic()
            held = (f"If-None-Match: {version}",) if version else ()
            try:
                status, etag = await line.ask("GET", path, "X-Live: 1", *held)
            except (OSError, EOFError, TimeoutError) as error:
                line.close()
                self.failed[f"poll {type(error).__name__}"] += 1
            else:
                self.tally.polls[str(status)] += 1
                version = etag
                if status not in (200, 304):
                    self.failed[f"poll {status}"] += 1
            await asyncio.sleep(max(0.0, asked + every - time.monotonic()))

    async def table(self, line: Line, match: int, number: int, wait: float) -> int:
        """Send a hand again and again; gives the number of the next one."""
        await asyncio.sleep(wait)
        form = "Content-Type: application/x-www-form-urlencoded"
        while time.monotonic() < self.until:
            asked = time.monotonic()
            body = urlencode(sent(number))
            try:
                status, _etag = await line.ask("POST", f"/matches/{match}/sent/", form, body=body)
            except (OSError, EOFError, TimeoutError) as error:
                line.close()
                self.failed[f"hand {type(error).__name__}"] += 1
            else:
                self.tally.took.append(time.monotonic() - asked)
                number += 1
                if status != 200:
                    self.failed[f"hand {status}"] += 1
            await asyncio.sleep(max(0.0, asked + A_HAND_EVERY - time.monotonic()))
        return number

    async def half(self, numbers: dict[int, int], league: int, phones: int) -> dict[str, Any]:
        """So many phones beside the tables, for half of the time."""
        token = "t" * 32
        cookies = f"Cookie: sessionid={self.key}; csrftoken={token}"
        begin = COME_IN if phones else 0.0
        self.tally, self.until = Tally(), time.monotonic() + begin + HALF
        matches = list(numbers)
        looking = []
        for place in range(phones):
            what, every = LOOKING[place % len(LOOKING)]
            pages = {
                "match": f"/matches/{matches[place % len(matches)]}/",
                "board": f"/competitions/{league}/board/",
                "standings": f"/competitions/{league}/standings/",
            }
            wait = begin * place / phones
            looking.append(self.phone(Line(self.port), pages[what], every, wait))
        playing = [
            self.table(
                Line(self.port, cookies, f"X-CSRFToken: {token}"),
                match,
                numbers[match],
                begin + A_HAND_EVERY * place / len(matches),
            )
            for place, match in enumerate(matches)
        ]
        watching = asyncio.gather(*looking)
        numbers |= dict(zip(matches, await asyncio.gather(*playing), strict=True))
        await watching
        return self.tally.told()


async def measure(port: int, key: str, league: int, matches: list[int]) -> dict[str, Any]:
    """First the tables alone, then with the phones."""
    hall, numbers = Hall(port, key), dict.fromkeys(matches, 3)
    for path in (f"/competitions/{league}/standings/", f"/matches/{matches[0]}/"):
        for _worker in range(6):  # the first page a worker makes loads its templates
            await Line(port).ask("GET", path)
    told = {
        "quiet": await hall.half(numbers, league, 0),
        "busy": await hall.half(numbers, league, PHONES),
    }
    return {**told, "failed": hall.failed.total(), "what_failed": hall.failed}


def main() -> None:
    """Measure, in the database of the environment, and print it as JSON."""
    set_up()
    league, keeper, matches = make_hall(TABLES, target=50_000)
    key, port = sign_in(keeper), free_port()
    serve = [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(serve, stdout=subprocess.DEVNULL) as server:
        try:
            wait_for(port)
            told = asyncio.run(measure(port, key, league.pk, [match.pk for match in matches]))
        finally:
            server.terminate()
    print(told["what_failed"] or "", file=sys.stderr)
    json.dump(told, sys.stdout)


def free_port() -> int:
    """A port of this machine that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def wait_for(port: int) -> None:
    """Until something listens there."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise SystemExit("the server does not come up")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    main()
