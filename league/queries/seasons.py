"""What a season adds to a competition, read from `Competition.season` with its defaults."""

from dataclasses import dataclass

from league.models import Competition
from scoring.exits import ExitRule, ExitRules

# The parts of the stated rule for who leaves, as they are stored under "withdrawal".
EXIT_PARTS = (
    "before_half",
    "after_half",
    "disqualified_before_half",
    "disqualified_after_half",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """The season's rules: what becomes of the matches of an entry that leaves."""

    exits: ExitRules


def season_of(competition: Competition) -> Season:
    """The season's rules as stored; what is not stored is as usual in leagues."""
    kept = (competition.season or {}).get("withdrawal") or {}
    stored = {part: ExitRule(kept[part]) for part in EXIT_PARTS if kept.get(part)}
    return Season(exits=ExitRules(**stored))
