"""The line in a table: who is through, who is level at it, and whether that has changed since.

One line through the whole table, or one through the table of each division.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from league.models import Competition, Entry, Stage
from league.queries.divisions import DivisionTable, division_tables
from league.queries.standings import Place, Standings, standings_of
from scoring.season import Cut, qualifiers, settle_cut


@dataclass(frozen=True, slots=True, kw_only=True)
class CutLine:
    """One line. `sure` are through, best first; `tied` are level for `places_left` places.

    `number` is 0 and `name` "" for the whole table; divisions count from 1, top first.
    """

    number: int
    name: str
    cut: Cut
    sure: tuple[Entry, ...]
    tied: tuple[Entry, ...]

    @property
    def places_left(self) -> int:
        return self.cut.places_left

    def through(self, order: Sequence[int]) -> list[Entry]:
        """Who is through, best first, once those tied were put in `order` (ids)."""
        by_id = {entry.pk: entry for entry in self.tied}
        settle_cut(self.cut, [str(pk) for pk in order])  # refuses an order of others
        return [*self.sure, *(by_id[pk] for pk in order[: self.places_left])]


@dataclass(frozen=True, slots=True, kw_only=True)
class CutTable:
    """The first of the table, or of each division: `lines` has one for each.

    `entries` are all who still play, as they were entered; `ranked` their ids in the order of the
    whole table; `stamp` changes when the cut does.
    """

    lines: tuple[CutLine, ...]
    entries: tuple[Entry, ...]
    ranked: tuple[int, ...]
    stamp: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Recut:
    """What another cut would change: who would come into the bracket, and who go.

    `seeds` are who would be in it, best first (without those `tied` at the line); `stamp` is the
    cut's.
    """

    comes: tuple[Entry, ...]
    goes: tuple[Entry, ...]
    tied: tuple[Entry, ...]
    seeds: tuple[Entry, ...] = ()
    stamp: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """The line below the first `places`: it stands `after` so many rows of the table."""

    after: int
    places: int
    tied: bool


def cut_table(competition: Competition, places: int | None, *, each: int | None = None) -> CutTable:
    """The cut after `places` of the whole table (None: all), or after `each` of every division.

    Who has left is not in it. No line where `each` is asked for and there are no divisions.
    """
    table = standings_of(competition)
    rows = _playing(table.rows)
    ranked = tuple(row.entry.pk for row in rows)
    lines: tuple[CutLine, ...]
    if each is None:
        lines = (_line(0, "", rows, len(rows) if places is None else places, ranked),)
    else:
        lines = tuple(
            _line(number, one.name, _playing(one.table.rows), each, ranked)
            for number, one in enumerate(division_tables(table), 1)
        )
    text = "|".join(_text(line.cut) for line in lines)
    if each is not None:  # the order of the whole table makes the seeds
        inside = {entry.pk for line in lines for entry in (*line.sure, *line.tied)}
        text += "|" + ",".join(str(pk) for pk in ranked if pk in inside)
    return CutTable(
        lines=lines,
        entries=tuple(sorted((row.entry for row in rows), key=lambda entry: entry.pk)),
        ranked=ranked,
        stamp=sha256(text.encode()).hexdigest()[:16],
    )


def cut_again(stage: Stage) -> CutTable:
    """The cut from which a bracket was made, drawn in the table as it is now."""
    told = stage.draw
    return cut_table(stage.competition, told.get("places"), each=told.get("each"))


def seeded(table: CutTable, found: Sequence[Sequence[Entry]]) -> list[Entry]:
    """Who is through at each line, as seeds: all the firsts in the order of the whole table, then
    all the seconds, and so on. With one line its own order."""
    at = {pk: number for number, pk in enumerate(table.ranked)}
    placed = [(place, at[one.pk], one) for line in found for place, one in enumerate(line)]
    return [one for _place, _at, one in sorted(placed, key=lambda seat: seat[:2])]


def recut_of(stage: Stage) -> Recut | None:
    """What would change if the line were drawn again now; None while the cut is what it was.

    The way in which a tie was settled holds as long as the same are level.
    """
    told = stage.draw
    if told.get("order") not in ("standings", "divisions"):
        return None
    table = cut_again(stage)
    if table.stamp == told.get("table"):
        return None
    settled = _orders(told.get("cut") or {})
    found_in: list[list[Entry]] = []
    tied: list[Entry] = []
    for line in table.lines:
        order = settled.get(line.number, [])
        if sorted(order) == sorted(entry.pk for entry in line.tied):
            found_in.append(line.through(order))
        else:
            found_in.append(list(line.sure))
            tied += line.tied
    through = [entry for line in found_in for entry in line]
    ours = set(told.get("ranked") or [])
    now = {entry.pk for entry in through}
    level = {entry.pk for entry in tied}
    found = Entry.objects.filter(pk__in=ours - now - level).select_related(
        "partnership__first", "partnership__second"
    )
    return Recut(
        comes=tuple(entry for entry in through if entry.pk not in ours),
        goes=tuple(found),
        tied=tuple(tied),
        seeds=tuple(seeded(table, found_in)),
        stamp=table.stamp,
    )


def line_of(table: Standings) -> Line | None:
    """Where the line runs through a table, once a bracket was made from it."""
    return _drawn_line(table.rows, _last_cut(table).get("places"))


def division_lines(table: Standings, tables: Sequence[DivisionTable]) -> tuple[Line | None, ...]:
    """Where the line runs through each division of a table, once a bracket was made from the first
    of each."""
    each = _last_cut(table).get("each") if tables else None
    return tuple(_drawn_line(one.table.rows, each) for one in tables)


def _last_cut(table: Standings) -> Mapping[str, Any]:
    return table.made.once("cut", lambda: _read_last_cut(table.competition))


def _read_last_cut(competition: Competition) -> Mapping[str, Any]:
    """How the last bracket was made that was made from the table. One statement."""
    made = Stage.objects.filter(competition=competition, kind__in=Stage.BRACKETS)
    cuts = ("standings", "divisions")
    told = [one.draw for one in made.order_by("number") if one.draw.get("order") in cuts]
    return told[-1] if told else {}


def _drawn_line(rows: Sequence[Place], places: int | None) -> Line | None:
    playing = [at for at, row in enumerate(rows, 1) if row.entry.state == Entry.State.PLAYING]
    if places is None or len(playing) <= places:
        return None
    cut = qualifiers([rows[at - 1].row for at in playing], places)
    return Line(after=playing[places - 1], places=places, tied=bool(cut.tied))


def _playing(rows: Sequence[Place]) -> list[Place]:
    return [row for row in rows if row.entry.state == Entry.State.PLAYING]


def _line(
    number: int, name: str, rows: Sequence[Place], places: int, ranked: Sequence[int]
) -> CutLine:
    cut = qualifiers([row.row for row in rows], places)
    by_id = {row.row.entry: row for row in rows}
    sure = [by_id[one] for one in cut.sure]
    # Level in a division, and so both through: the whole table has an order for them.
    sure.sort(key=lambda row: (row.row.rank, ranked.index(row.entry.pk)))
    return CutLine(
        number=number,
        name=name,
        cut=cut,
        sure=tuple(row.entry for row in sure),
        tied=tuple(by_id[one].entry for one in cut.tied),
    )


def _orders(cut: Mapping[str, Any]) -> dict[int, list[int]]:
    """The order in which those level were put, by the number of the line."""
    if "divisions" in cut:
        return {one["line"]: list(one["order"]) for one in cut["divisions"]}
    return {0: list(cut.get("order", []))}


def _text(cut: Cut) -> str:
    return f"{','.join(cut.sure)};{','.join(sorted(cut.tied))};{cut.places_left}"
