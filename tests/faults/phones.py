"""Phones in Python: each writes the sheets of its table and sends them as the browser's queue does.

In order, one at a time; a thing leaves the queue only when the answer to it says "stored" or
"already". What is no answer of ours (a page, half a page, nothing) changes nothing.
"""

import http.client
import json
import threading
import time
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from league.queries.hands import completed
from league.sample.hands import Table, next_sheet
from scoring import (
    GameHand,
    GameMode,
    GamePlay,
    HandSheet,
    Outcome,
    RuleSet,
    Seat,
    next_dealer,
    score_game,
    score_hand,
    sheet_to_json,
)
from tests.faults.sheets import form_fields

ANSWERS = {"stored", "already", "conflict", "not_yours", "later"}
DONE = {"stored", "already"}
TIMEOUT = 15.0  # seconds until an answer is given up
Fields = dict[str, str | list[str]]


@dataclass(slots=True)
class Line:
    """One hand on the phone's own sheet, as the server should have it in the end."""

    id: str
    number: int
    sheet: HandSheet
    note: str = ""
    revision: int = 1
    undone: bool = False


@dataclass(slots=True)
class Thing:
    """One thing to send, of one match; `fields` are posted as they are. `line` is the hand as it
    must stand on the server once this is done."""

    match: int
    fields: Fields
    line: Line

    @property
    def id(self) -> str:
        return str(self.fields["id"])


@dataclass(slots=True)
class Sheet:
    """The phone's own sheet of one match: its lines, those taken off too."""

    match: int
    rules: RuleSet
    hands: int
    lines: list[Line] = field(default_factory=list)

    @property
    def standing(self) -> list[Line]:
        return [line for line in self.lines if not line.undone]

    def totals(self) -> list[int]:
        """What the engine makes of the sheet: North and South, East and West."""
        played = []
        for line in self.standing:
            score, sheet = score_hand(line.sheet, self.rules), line.sheet
            hand = GameHand(
                ns=score.ns,
                ew=score.ew,
                dealer=sheet.dealer,
                caller=sheet.caller,
                hanging=score.hanging,
            )
            played.append(hand)
        game = score_game(played, self.rules, GamePlay(mode=GameMode.HANDS, hands=self.hands))
        return [game.ns, game.ew]

    def figures(self, line: Line) -> object:
        return sheet_to_json(completed(line.sheet, self.rules))


def write_match(sheet: Sheet, chance: Random) -> Iterator[Fields]:
    """The things of one match as they are written at the table: hands by the rules, one in seven
    with a slip that is corrected a hand or more later, one in twelve taken off and written anew.

    All is corrected before the last hand: a correction that takes a match from its winner is a
    question for people, and no phone's to answer.
    """
    table = Table(random=chance, rules=sheet.rules, misplays=40, thrown_in=20)
    slips: list[tuple[Line, HandSheet]] = []
    dealer = Seat.W
    while len(sheet.standing) < sheet.hands:
        last_one = len(sheet.standing) == sheet.hands - 1
        while slips and (last_one or chance.random() < 0.5):
            yield _correct(sheet, *slips.pop(0), chance)
        right = next_sheet(table, dealer)
        slip = not last_one and chance.random() < 1 / 7
        written = _slipped(right) if slip else right
        yield _record(sheet, written, chance)
        line = sheet.lines[-1]
        if chance.random() < 1 / 12:
            line.undone = True
            yield _change("undo", line, chance)
            continue
        if written is not right:
            slips.append((line, right))
        dealer = next_dealer(dealer, rules=sheet.rules)


def _record(sheet: Sheet, written: HandSheet, chance: Random) -> Fields:
    before = sheet.standing
    number = len(before) + 1
    own = str(UUID(int=chance.getrandbits(128), version=4))
    note = chance.choice(["", "", "", "Éloi said “last one” & went"])
    sheet.lines.append(Line(own, number, written, note))
    fields: Fields = {"kind": "record", "id": own, "hand": own, "game": "1", "number": str(number)}
    fields |= {"after": before[-1].id if before else "", "note": note}
    return fields | form_fields(written, sheet.rules)


def _correct(sheet: Sheet, line: Line, corrected: HandSheet, chance: Random) -> Fields:
    fields = _change("correct", line, chance)
    line.sheet = corrected
    line.revision += 1
    fields |= {"note": line.note, "reason": "counted to the wrong side", "end_confirmed": "on"}
    return fields | form_fields(corrected, sheet.rules)


def _change(kind: str, line: Line, chance: Random) -> Fields:
    own = str(UUID(int=chance.getrandbits(128), version=4))
    fields: Fields = {"kind": kind, "id": own, "hand": line.id, "base": str(line.revision)}
    return fields | {"game": "1", "number": str(line.number)}


def _slipped(sheet: HandSheet) -> HandSheet:
    """The same with ten points counted to the wrong side, where that can be."""
    if sheet.outcome != Outcome.PLAYED or sheet.count_ns is None or not 20 <= sheet.count_ns <= 140:
        return sheet
    return replace(sheet, count_ns=sheet.count_ns - 10, count_ew=None, last_trick=None)


