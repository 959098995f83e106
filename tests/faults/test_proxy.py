"""The proxy does what it says: each fault happens, to the share asked for, and is counted."""

import http.client
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.faults.proxy import Faults, Line, Proxy

WORDS = b'{"id": "1", "answer": "stored"}'


class Server(BaseHTTPRequestHandler):
    """Stores what it is sent, and says so."""

    protocol_version = "HTTP/1.1"
    stored: list[bytes]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if len(body) == int(self.headers["Content-Length"]):
            self.stored.append(body)
        self.answer(WORDS + b" " * int(self.headers.get("X-More", "0")))

    def do_GET(self) -> None:
        self.answer(self.headers["Host"].encode())

    def answer(self, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_anything: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[ThreadingHTTPServer]:
    Server.stored = []
    with ThreadingHTTPServer(("127.0.0.1", 0), Server) as running:
        thread = threading.Thread(target=running.serve_forever, args=(0.01,))
        thread.start()
        yield running
        running.shutdown()
        thread.join()


def target(server: ThreadingHTTPServer) -> tuple[str, int]:
    return "127.0.0.1", server.server_port


def send(
    proxy: Proxy,
    body: bytes = b"hand=1",
    connection: http.client.HTTPConnection | None = None,
    **headers: str,
) -> tuple[int, str, bytes]:
    """Status, type and body of the answer; raises where there is none."""
    own = connection or http.client.HTTPConnection("localhost", proxy.port, timeout=5)
    try:
        own.request("POST", "/sent/", body, headers)
        answer = own.getresponse()
        return answer.status, answer.headers["Content-Type"], answer.read()
    finally:
        if connection is None:
            own.close()


def test_an_unharmed_request_goes_through_on_a_connection_that_stays(server) -> None:
    with Proxy(target(server)) as proxy:
        connection = http.client.HTTPConnection("localhost", proxy.port)
        for number in range(3):
            body = b"hand=%d" % number
            assert send(proxy, body, connection) == (200, "application/json", WORDS)
        connection.request("GET", "/")
        assert connection.getresponse().read() == f"localhost:{proxy.port}".encode()
        connection.close()
    assert Server.stored == [b"hand=0", b"hand=1", b"hand=2"]
    assert proxy.counts["requests"] == proxy.counts["answered"] == proxy.counts["unharmed"] == 4


@pytest.mark.parametrize(
    ("fault", "stored", "answer"),
    [
        ("lost_request", {0}, None),
        ("cut_request", {0}, None),
        ("sent_twice", {2}, (200, "application/json", WORDS)),
        ("lost_answer", {1}, None),
        ("cut_answer", {1}, None),  # or a beginning, where the head was cut
        ("truncated", {1}, (200, "application/json", ...)),
        ("portal", {0}, (200, "text/html", ...)),
        ("bad_gateway", {0, 1}, (502, "text/html", ...)),
    ],
)
def test_a_fault_does_what_its_name_says(server, fault, stored, answer) -> None:
    seen = set()
    with Proxy(target(server), faults=Faults(**{fault: 1}, hang=0.01), seed=5) as proxy:
        for _time in range(8):
            Server.stored.clear()
            got = None
            with suppress(http.client.HTTPException, OSError):
                got = send(proxy)
            seen.add(len(Server.stored))
            if answer:
                assert got[:2] == answer[:2]
            whole = answer is not None and answer[2] == WORDS
            assert (got is not None and got[2] == WORDS) == whole
    assert seen == stored
    assert proxy.counts[fault] == proxy.counts["requests"] == 8
    assert proxy.counts["answered"] == (8 if fault == "sent_twice" else 0)


def test_an_earlier_answer_comes_to_somebody_else(server) -> None:
    with Proxy(target(server)) as proxy:
        send(proxy, b"hand=1")
        proxy.faults = Faults(earlier_answer=1)
        assert send(proxy, b"hand=2") == (200, "application/json", WORDS)
    assert Server.stored == [b"hand=1"]
    assert proxy.counts["earlier_answer"] == 1


def test_faults_come_in_their_shares_and_the_same_again_from_the_same_seed(server) -> None:
    def met() -> dict[str, int]:
        with Proxy(target(server), faults=Faults.evenly(0.6, delayed=0.3), seed=9) as proxy:
            proxy.faults = replace(proxy.faults, delay=0.001, hang=0.001)
            for _time in range(300):
                with suppress(http.client.HTTPException, OSError):
                    send(proxy)
        return {name: proxy.counts[name] for name in (*Faults.__slots__, "unharmed")}

    first = met()
    assert first == met()
    assert 90 <= first["unharmed"] <= 150
    assert 60 <= first["delayed"] <= 120
    kinds = set(Faults.__slots__) - {"delayed", "delay", "hang"}
    assert all(8 <= first[kind] <= 35 for kind in kinds)


def test_only_what_may_be_harmed_is_harmed(server) -> None:
    harms = Proxy(
        target(server), faults=Faults(portal=1), harms=lambda method, path: method == "GET"
    )
    with harms as proxy:
        assert send(proxy)[2] == WORDS
        assert proxy.counts["portal"] == 0


def test_nothing_passes_while_the_line_is_away_or_the_server_is_gone(server) -> None:
    with Proxy(target(server)) as proxy:
        proxy.away = True
        with pytest.raises((http.client.HTTPException, OSError)):
            send(proxy)
        proxy.away = False
        assert send(proxy)[0] == 200
        proxy.target = ("127.0.0.1", 9)
        with pytest.raises((http.client.HTTPException, OSError)):
            send(proxy)
        assert proxy.counts["no_server"] == 1


def test_a_slow_line_takes_its_time_for_the_way_the_bytes_and_what_is_lost(server) -> None:
    with Proxy(target(server), line=Line(round_trip=0.06)) as proxy:
        begun = time.monotonic()
        send(proxy)
        assert time.monotonic() - begun > 0.115  # once to greet, once to ask
        proxy.line = Line(bytes_per_second=100_000)
        begun = time.monotonic()
        assert len(send(proxy, **{"X-More": "20000"})[2]) > 20_000
        assert time.monotonic() - begun > 0.19
        proxy.line = Line(loss=0.5)
        begun = time.monotonic()
        send(proxy, **{"X-More": "8000"})
        assert proxy.counts["lost_packet"] > 0
        assert time.monotonic() - begun > 0.19
    assert proxy.counts["bytes_down"] > 28_000
