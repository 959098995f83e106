"""What becomes of the things that phones send, worked out in another, plain way: lists, and what
each answer would do. It knows no database and no view.

For games of so many hands (`hands_a_game`), North or East calling spades, West dealing first.
`Things.take` gives the answers that are right, each with what it does to the sheets.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from scoring import HandSheet, RuleSet, Seat, Trump, score_checked

RULES = RuleSet.from_preset("cape-breton")
Ways = dict[str, Callable[[], None]]


class Figures(NamedTuple):
    """What is written of a hand."""

    dealer: str
    caller: str
    count_ns: int
    note: str = ""


@cache
def points(figures: Figures) -> tuple[int, int]:
    """What the engine makes of it: points of NS and EW."""
    sheet = HandSheet(
        dealer=Seat(figures.dealer),
        caller=Seat(figures.caller),
        trump=Trump.SPADES,
        count_ns=figures.count_ns,
    )
    score = score_checked(sheet, RULES)
    return score.ns, score.ew


def dealer_of(number: int) -> str:
    """Who deals a hand of this number, West having dealt the first."""
    return "WNES"[(number - 1) % 4]


@dataclass(frozen=True)
class Thing:
    """What a phone sends, as the wire has it; `figures` are None for an undo."""

    id: int
    kind: str
    phone: int
    seq: int
    hand: int
    after: int
    base: int
    game: int
    number: int
    figures: Figures | None = None
    reason: str = ""
    end_confirmed: bool = False
    begins: str = ""


@dataclass(eq=False)
class Line:
    """A hand: `id` is the client id it is stored under, `by` the account that recorded it."""

    id: int
    game: int
    number: int
    figures: Figures
    revision: int = 1
    status: str = "recorded"
    by: str = ""


@dataclass(eq=False)
class Row:
    """A receipt, or what is kept. `table` is where it came."""

    thing: Thing
    table: "Table"
    outcome: str
    line: Line | None
    figures: Figures | None
    within: "Row | None" = None
    bases: list[int] = field(default_factory=list)


@dataclass(eq=False)
class Table:
    """A match: the hands on its sheet by game, and those that were taken off."""

    games: dict[int, list[Line]] = field(default_factory=dict)
    gone: list[Line] = field(default_factory=list)
    handed_in: bool = False
    signed: bool = False

    @property
    def current(self) -> int:
        return max(self.games, default=0)

    def lines(self) -> list[Line]:
        return [line for game in sorted(self.games) for line in self.games[game]]

    def at(self, game: int, number: int) -> Line | None:
        return next((one for one in self.games.get(game, []) if one.number == number), None)


@dataclass(eq=False)
class Things:
    """Two tables, and all that came from phones."""

    hands_a_game: int
    best_of: int
    tables: list[Table] = field(default_factory=lambda: [Table(), Table()])
    rows: dict[int, Row] = field(default_factory=dict)
    closed: bool = False
    finished: bool = False
    revoked: bool = False

    # how the sheets stand

    def ended(self, lines: list[Line]) -> int:
        """The place of the hand that ended a game; 0 while it is in play."""
        ns = ew = counted = 0
        for place, line in enumerate(lines, 1):
            if line.status == "recorded":
                ns, ew = ns + points(line.figures)[0], ew + points(line.figures)[1]
                counted += 1
            if counted >= self.hands_a_game and ns != ew:
                return place
        return 0

    def totals(self, lines: list[Line]) -> tuple[int, int]:
        found = [points(line.figures) for line in lines if line.status == "recorded"]
        return sum(one[0] for one in found), sum(one[1] for one in found)

    def over(self, table: Table) -> bool:
        """Whether the match is; sides sit the same way in all its games."""
        won = {True: 0, False: 0}
        for lines in table.games.values():
            if self.ended(lines):
                ns, ew = self.totals(lines)
                won[ns > ew] += 1
        return max(won.values()) > self.best_of // 2

    def shut(self, table: Table, who: str, *, correcting: bool = False) -> bool:
        """Whether this one may not write there now."""
        organizer = who == "organizer"
        answered = table.signed or table.handed_in
        return (
            self.finished
            or (answered and not (correcting and organizer))
            or (self.closed and not organizer)
        )

    def line(self, number: int) -> tuple[Table, Line] | None:
        """The hand stored under this id, wherever it is."""
        for table in self.tables:
            for line in (*table.lines(), *table.gone):
                if line.id == number:
                    return table, line
        return None

    def meant(self, table: Table, number: int) -> tuple[Line | None, Row | None]:
        """The hand of this table that a phone calls so, else what came under that name."""
        here = [*table.lines(), *table.gone]
        found = next((one for one in here if one.id == number), None)
        if found is not None:
            return found, None
        row = self.rows.get(number)
        if row is None or row.table is not table or row.thing.kind != "record":
            return None, None
        return (row.line if row.line in here else None), row

    def questions(self, table: Table) -> list[Row]:
        return [
            row
            for row in self.rows.values()
            if row.table is table and row.outcome == "kept" and row.within is None
        ]

    # what phones send

    def take(self, table: Table, thing: Thing, who: str) -> Ways:
        if who == "link" and (self.revoked or self.closed or self.finished):
            return {"not_yours": lambda: None}
        row = self.rows.get(thing.id)
        if row is not None:
            return {"conflict" if row.outcome == "kept" else "already": lambda: None}
        if thing.kind == "record":
            return self._record(table, thing, who)
        if thing.kind == "correct":
            return self._correct(table, thing, who)
        return self._undo(table, thing, who)

    def _record(self, table: Table, thing: Thing, who: str) -> Ways:
        if self.line(thing.id) is not None:
            return {"already": lambda: None}
        lines = table.games.get(thing.game)
        if lines is None:
            return self._begin(table, thing, who)
        there = table.at(thing.game, thing.number)
        if there is not None:
            same = there.figures == thing.figures and there.status == "recorded"
            if same:
                return {"already": lambda: self._note(table, thing, there)}
            return self._kept(table, thing)
        last = thing.game == table.current
        if thing.number > len(lines) + 1:
            known = self.meant(table, thing.after) != (None, None) or self.line(thing.after)
            waits = thing.after and not known and last
            return {"later": lambda: None} if waits else self._kept(table, thing)
        wrong = thing.figures.dealer != dealer_of(thing.number)
        if wrong or not last or self.ended(lines) or self.shut(table, who):
            return self._kept(table, thing)
        return {"stored": lambda: self.write(table, thing.id, thing.figures, who)}

    def _begin(self, table: Table, thing: Thing, who: str) -> Ways:
        """A hand of a game that is not on the sheet: the first one may begin it."""
        begins = thing.begins and thing.number == 1
        played = not table.games or self.ended(table.games[table.current])
        is_next = played and not self.over(table) and thing.game == table.current + 1
        if not (begins and is_next):
            known = self.meant(table, thing.after) != (None, None) or self.line(thing.after)
            waits = thing.after and not known
            return {"later": lambda: None} if waits else self._kept(table, thing)
        if thing.figures.dealer != thing.begins or self.shut(table, who):
            return self._kept(table, thing)

        def store() -> None:
            table.games[thing.game] = []
            self.write(table, thing.id, thing.figures, who)

        return {"stored": store}

    def _correct(self, table: Table, thing: Thing, who: str) -> Ways:
        line, row = self.meant(table, thing.hand)
        if line is None:
            if row is not None and row.outcome == "kept":
                return {"conflict": lambda: self._join(row, thing)}
            return self._absent(table, thing, row)
        own = self._own(table, thing)
        if own is not None:
            return {"conflict": lambda: self._join(own, thing)}
        if line.status == "undone" or self.unsure(line, row, thing, who):
            return self._kept(table, thing)
        early = self._early(table, line, thing, thing.base)
        if early is not None:
            return early
        if line.figures == thing.figures and line.status == "recorded":
            return {"already": lambda: self._agree(table, line, thing)}
        if line.revision > thing.base:
            return self._kept(table, thing)
        return self._change(table, line, thing, who)

    def _change(self, table: Table, line: Line, thing: Thing, who: str) -> Ways:
        lines = table.games[line.game]
        last = line is lines[-1] and line.game == table.current
        wrong = thing.figures.dealer != dealer_of(line.number)
        silent = not thing.reason and (not last or table.signed)
        if wrong or silent or self.shut(table, who, correcting=True):
            return self._kept(table, thing)
        was_over, was = self.over(table), (line.figures, line.status)
        line.figures, line.status = thing.figures, "recorded"
        ended, over = self.ended(lines), self.over(table)
        line.figures, line.status = was
        late = [one for one in lines[ended:] if one.status == "recorded"] if ended else []
        late = [one for one in late if one.number > line.number]
        if (late and not thing.end_confirmed) or (line.game != table.current and not ended):
            return self._kept(table, thing)

        def store() -> None:
            self.put(table, line, thing.figures, late)
            self._note(table, thing, line)

        # Of a match that is over it is done only if it moves nothing; of an earlier game, only if
        # those after it were played all the same.
        doubtful = was_over or (line.game != table.current and over)
        return {"stored": store, **(self._kept(table, thing) if doubtful else {})}

    def _undo(self, table: Table, thing: Thing, who: str) -> Ways:
        line, row = self.meant(table, thing.hand)
        if line is None:
            if row is not None and row.outcome == "kept":
                return {"stored": lambda: (self.settle(row, "dropped"), self._note(table, thing))}
            if row is not None and row.line is None:
                return {"already": lambda: None}
            return self._absent(table, thing, row)
        if line.status == "undone":
            return {"already": lambda: None}
        if self.unsure(line, row, thing, who):
            return self._kept(table, thing)
        own = self._own(table, thing)
        base = own.thing.base if own is not None else thing.base
        early = self._early(table, line, thing, base)
        if early is not None:
            return early
        lines = table.games[line.game]
        last = line is lines[-1] and line.game == table.current
        if line.revision > base or not last or self.shut(table, who):
            return self._kept(table, thing)

        def off() -> None:
            if own is not None:
                self.settle(own, "dropped")
            self.take_off(table, line)
            self._note(table, thing, line)

        return {"stored": off}

    def unsure(self, line: Line, row: Row | None, thing: Thing, who: str) -> bool:
        """Whether two hands met as one that may be two of one phone: nobody can tell."""
        later = any(
            one.line is line
            and (one.thing.kind, one.outcome, one.thing.phone) == ("record", "stored", thing.phone)
            and one.thing.seq > thing.seq
            for one in self.rows.values()
        )
        return later or (row is not None and row.outcome == "stored" and line.by == who)

    def _own(self, table: Table, thing: Thing) -> Row | None:
        return next(
            (
                row
                for row in self.questions(table)
                if (row.thing.kind, row.thing.hand, row.thing.phone)
                == ("correct", thing.hand, thing.phone)
            ),
            None,
        )

    def _early(self, table: Table, line: Line, thing: Thing, base: int) -> Ways | None:
        """What a phone made from a revision that is not there yet: unless that was set aside."""
        if line.revision >= base:
            return None
        came = any(
            row.table is table
            and (row.thing.kind, row.thing.hand, row.thing.phone, row.thing.base)
            == ("correct", thing.hand, thing.phone, thing.base - 1)
            for row in self.rows.values()
        )
        return self._kept(table, thing) if came else {"later": lambda: None}

    def _absent(self, table: Table, thing: Thing, row: Row | None) -> Ways:
        gone = row is not None or thing.game not in table.games
        if gone or self.line(thing.hand) is not None:
            return self._kept(table, thing)
        return {"later": lambda: None}

    # what it does

    def _kept(self, table: Table, thing: Thing) -> Ways:
        line = None if thing.kind == "record" else self.meant(table, thing.hand)[0]
        return {"conflict": lambda: self._add(table, thing, "kept", line, thing.figures)}

    def _join(self, row: Row, thing: Thing) -> None:
        self._add(row.table, thing, "kept", None, thing.figures, row)
        if thing.base >= max([row.thing.base, *row.bases]):
            row.figures = thing.figures
        row.bases.append(thing.base)

    def _agree(self, table: Table, line: Line, thing: Thing) -> None:
        if line.revision == thing.base:
            line.revision += 1
        self._note(table, thing, line)

    def _note(self, table: Table, thing: Thing, line: Line | None = None) -> None:
        self._add(table, thing, "stored", line, None)

    def _add(self, table: Table, thing: Thing, outcome: str, line, figures, within=None) -> None:
        self.rows[thing.id] = Row(thing, table, outcome, line, figures, within)

    def settle(self, row: Row, outcome: str, line: Line | None = None) -> None:
        for one in self.rows.values():
            if one is row or one.within is row:
                one.outcome = outcome
                one.line = line or row.line

    def write(self, table: Table, number: int, figures: Figures, who: str) -> Line:
        game = table.current
        line = Line(number, game, len(table.games[game]) + 1, figures, by=who)
        table.games[game].append(line)
        return line

    def put(self, table: Table, line: Line, figures: Figures, late: list[Line]) -> None:
        """Other figures in the place of a hand; later ones after the end are struck out."""
        line.figures, line.status = figures, "recorded"
        for one in (line, *late):
            one.revision += 1
        for one in late:
            one.status = "void"
        self.unsigned_unless_over(table)

    def take_off(self, table: Table, line: Line) -> None:
        line.status = "undone"
        table.games[line.game].remove(line)
        table.gone.append(line)

    def strike(self, table: Table, line: Line) -> None:
        line.status = "void"
        line.revision += 1
        self.unsigned_unless_over(table)

    def unsigned_unless_over(self, table: Table) -> None:
        if not self.over(table):
            table.signed = table.handed_in = False
