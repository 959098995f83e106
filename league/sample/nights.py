"""The evenings of the sample, all told from today, and a clock that says their hours."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, time, timedelta

from django.utils import timezone

from league.draws.nights import at_wall_time
from league.models import Match, Round, Stage

EVENING = time(19, 30)


def night(weeks: int, *, days: int = 0, clock: time = EVENING) -> datetime:
    """Half past seven tonight (Atlantic time), so many weeks and days from now."""
    day = timezone.localdate(datetime.now(UTC)) + timedelta(weeks=weeks, days=days)
    return at_wall_time(day, clock, timezone.get_default_timezone())


def matches_of(round: Round) -> list[Match]:
    """The matches of a round by table, each with its competition."""
    return list(round.matches.select_related("round__stage__competition__club").order_by("table"))


def rounds_of(stage: Stage) -> list[Round]:
    """The rounds of a stage in order."""
    return list(stage.rounds.select_related("stage__competition__club").order_by("number"))


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """Everything done in here is done at that hour: what is stored says so, and so does the log,
    to which a night can only be added while it is the last one. For a command, not for a server:
    the whole process has this clock meanwhile."""
    clock = timezone.now
    earlier = clock() - moment
    setattr(timezone, "now", lambda: clock() - earlier)  # noqa: B010 (mypy knows it as a function)
    try:
        yield
    finally:
        setattr(timezone, "now", clock)  # noqa: B010


@contextmanager
def at_table(round: Round) -> Iterator[None]:
    """The hour at which the sheets of a round come in."""
    assert round.starts_at is not None
    with at(round.starts_at + timedelta(minutes=40)):
        yield
