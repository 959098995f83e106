"""Who goes up and who goes down, from the divisions' tables as they stand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from league.models import Competition, Entry
from league.queries.divisions import DivisionTable, division_tables
from league.queries.standings import standings_of
from scoring.divisions import (
    Direction,
    Exchange,
    Line,
    NextDivisions,
    TieAtTheLine,
    promote_and_relegate,
)

Settled = Mapping[tuple[int, Direction], Sequence[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Promotion:
    """`divisions` of the season played, top first; what `after` it comes to, None while `lines`
    are tied."""

    divisions: tuple[DivisionTable, ...]
    after: NextDivisions | None
    lines: tuple[Line, ...]

    def entry(self, name: str) -> Entry:
        """The entry that the engine calls by this name."""
        return next(
            place.entry
            for one in self.divisions
            for place in one.table.rows
            if str(place.entry.pk) == name
        )


def promotion_of(
    competition: Competition, exchanges: Sequence[Exchange], settled: Settled
) -> Promotion:
    """Work it out, with the lines already `settled`. An order given for a line that is not tied
    (any more) is left aside. Raises SeasonError where more would leave than there are.
    """
    divisions = division_tables(standings_of(competition))
    tables = [[place.row for place in one.table.rows] for one in divisions]
    used: dict[tuple[int, Direction], Sequence[str]] = {}
    while True:
        try:
            after = promote_and_relegate(tables, exchanges, settled=used)
        except TieAtTheLine as tied:
            known = [
                line
                for line in tied.lines
                if sorted(settled.get((line.division, line.direction), ())) == sorted(line.tied)
            ]
            if not known:
                return Promotion(divisions=divisions, after=None, lines=tied.lines)
            used |= {
                (one.division, one.direction): settled[one.division, one.direction] for one in known
            }
        else:
            return Promotion(divisions=divisions, after=after, lines=())


def next_seasons(competition: Competition) -> list[Competition]:
    """The club's competitions that have not begun, copies of this one first."""
    found = Competition.objects.filter(
        club=competition.club_id,
        state__in=[Competition.State.DRAFT, Competition.State.OPEN],
        rehearsal=False,
    ).exclude(pk=competition.pk)
    return sorted(found, key=lambda one: (one.copied_from_id != competition.pk, -one.pk))
