"""A bad line: an HTTP proxy of the tests' own that loses, delays, cuts and makes up answers.

    with Proxy(("127.0.0.1", 8000), faults=Faults(lost_answer=0.1), seed=1) as proxy:
        ... ask proxy.url, as a phone or with a browser ...
    proxy.counts["lost_answer"]

It stands between a phone or a browser and one server, over plain http, in a thread of its own.
`faults`, `line`, `harms` and `away` may be set while it runs. What it does to which request is
drawn from `seed`, in the order in which requests come.
"""

import asyncio
import re
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, fields
from random import Random
from types import TracebackType
from typing import Self

PACKET = 1400  # bytes of a full packet on its way through the air
PATIENCE = 60.0  # seconds until a server's answer is given up
PORTAL = b"""<!doctype html><html lang="en"><title>Parish hall guest network</title>
<h1>Welcome</h1><p>Accept the terms of use to go on.</p><form method="post"><button>Accept</button>
</form></html>"""
BAD_GATEWAY = b"""<html><head><title>502 Bad Gateway</title></head><body><center>
<h1>502 Bad Gateway</h1></center><hr><center>proxy</center></body></html>"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Faults:
    """Which share (0 to 1) of the requests meets what; at most one of them each, but for delays.

    `delay` and `hang` are seconds: how long at most a delayed request waits, and how long a lost
    one is left without a word before its connection closes (one in two closes at once).
    """

    lost_request: float = 0  # the server never hears of it
    cut_request: float = 0  # the server gets its beginning
    sent_twice: float = 0  # the server gets it twice, at once
    lost_answer: float = 0  # the server has done it, nobody hears of that
    cut_answer: float = 0  # the connection ends somewhere in the answer
    truncated: float = 0  # an answer that says it is whole and is not
    portal: float = 0  # a page that asks to accept terms, status 200; never forwarded
    bad_gateway: float = 0  # a page with status 502; the server has done it in one of two
    earlier_answer: float = 0  # what the address answered to somebody before; never forwarded
    delayed: float = 0
    delay: float = 0.05
    hang: float = 0.1

    @classmethod
    def evenly(cls, share: float, *, delayed: float = 0) -> Self:
        """Every fault alike, together this share of the requests."""
        kinds = [one.name for one in fields(cls) if one.name not in {"delayed", "delay", "hang"}]
        return cls(**dict.fromkeys(kinds, share / len(kinds)), delayed=delayed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """How slow the line is, shared by all connections: seconds there and back, bytes a second
    each way (0: as many as come), the share of packets that are lost and sent again."""

    round_trip: float = 0
    bytes_per_second: int = 0
    loss: float = 0


class _Gone(Exception):
    """The connection is over, without a further word."""


@dataclass(slots=True)
class _Message:
    """A request or an answer: its first line, its headers as they came, its body."""

    first: bytes
    headers: list[bytes]
    body: bytes = b""

    def header(self, name: bytes) -> bytes:
        found = (line.partition(b":") for line in self.headers)
        return next((value.strip() for key, _, value in found if key.lower() == name), b"")

    def without(self, *names: bytes) -> "list[bytes]":
        return [line for line in self.headers if line.partition(b":")[0].lower() not in names]

    def packed(self) -> bytes:
        return b"\r\n".join([self.first, *self.headers, b"", self.body])


class Proxy:
    """See the top of this file. `harms(method, path)` says which requests meet faults at all.

    `counts` has each fault by its name in `Faults`, and "requests", "answered" (the server's own
    whole answer got through), "no_server", "lost_packet", "bytes_up", "bytes_down".
    """

    def __init__(
        self,
        target: tuple[str, int],
        *,
        faults: Faults | None = None,
        line: Line | None = None,
        harms: Callable[[str, str], bool] = lambda method, path: True,
        seed: int = 0,
    ) -> None:
        self.target = target
        self.faults = faults or Faults()
        self.line = line or Line()
        self.harms = harms
        self.away = False  # the line is gone: every connection closes at once
        self.counts: Counter[str] = Counter()
        self.port = 0
        self._chance = Random(seed)
        self._earlier: dict[bytes, _Message] = {}
        self._free = {"up": 0.0, "down": 0.0}  # when the line has sent all that it has been given
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._server: asyncio.Server | None = None

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def __enter__(self) -> Self:
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(self._serve, "localhost", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _stop(self) -> None:
        assert self._server is not None
        self._server.close()
        others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection: request after request, until one side has enough."""
        try:
            await asyncio.sleep(self.line.round_trip)  # the handshake
            while not self.away:
                request = await _read_request(reader)
                if self.away or not await self._answer(request, writer):
                    break
        except (_Gone, OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        except asyncio.CancelledError:  # the proxy stops
            pass
        finally:
            writer.close()

    async def _answer(self, request: _Message, writer: asyncio.StreamWriter) -> bool:
        """Carry a request over, and its answer back. Gives whether the connection stays open."""
        self.counts["requests"] += 1
        await self._carry(request.packed(), "up")
        method, path = request.first.decode("latin-1").split(" ")[:2]
        fault = ""
        if self.harms(method, path):
            fault = self._draw()
            if self._chance.random() < self.faults.delayed:
                self.counts["delayed"] += 1
                await asyncio.sleep(self._chance.random() * self.faults.delay)
        if fault == "earlier_answer" and path.encode("latin-1") not in self._earlier:
            fault = ""
        self.counts[fault or "unharmed"] += 1
        answer = await self._meet(fault, request)
        if fault == "cut_answer":
            raw = answer.packed()
            await self._carry(raw[: self._chance.randrange(1, len(raw))], "down", writer)
            raise _Gone
        if fault == "truncated":
            _shorten(answer, self._chance)
        elif not fault or fault == "sent_twice":
            self.counts["answered"] += 1
            self._earlier[path.encode("latin-1")] = answer
        await self._carry(answer.packed(), "down", writer)
        return _ends_itself(answer, method)

    async def _meet(self, fault: str, request: _Message) -> _Message:
        """What comes back of a request; raises _Gone where nothing does."""
        path = request.first.split(b" ")[1]
        if fault == "lost_request":
            await self._vanish()
        if fault == "portal":
            return page_of(b"200 OK", PORTAL)
        if fault == "bad_gateway" and self._chance.random() < 0.5:
            return page_of(b"502 Bad Gateway", BAD_GATEWAY)
        if fault == "earlier_answer":
            return self._earlier[path]
        if fault == "cut_request":
            await self._begin(request)
        if fault == "sent_twice":
            first, answer = await asyncio.gather(self._ask(request), self._ask(request))
            return self._chance.choice([first, answer])
        answer = await self._ask(request)
        if fault == "lost_answer":
            await self._vanish()
        return page_of(b"502 Bad Gateway", BAD_GATEWAY) if fault == "bad_gateway" else answer

    def _draw(self) -> str:
        roll = self._chance.random()
        for one in fields(Faults):
            if one.name == "delayed":
                break
            roll -= getattr(self.faults, one.name)
            if roll < 0:
                return one.name
        return ""

    async def _vanish(self) -> None:
        if self._chance.random() < 0.5:
            await asyncio.sleep(self.faults.hang)
        raise _Gone

    async def _ask(self, request: _Message) -> _Message:
        """The server's answer; raises _Gone where it is not there, or dies over it."""
        sent = _Message(request.first, [*request.without(b"connection"), b"Connection: close"])
        sent.body = request.body
        try:
            raw = await asyncio.wait_for(self._exchange(sent.packed()), PATIENCE)
            head, found, body = raw.partition(b"\r\n\r\n")
            first, *headers = head.split(b"\r\n")
            answer = _Message(first, headers, body)
            length = answer.header(b"content-length")
            if not found or (request.first[:4] != b"HEAD" and length and int(length) != len(body)):
                raise _Gone
        except (OSError, TimeoutError, _Gone) as error:
            self.counts["no_server"] += 1
            raise _Gone from error
        answer.headers = answer.without(b"connection")
        return answer

    async def _exchange(self, sent: bytes) -> bytes:
        reader, writer = await asyncio.open_connection(*self.target)
        try:
            writer.write(sent)
            return await reader.read(-1)
        finally:
            writer.close()

    async def _begin(self, request: _Message) -> None:
        """Give the server the beginning of a request, and hang up on it."""
        raw = request.packed()
        try:
            _reader, writer = await asyncio.open_connection(*self.target)
            writer.write(raw[: self._chance.randrange(1, len(raw))])
            await writer.drain()
            writer.close()
        except OSError:
            self.counts["no_server"] += 1
        raise _Gone

    async def _carry(
        self, raw: bytes, way: str, writer: asyncio.StreamWriter | None = None
    ) -> None:
        """Let bytes travel, a packet at a time and in order, to `writer` if there is one."""
        self.counts[f"bytes_{way}"] += len(raw)
        line = self.line
        if line == Line():
            if writer is not None:
                writer.write(raw)
                await writer.drain()
            return
        arrived = 0.0
        for start in range(0, len(raw), PACKET):
            packet = raw[start : start + PACKET]
            left = max(self._loop.time(), self._free[way])
            left += len(packet) / line.bytes_per_second if line.bytes_per_second else 0
            self._free[way] = left
            arrives = left + line.round_trip / 2
            again = max(line.round_trip, 0.2)
            while self._chance.random() < line.loss:
                self.counts["lost_packet"] += 1
                arrives += again
                again *= 2
            arrived = max(arrives, arrived + 1e-6)
            await asyncio.sleep(left - self._loop.time())
            if writer is not None:
                self._loop.call_at(arrived, writer.write, packet)
        await asyncio.sleep(arrived - self._loop.time() + 0.001)
        if writer is not None:
            await writer.drain()


async def _read_request(reader: asyncio.StreamReader) -> _Message:
    head = await reader.readuntil(b"\r\n\r\n")
    first, *headers = head.removesuffix(b"\r\n\r\n").split(b"\r\n")
    request = _Message(first, headers)
    request.body = await reader.readexactly(int(request.header(b"content-length") or 0))
    return request


def page_of(status: bytes, body: bytes) -> _Message:
    """What a proxy says by itself, such as 502: no answer of the server's."""
    length = b"Content-Length: %d" % len(body)
    return _Message(b"HTTP/1.1 " + status, [b"Content-Type: text/html", length], body)


def _shorten(answer: _Message, chance: Random) -> None:
    """Take the end off a body; its length agrees with what is left."""
    if not answer.header(b"content-length") or not answer.body:
        return
    answer.body = answer.body[: chance.randrange(len(answer.body))]
    length = b"Content-Length: %d" % len(answer.body)
    answer.headers = [*answer.without(b"content-length"), length]


def _ends_itself(answer: _Message, method: str) -> bool:
    """Whether whoever reads the answer sees its end without the connection's."""
    if method == "HEAD" or re.match(rb"HTTP/1\.\d (204|304)", answer.first):
        return True
    chunked = answer.header(b"transfer-encoding").lower() == b"chunked"
    return chunked or bool(answer.header(b"content-length"))
