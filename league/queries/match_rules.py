"""What the rules say of a match whatever is played in it: when and where, how its result is
accepted, and who loses it without a hand."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal

from league.models import Competition, Entry, Game, Match, Round
from league.queries.sheets_rules import Acceptance, sheets_rules


def acceptance_of(match: Match, games: Sequence[Game]) -> Acceptance:
    """How the result is accepted. What is written at the table stays one sheet for both sides:
    begun before each had to write its own, it is answered by the other side."""
    asked = sheets_rules(match.round.stage.competition).acceptance
    return "other" if asked == "blind" and games else asked


def starts_of(match: Match) -> datetime | None:
    """When a match is played: with its round, or on a day of its own; None: not known yet."""
    if match.postponed or match.starts_at is not None:
        return match.starts_at
    return match.round.starts_at


def table_of(match: Match) -> int:
    """The table it is played at: that of its round, or its own when it is made up elsewhere."""
    return match.own_table or match.table


def forfeited_late(match: Match, now: datetime) -> bool:
    """Whether a match of which nothing is written or handed in is lost for both by the rule.

    In a bracket an organizer says so: who goes on is never decided by the clock alone.
    """
    competition = match.round.stage.competition
    rules = sheets_rules(competition)
    if rules.late != "forfeit" or match.slot is not None or match.submitted_at is not None:
        return False
    if match.round.state == Round.State.DRAFT or competition.state != Competition.State.RUNNING:
        return False
    starts_at = starts_of(match)
    return starts_at is not None and starts_at + timedelta(hours=rules.late_after) <= now


def departed_side(match: Match) -> Literal["a", "b", "both"] | None:
    """Which side of a match has left the competition: its matches that are not over are lost."""
    a = match.entry_a.state != Entry.State.PLAYING
    b = match.entry_b.state != Entry.State.PLAYING
    if a and b:
        return "both"
    return "a" if a else "b" if b else None