class Phone:
    """One browser at one table. `run` writes and sends all of its matches, in a thread of its own.

    `tried` counts requests, `heard` the answers by their word and "none"; `promised` are the hands
    as they were acknowledged last; `left` the things that never were, because for `patience`
    seconds nothing went on, or another phone found that. While `gate` is closed it rests.
    """

    def __init__(
        self,
        port: int,
        told: dict[str, Any],
        *,
        seed: int,
        patience: float,
        gate: threading.Event,
        stop: threading.Event,
    ) -> None:
        self.chance = Random(seed)
        self.id = str(UUID(int=self.chance.getrandbits(128), version=4))
        rules = RuleSet.from_json(told["rules"])
        self.sheets = [Sheet(match, rules, told["hands"]) for match in told["matches"]]
        self.left: deque[Thing] = deque()
        self.questions: list[Thing] = []
        self.heard: Counter[str] = Counter()
        self.promised: dict[str, tuple[Sheet, Line]] = {}
        self.tried = self.acknowledged = self.written = 0
        self.totals_heard: dict[int, list[int]] = {}
        self.failed: Exception | None = None
        self._cookies = {"sessionid": told["session"]}
        self._port, self._patience, self._gate, self._stop = port, patience, gate, stop
        self._connection: http.client.HTTPConnection | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def join(self) -> None:
        self._thread.join()
        if self.failed is not None:
            raise self.failed

    def _run(self) -> None:
        try:
            self._play()
        except Exception as error:  # a fault of the test itself, told by `join`
            self.failed = error
            self._stop.set()

    def _play(self) -> None:
        ahead = self._things()
        moved = time.monotonic()
        waits = 0
        while not self._stop.is_set():
            if not self._gate.wait(0.1):
                moved = time.monotonic()
                continue
            # While the line is away the game goes on: up to six things wait.
            for _thing in range(self.chance.choice([1, 1, 2, 3])):
                thing = next(ahead, None) if len(self.left) < 6 else None
                if thing is not None:
                    self.left.append(thing)
            if not self.left:
                return
            before = self.acknowledged
            self._send_what_waits()
            if self.acknowledged > before:
                moved, waits = time.monotonic(), 0
                continue
            if time.monotonic() - moved > self._patience:
                self._stop.set()  # nothing goes on at this table: that is a find
            waits += 1
            time.sleep(min(0.02 * 1.5**waits, 0.3) * self.chance.uniform(0.5, 1))

    def _things(self) -> Iterator[Thing]:
        for sheet in self.sheets:
            for fields in write_match(sheet, self.chance):
                self.written += 1
                own: Fields = {"v": "1", "phone": self.id, "seq": str(self.written)}
                filled = {name: value for name, value in (own | fields).items() if value != ""}
                line = next(line for line in reversed(sheet.lines) if line.id == fields["hand"])
                yield Thing(sheet.match, filled, replace(line))

    def _send_what_waits(self) -> None:
        while self.left and not self._stop.is_set():
            answer = self._send(self.left[0])
            if answer in DONE:
                thing = self.left.popleft()
                self.promised[thing.line.id] = (self._sheet_of(thing), thing.line)
                self.acknowledged += 1
            elif answer == "conflict":
                self.questions.append(self.left.popleft())
            else:
                return

    def _sheet_of(self, thing: Thing) -> Sheet:
        return next(sheet for sheet in self.sheets if sheet.match == thing.match)

    def _send(self, thing: Thing) -> str:
        """The word of the answer; "none" where there is none of ours."""
        if "csrftoken" not in self._cookies:
            self._ask("GET", thing.match)
        status, kind, text = self._ask("POST", thing.match, urlencode(thing.fields, doseq=True))
        told: Any = None
        with suppress(ValueError):
            told = json.loads(text) if kind.startswith("application/json") else None
        known = isinstance(told, dict) and told.get("id") == thing.id
        answer = str(told["answer"]) if known and told.get("answer") in ANSWERS else "none"
        self.heard[answer] += 1
        if answer == "none" and status == 403:
            self._cookies.pop("csrftoken", None)
        if answer in DONE and "totals" in told:
            self.totals_heard[thing.match] = told["totals"]
        return answer

    def _ask(self, method: str, match: int, body: str = "") -> tuple[int, str, str]:
        """Status, type and text; 0 where the line broke."""
        self.tried += method == "POST"
        connection = self._connection or http.client.HTTPConnection(
            "localhost", self._port, timeout=TIMEOUT
        )
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}
        if method == "POST":
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            headers["X-CSRFToken"] = self._cookies.get("csrftoken", "")
        try:
            connection.request(method, f"/matches/{match}/sent/", body.encode(), headers)
            answer = connection.getresponse()
            text = answer.read().decode(errors="replace")
        except (OSError, http.client.HTTPException):
            connection.close()
            self._connection = None
            return 0, "", ""
        self._connection = connection
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.partition(";")[0].partition("=")
            if name == "csrftoken":
                self._cookies[name] = value
        return answer.status, answer.headers.get("Content-Type", ""), text
