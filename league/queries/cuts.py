"""The line in a table: who is through, who is level at it, and whether that has changed since."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from league.models import Competition, Entry, Stage
from league.queries.standings import Place, standings_of
from scoring.season import Cut, qualifiers, settle_cut


@dataclass(frozen=True, slots=True, kw_only=True)
class CutTable:
    """The first `places` of the table. `sure` are through; `tied` are level for `places_left`.

    `entries` are all who still play, as they were entered; `stamp` changes when the cut does.
    """

    cut: Cut
    entries: tuple[Entry, ...]
    sure: tuple[Entry, ...]
    tied: tuple[Entry, ...]
    stamp: str

    @property
    def places_left(self) -> int:
        return self.cut.places_left


@dataclass(frozen=True, slots=True, kw_only=True)
class Recut:
    """What another cut would change: who would come into the bracket, and who go."""

    comes: tuple[Entry, ...]
    goes: tuple[Entry, ...]
    tied: tuple[Entry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """The line below the first `places`: it stands `after` so many rows of the table."""

    after: int
    places: int
    tied: bool


def cut_table(competition: Competition, places: int | None) -> CutTable:
    """The cut after `places` (None: all). Who has left is not in it."""
    rows = [row for row in standings_of(competition).rows if row.entry.state == Entry.State.PLAYING]
    by_id = {row.row.entry: row.entry for row in rows}
    cut = qualifiers([row.row for row in rows], len(rows) if places is None else places)
    sure = tuple(by_id[one] for one in cut.sure)
    return CutTable(
        cut=cut,
        entries=tuple(sorted(by_id.values(), key=lambda entry: entry.pk)),
        sure=sure,
        tied=tuple(by_id[one] for one in cut.tied),
        stamp=_stamp(cut),
    )


def recut_of(stage: Stage) -> Recut | None:
    """What would change if the line were drawn again now; None while the cut is what it was.

    The way in which a tie was settled holds as long as the same are level.
    """
    told = stage.draw
    if told.get("order") != "standings":
        return None
    table = cut_table(stage.competition, told.get("places"))
    if table.stamp == told.get("table"):
        return None
    through, tied = list(table.sure), table.tied
    order = [str(pk) for pk in (told.get("cut") or {}).get("order", [])]
    if tied and sorted(order) == sorted(table.cut.tied):
        by_id = {str(entry.pk): entry for entry in (*table.sure, *tied)}
        through, tied = [by_id[one] for one in settle_cut(table.cut, order)], ()
    ours = set(told.get("ranked") or [])
    now = {entry.pk for entry in through}
    level = {entry.pk for entry in tied}
    found = Entry.objects.filter(pk__in=ours - now - level).select_related(
        "partnership__first", "partnership__second"
    )
    return Recut(
        comes=tuple(entry for entry in through if entry.pk not in ours),
        goes=tuple(found),
        tied=tied,
    )


def line_of(competition: Competition, rows: Sequence[Place]) -> Line | None:
    """Where the line runs through these rows of a table, once a bracket was made from it."""
    made = Stage.objects.filter(competition=competition, kind__in=Stage.BRACKETS)
    told = [one.draw for one in made.order_by("number") if one.draw.get("order") == "standings"]
    places = told[-1].get("places") if told else None
    playing = [at for at, row in enumerate(rows, 1) if row.entry.state == Entry.State.PLAYING]
    if places is None or len(playing) <= places:
        return None
    cut = qualifiers([rows[at - 1].row for at in playing], places)
    return Line(after=playing[places - 1], places=places, tied=bool(cut.tied))


def _stamp(cut: Cut) -> str:
    text = f"{','.join(cut.sure)};{','.join(sorted(cut.tied))};{cut.places_left}"
    return sha256(text.encode()).hexdigest()[:16]
