"""How a competition's sheets are accepted: its settings, read from what is stored."""

from dataclasses import dataclass
from typing import Literal

from league.models import Competition

Acceptance = Literal["one", "other", "blind"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetsRules:
    """`acceptance`: "one" entry is enough, the "other" side accepts, or both enter "blind".

    `window`: hours from acceptance until a result is final by itself (0: at once).
    `players_score`: whether the players of a match may score it with their own accounts.
    """

    acceptance: Acceptance = "one"
    window: int = 48
    players_score: bool = False


def sheets_rules(competition: Competition) -> SheetsRules:
    """The settings of this competition; what is not stored is the default."""
    return SheetsRules(**competition.sheets)
