"""One line of a table of standings, of a partnership or of a player."""

from dataclasses import dataclass

from django.utils.safestring import SafeString


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the table, ready to be shown: figures are text."""

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
