"""How a competition's sheets are accepted: its settings, read from what is stored."""

from dataclasses import dataclass
from typing import Literal

from league.models import Competition

Acceptance = Literal["one", "other", "blind"]
Corrects = Literal["organizer", "owner"]
Late = Literal["nothing", "stands", "forfeit"]
Differing = Literal["organizer", "match", "table"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetsRules:
    """`acceptance`: "one" entry is enough, the "other" side accepts, or both enter "blind".

    `window`: hours from acceptance until a result is final by itself (0: at once); `corrects`: who
    may still change it then. `players_score`: whether the players of a match may score it with
    their own accounts; `sides_report`: whether the two sides may write totals without hands.

    `differing`: who decides between two blind sheets that differ: the "organizer"; or the one
    stands that is less good for whoever is ahead on both sheets ("match"), or in the "table".

    A match without a result is warned about `late_warning` hours after its start. `late` is what
    happens `late_after` hours after it: "nothing"; what one side handed in "stands"; or that, and
    where nothing was written both "forfeit". A handed-in sheet waits as long, from then on.
    """

    acceptance: Acceptance = "one"
    window: int = 48
    players_score: bool = False
    sides_report: bool = False
    corrects: Corrects = "organizer"
    late: Late = "nothing"
    late_warning: int = 48
    late_after: int = 72
    differing: Differing = "organizer"


def sheets_rules(competition: Competition) -> SheetsRules:
    """The settings of this competition; what is not stored is the default."""
    return SheetsRules(**competition.sheets)
