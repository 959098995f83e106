"""One line of a table of standings, of a partnership or of a player."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from league.queries.player_standings import PlayerStandings
from league.queries.standings import Standings
from league.words.standings import place_sentence


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
    if not table.begun:
        return SafeString(_("Nothing counts yet: everybody starts level."))
    rows = table.rows
    rank = rows[index].row.rank
    last = index + 1 == len(rows)
    return place_sentence(
        rows[index].row,
        level_with=[
            names[other]
            for other in range(len(rows))
            if other != index and rows[other].row.rank == rank
        ],
        below=None if last else names[index + 1],
        above=(names[index - 1], rows[index - 1].row) if last and index else None,
        rank_by=str(table.rules.rank_by),
    )
