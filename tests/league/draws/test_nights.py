"""Dates of league nights, and clocks that jump twice a year."""

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.draws.nights import NoSuchTime, TimeTwice, at_wall_time, night_dates, round_starts

GLACE_BAY = ZoneInfo("America/Glace_Bay")
days = st.dates(date(2024, 1, 1), date(2030, 1, 1))


def test_a_night_on_a_break_is_played_one_week_later_and_so_are_all_after_it() -> None:
    nights = night_dates(
        date(2026, 12, 15), every_days=7, count=4, breaks=[date(2026, 12, 22), date(2026, 12, 29)]
    )
    assert nights == (
        date(2026, 12, 15),
        date(2027, 1, 5),
        date(2027, 1, 12),
        date(2027, 1, 19),
    )


@given(first=days, every=st.integers(1, 30), count=st.integers(1, 40), breaks=st.sets(days))
def test_no_night_falls_on_a_break_and_none_comes_twice(
    first: date, every: int, count: int, breaks: set[date]
) -> None:
    nights = night_dates(first, every_days=every, count=count, breaks=breaks)
    assert len(set(nights)) == count
    assert not breaks.intersection(nights)
    assert all((night - first).days % every == 0 for night in nights)


def test_nights_less_than_a_day_apart_are_refused() -> None:
    with pytest.raises(ValueError):
        night_dates(date(2026, 1, 1), every_days=0, count=2)


@pytest.mark.parametrize(
    ("around", "hours"),
    [
        ([date(2026, 10, 27), date(2026, 11, 3)], [22, 23]),
        ([date(2026, 3, 3), date(2026, 3, 10)], [23, 22]),
    ],
)
def test_seven_o_clock_stays_seven_o_clock_when_the_clocks_change(
    around: list[date], hours: list[int]
) -> None:
    starts = round_starts(around, clock=time(19), zone=GLACE_BAY)
    assert [start.hour for start in starts] == hours
    assert [start.astimezone(GLACE_BAY).time() for start in starts] == [time(19), time(19)]


def test_a_time_the_clock_jumps_over_is_refused() -> None:
    with pytest.raises(NoSuchTime) as caught:
        at_wall_time(date(2026, 3, 8), time(2, 30), GLACE_BAY)
    assert not isinstance(caught.value, TimeTwice)
    assert caught.value.wall == datetime(2026, 3, 8, 2, 30)


def test_a_time_the_clock_shows_twice_is_refused() -> None:
    with pytest.raises(TimeTwice):
        at_wall_time(date(2026, 11, 1), time(1, 30), GLACE_BAY)


def test_rounds_of_one_night_follow_by_so_many_minutes() -> None:
    starts = round_starts(
        [date(2026, 7, 4)], clock=time(19, 30), zone=GLACE_BAY, rounds_a_night=3, minutes=45
    )
    assert starts == (
        datetime(2026, 7, 4, 22, 30, tzinfo=UTC),
        datetime(2026, 7, 4, 23, 15, tzinfo=UTC),
        datetime(2026, 7, 5, 0, 0, tzinfo=UTC),
    )
