"""One line of a table of standings, of a partnership or of a player."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from league.queries.player_standings import PlayerStandings
from league.queries.standings import Standings
from league.words.standings import place_sentence
from scoring import Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the table, ready to be shown: figures are text; `key` is whose line it is, by the
    number of the entry or of the player."""

    key: int
    rank: int
    names: SafeString
    url: str
    club: str
    mine: bool
    played: str
    record: str
    scored: str
    against: str
    difference: str
    points: str
    quiet: SafeString
    reason: SafeString
    notes: tuple[SafeString, ...]
    ties: tuple[tuple[str, str], ...]


def place_reason(
    table: Standings | PlayerStandings, index: int, names: Sequence[SafeString]
) -> SafeString:
    """Why the row at `index` stands there, in a sentence; `names` are those of all rows."""
    return near(table, index, names).reason(table.rows[index].row)


class Near(NamedTuple):
    """What the reason of a row is told with, beside the row; `above` is there for the last one."""

    begun: bool
    level_with: tuple[SafeString, ...]
    below: SafeString | None
    above: tuple[SafeString, Row] | None
    rank_by: str

    def reason(self, row: Row) -> SafeString:
        """Why the row stands where it stands, in a sentence."""
        if not self.begun:
            return SafeString(_("Nothing counts yet: everybody starts level."))
        return place_sentence(
            row,
            level_with=self.level_with,
            below=self.below,
            above=self.above,
            rank_by=self.rank_by,
        )


def near(table: Standings | PlayerStandings, index: int, names: Sequence[SafeString]) -> Near:
    """What stands around the row at `index`; those level stand together."""
    rows = table.rows
    rank = rows[index].row.rank
    first = last = index
    while first and rows[first - 1].row.rank == rank:
        first -= 1
    while last + 1 < len(rows) and rows[last + 1].row.rank == rank:
        last += 1
    at_the_end = index + 1 == len(rows)
    return Near(
        begun=table.begun,
        level_with=(*names[first:index], *names[index + 1 : last + 1]),
        below=None if at_the_end else names[index + 1],
        above=(names[index - 1], rows[index - 1].row) if at_the_end and index else None,
        rank_by=str(table.rules.rank_by),
    )
