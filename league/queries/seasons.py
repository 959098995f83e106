"""What a season adds to a competition, read from `Competition.season` with its defaults."""

from dataclasses import dataclass

from league.models import Competition
from scoring.exits import ExitRule, ExitRules
from scoring.season import Stated, StatedScore

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
    minutes after the start a table waits for who has not come; `best_nights` how many nights count
    (None: all), `absence` what a night away scores."""

    exits: ExitRules
    grace: int
    best_nights: int | None
    absence: StatedScore


def season_of(competition: Competition) -> Season:
    """The season's rules as stored; what is not stored is as usual in leagues."""
    season = competition.season or {}
    kept = season.get("withdrawal") or {}
    stored = {part: ExitRule(kept[part]) for part in EXIT_PARTS if kept.get(part)}
    grace = season.get("grace")
    away = season.get("absence") or {}
    return Season(
        exits=ExitRules(**stored),
        grace=GRACE if grace is None else grace,
        best_nights=season.get("best_nights"),
        absence=StatedScore(
            stated=Stated(away.get("stated") or Stated.FIXED),
            figure=away.get("figure") or 0,
            percent=100 if away.get("percent") is None else away["percent"],
        ),
    )
