"""Saving a hand beside a bare insert view over the wire: both behind one server, as it is started
by `manage.py serve`, asked in turn by one client that keeps its connection, by the clock."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from itertools import count
from statistics import median
from time import perf_counter
from typing import Any
from urllib.parse import urlencode

from tests.bench.hall import make_hall, sent, set_up, sign_in, told_by
from tests.bench.load import free_port, wait_for
from tests.bench.saving import FORM

TABLES, WARM_UP, ROUNDS = 40, 4, 10
# What `manage.py serve` asks of its server.
LIKE_SERVE = ("--interface", "wsgi", "--workers", "2", "--blocking-threads", "4", "--no-ws")

Row = tuple[str, float, float | None, str]


def rows() -> list[Row]:
    """Saving over the bare insert, from the request to the answer."""
    told = told_by("tests.bench.saving_wire")
    beside = f"{told['hand']:.2f} ms / {told['bare']:.2f} ms"
    return [("saving a hand / bare insert view, over the wire", told["ratio"], 2.5, beside)]


def main() -> None:
    """Measure, in the database of the environment, and print it as JSON."""
    set_up()
    _league, keeper, (spare, *matches) = make_hall(TABLES + 1, target=50_000)
    game, free, token = spare.games.get().pk, count(1000), "t" * 32
    headers = {
        "Content-Type": FORM,
        "Cookie": f"sessionid={sign_in(keeper)}; csrftoken={token}",
        "X-CSRFToken": token,
    }
    rounds = []
    with _served() as line:
        for number in range(3, 3 + WARM_UP + ROUNDS):
            took: dict[str, list[float]] = {"hand": [], "bare": []}
            for match in matches:
                hand = (f"/matches/{match.pk}/sent/", urlencode(sent(number)))
                bare = (f"/bare/{game}/", urlencode(sent(next(free))))
                for name, (address, body) in (("hand", hand), ("bare", bare)):
                    started = perf_counter()
                    line.request("POST", address, body, headers)
                    with line.getresponse() as answer:
                        told = answer.read()
                    took[name].append((perf_counter() - started) * 1000)
                    assert answer.status == 200, told
            rounds.append({name: median(times) for name, times in took.items()})
    measured = rounds[WARM_UP:]
    told = {name: median(one[name] for one in measured) for name in ("hand", "bare")}
    ratio = median(one["hand"] / one["bare"] for one in measured)
    json.dump({**told, "ratio": ratio}, sys.stdout)


@contextmanager
def _served() -> Iterator[HTTPConnection]:
    """A client of a server with both."""
    port = free_port()
    address = ("--host", "127.0.0.1", "--port", str(port), "tests.bench.served:application")
    command: list[Any] = [sys.executable, "-m", "granian", *LIKE_SERVE, *address]
    with subprocess.Popen(command, stdout=sys.stderr) as server:
        try:
            wait_for(port)
            with closing(HTTPConnection("localhost", port)) as line:
                yield line
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
