"""The clock of a round that is played to a bell.

`Round.bell` holds facts only: {"seconds": the whole time, "left": seconds left when it was last
set going or stopped, "started_at": when it was set going (ISO, UTC), None while it stands}.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from league.models import Round


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """A round's clock at a moment: `left` in whole seconds, never below 0."""

    seconds: int
    left: int
    running: bool

    @property
    def rung(self) -> bool:
        """Whether the time is up."""
        return self.left == 0

    @property
    def face(self) -> str:
        """What stands on it: "24:59", "1:05:00"."""
        hours, rest = divmod(self.left, 3600)
        minutes, seconds = divmod(rest, 60)
        if hours:
            return f"{hours}:{minutes:02}:{seconds:02}"
        return f"{minutes}:{seconds:02}"


def clock_of(round: Round, now: datetime | None = None) -> Clock | None:
    """The round's clock now; None before it was started."""
    kept: dict[str, Any] | None = round.bell
    if kept is None:
        return None
    left = kept["left"]
    started = kept["started_at"]
    if started is not None:
        gone = (now or timezone.now()) - datetime.fromisoformat(started)
        left -= int(gone.total_seconds())
    return Clock(
        seconds=kept["seconds"],
        left=max(left, 0),
        running=started is not None and left > 0,
    )


def rings_at(round: Round) -> datetime | None:
    """When the bell goes if nobody stops the clock; None while it stands."""
    kept: dict[str, Any] | None = round.bell
    if kept is None or kept["started_at"] is None:
        return None
    return datetime.fromisoformat(kept["started_at"]) + timedelta(seconds=kept["left"])


def may_ring(round: Round) -> bool:
    """Whether the round is on and played to a bell: its pages watch for the clock."""
    return round.state == Round.State.PUBLISHED and minutes_of(round) is not None


def minutes_of(round: Round) -> int | None:
    """How long a game of this competition lasts by the bell; None where there is no bell."""
    play = round.stage.competition.match_play
    return play.get("minutes") if play.get("mode") == "bell" else None
