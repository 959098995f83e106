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

# Minutes; as in the usual playoff rules (docs/DECISIONS.md, after a draw).
GRACE = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """The season's rules: what becomes of the matches of an entry that leaves; `grace` is how many
    minutes after the start a table waits for who has not come."""

    exits: ExitRules
    grace: int


def season_of(competition: Competition) -> Season:
    """The season's rules as stored; what is not stored is as usual in leagues."""
    season = competition.season or {}
    kept = season.get("withdrawal") or {}
    stored = {part: ExitRule(kept[part]) for part in EXIT_PARTS if kept.get(part)}
    grace = season.get("grace")
    return Season(exits=ExitRules(**stored), grace=GRACE if grace is None else grace)
