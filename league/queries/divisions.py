"""The divisions of a competition: as they are planned, and their tables."""

from collections import defaultdict
from dataclasses import dataclass, replace

from league.models import Competition, DivisionEntry
from league.queries.standings import Facts, Place, Standings, ranked
from scoring import Result


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """A division before the draw: its name and the ids of its entries."""

    name: str
    entries: tuple[int, ...]


def planned_divisions(competition: Competition) -> tuple[Planned, ...]:
    """The divisions as the organizer set them, top first; () where all play in one."""
    kept = (competition.season or {}).get("divisions") or []
    return tuple(Planned(name=one["name"], entries=tuple(one["entries"])) for one in kept)


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionTable:
    """A division with its own standings: `table` is the whole table narrowed to it."""

    name: str
    table: Standings


def division_tables(table: Standings) -> tuple[DivisionTable, ...]:
    """Each division's own table, top first; () where there are none. One statement.

    What is played between divisions (in a later stage) counts in neither.
    """
    places = table.made.once("divisions", lambda: _places(table.competition))
    return tuple(
        DivisionTable(name=name, table=_narrowed(table, number, entries))
        for (number, name), entries in places.items()
    )


def _places(competition: Competition) -> dict[tuple[int, str], set[str]]:
    """Number and name of each division: the ids of its entries."""
    places: dict[tuple[int, str], set[str]] = defaultdict(set)
    found = DivisionEntry.objects.filter(stage__competition=competition).order_by(
        "stage__number", "division__number"
    )
    for number, name, entry in found.values_list("division__number", "division__name", "entry"):
        places[number, name].add(str(entry))
    return places


def _narrowed(table: Standings, number: int, entries: set[str]) -> Standings:
    facts = _facts_of(table.facts, entries)
    rows = ranked(facts, table.rules, table.made, str(number))
    by_entry: dict[str, Place] = {str(place.entry.pk): place for place in table.rows}
    return replace(
        table,
        rows=tuple(replace(by_entry[row.entry], row=row) for row in rows),
        left=tuple(one for one in table.left if str(one.entry.pk) in entries),
        facts=facts,
    )


def _facts_of(facts: Facts, entries: set[str]) -> Facts:
    """What concerns these entries alone."""

    def inside(one: Result) -> bool:
        return one.a in entries and (one.b is None or one.b in entries)

    return Facts(
        entries=tuple(entry for entry in facts.entries if entry in entries),
        results=tuple(one for one in facts.results if inside(one)),
        adjustments=tuple(one for one in facts.adjustments if one.entry in entries),
        to_come=tuple(
            view
            for view in facts.to_come
            if {str(view.match.entry_a_id), str(view.match.entry_b_id)} <= entries
        ),
        byes_to_come=tuple(entry for entry in facts.byes_to_come if entry in entries),
        sure=tuple(one for one in facts.sure if inside(one)),
    )
