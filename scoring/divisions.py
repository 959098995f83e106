"""Promotion and relegation: next season's divisions from this season's tables (design: league).

A tie at a line is never broken here: it is refused, with everybody who is level across it, until
the organizer gives the order they were put in (play-off, extra hand, lot).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from scoring.prizes import Ranked
from scoring.season import Cut, SeasonError, qualifiers, settle_cut

Direction = Literal["up", "down"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """Between a division and the one below: how many go down, how many come up."""

    down: int
    up: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line in a table that a tie stops: division from 0 at the top, `up` or `down`, who is level
    across it, and how many of them are above it (go up, or stay up)."""

    division: int
    direction: Direction
    tied: tuple[str, ...]
    places_left: int


class TieAtTheLine(SeasonError):
    """Promotion or relegation that cannot be decided yet; `lines` has every such line."""

    def __init__(self, lines: tuple[Line, ...]) -> None:
        self.lines = lines
        super().__init__("tie_at_the_line", lines=lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """An entry that changes division; 0 is the top."""

    entry: str
    before: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NextDivisions:
    """Next season's divisions, top first; in each those who came down, who stayed, who came up, by
    this season's places; and every move."""

    divisions: tuple[tuple[str, ...], ...]
    moves: tuple[Move, ...]


def promote_and_relegate(
    tables: Sequence[Sequence[Ranked]],
    exchanges: Sequence[Exchange],
    *,
    settled: Mapping[tuple[int, Direction], Sequence[str]] = MappingProxyType({}),
) -> NextDivisions:
    """Moves the best of each division up and the last down; `exchanges` has one a pair of divisions
    next to each other, top first.

    `settled` has the order, best first, for lines that a tie stops, by (division, direction); one
    for a line without a tie is refused, so that an old decision never acts on a corrected table.
    Raises TieAtTheLine, and SeasonError for wrong numbers, or a division in which more would leave
    than there are.
    """
    _check(tables, exchanges)
    up: list[tuple[str, ...]] = [()] * len(tables)
    safe = [tuple(_names(table)) for table in tables]
    lines: list[Line] = []
    unused = dict(settled)
    for upper, exchange in enumerate(exchanges):
        above, below = tables[upper], tables[upper + 1]
        for division, direction, cut, through in (
            (upper, _DOWN, qualifiers(above, len(above) - exchange.down), safe),
            (upper + 1, _UP, qualifiers(below, exchange.up), up),
        ):
            order = unused.pop((division, direction), None)
            if order is None and cut.tied:
                lines.append(_line(division, direction, cut))
            else:
                through[division] = settle_cut(cut, order or ())
    if unused:
        raise SeasonError("unknown_line", lines=tuple(sorted(unused)))
    if lines:
        raise TieAtTheLine(tuple(lines))
    return _moved(tables, up, safe)


_UP: Direction = "up"
_DOWN: Direction = "down"


def _check(tables: Sequence[Sequence[Ranked]], exchanges: Sequence[Exchange]) -> None:
    if len(exchanges) != max(len(tables) - 1, 0):
        raise SeasonError("bad_value", field="exchanges", value=len(exchanges))
    leaving = [0] * len(tables)
    for upper, exchange in enumerate(exchanges):
        if exchange.down < 0 or exchange.up < 0:
            raise SeasonError("bad_value", field="exchanges", value=(exchange.down, exchange.up))
        leaving[upper] += exchange.down
        leaving[upper + 1] += exchange.up
    seen: set[str] = set()
    for division, table in enumerate(tables):
        if leaving[division] > len(table):
            raise SeasonError(
                "too_few", division=division, leaving=leaving[division], entries=len(table)
            )
        for entry in _names(table):
            if entry in seen:
                raise SeasonError("duplicate_entry", entry=entry)
            seen.add(entry)


def _names(table: Sequence[Ranked]) -> list[str]:
    return [row.entry for row in sorted(table, key=lambda row: (row.rank, row.entry))]


def _line(division: int, direction: Direction, cut: Cut) -> Line:
    return Line(division=division, direction=direction, tied=cut.tied, places_left=cut.places_left)


def _moved(
    tables: Sequence[Sequence[Ranked]],
    up: Sequence[tuple[str, ...]],
    safe: Sequence[tuple[str, ...]],
) -> NextDivisions:
    came_down: list[list[str]] = [[] for _ in tables]
    came_up: list[list[str]] = [[] for _ in tables]
    stayed: list[list[str]] = [[] for _ in tables]
    moves = []
    for division, table in enumerate(tables):
        for entry in _names(table):
            rises, falls = entry in up[division], entry not in safe[division]
            if rises and falls:
                # One tie across both lines, put in two orders that contradict each other.
                raise SeasonError("lines_cross", division=division, entry=entry)
            after = division + falls - rises
            (came_up if rises else came_down if falls else stayed)[after].append(entry)
            if after != division:
                moves.append(Move(entry=entry, before=division, after=after))
    return NextDivisions(
        divisions=tuple([(*came_down[n], *stayed[n], *came_up[n]) for n in range(len(tables))]),
        moves=tuple(moves),
    )
