"""When the rounds are played: dates with breaks, and wall-clock times that exist.

Pure. Times are meant as the clock in the hall shows them: a league at 19:00 stays at 19:00
when the clocks change.
"""

from collections.abc import Collection
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo


class NoSuchTime(ValueError):
    """The clock jumps over this time on that day (the spring change)."""

    def __init__(self, wall: datetime) -> None:
        super().__init__(wall)
        self.wall = wall


class TimeTwice(NoSuchTime):
    """The clock shows this time twice on that day (the fall change)."""


def night_dates(
    first: date, *, every_days: int, count: int, breaks: Collection[date] = ()
) -> tuple[date, ...]:
    """`count` dates from `first` on, `every_days` apart (1 or more), leaving out `breaks`.

    A night that falls on a break is played one step later, and so are all after it.
    """
    if every_days < 1:
        raise ValueError("Nights are at least one day apart.")
    dates: list[date] = []
    night = first
    while len(dates) < count:
        if night not in breaks:
            dates.append(night)
        night += timedelta(days=every_days)
    return tuple(dates)


def at_wall_time(day: date, clock: time, zone: ZoneInfo) -> datetime:
    """The moment, in UTC, when the clock in `zone` shows `clock` on `day`.

    Raises NoSuchTime or TimeTwice around the changes of the clock.
    """
    wall = datetime.combine(day, clock)
    early = wall.replace(tzinfo=zone, fold=0)
    late = wall.replace(tzinfo=zone, fold=1)
    if early.utcoffset() != late.utcoffset():
        back = early.astimezone(UTC).astimezone(zone).replace(tzinfo=None)
        raise (TimeTwice if back == wall else NoSuchTime)(wall)
    return early.astimezone(UTC)


def round_starts(
    dates: Collection[date],
    *,
    clock: time,
    zone: ZoneInfo,
    rounds_a_night: int = 1,
    minutes: int = 60,
) -> tuple[datetime, ...]:
    """The start of every round in UTC: `rounds_a_night` on each date, `minutes` apart.

    The first start of a night is a wall-clock time; the others follow by so many minutes.
    """
    starts: list[datetime] = []
    for day in dates:
        first = at_wall_time(day, clock, zone)
        starts += [first + timedelta(minutes=minutes * turn) for turn in range(rounds_a_night)]
    return tuple(starts)
