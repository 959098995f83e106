"""Days and clock times as the hall's clock shows them."""

import re
from datetime import date, datetime, time
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.draws.nights import NoSuchTime, TimeTwice, at_wall_time

_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})", re.ASCII)
_CLOCK = re.compile(r"(\d{1,2}):(\d{2})(?::00)?", re.ASCII)
FIRST_YEAR, LAST_YEAR = 2000, 2100


def read_day(text: str) -> date:
    """A day written 2026-12-08. Raises ValidationError naming what was typed."""
    found = _DAY.fullmatch(text.strip())
    if found:
        try:
            day = date(*map(int, found.groups()))
        except ValueError:
            pass
        else:
            if FIRST_YEAR <= day.year <= LAST_YEAR:
                return day
    raise ValidationError(
        _("“%(typed)s” is no date. Write it as 2026-12-08."), params={"typed": text.strip()[:30]}
    )


class DayField(forms.Field):
    """A day; a browser shows its own calendar. Gives a date, None when nothing was typed."""

    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    default_error_messages = {"required": gettext_lazy("Choose the day.")}

    def to_python(self, value: Any) -> date | None:
        if isinstance(value, date):
            return value
        text = str(value or "").strip()
        return read_day(text) if text else None


class ClockField(forms.Field):
    """A time of day such as 19:00. Gives a time, None when nothing was typed."""

    widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    default_error_messages = {"required": gettext_lazy("Choose the time.")}

    def to_python(self, value: Any) -> time | None:
        if isinstance(value, time):
            return value
        text = str(value or "").strip()
        if not text:
            return None
        found = _CLOCK.fullmatch(text)
        if found:
            hour, minute = map(int, found.groups())
            if hour < 24 and minute < 60:
                return time(hour, minute)
        raise ValidationError(
            _("“%(typed)s” is no time. Write it as 19:00."), params={"typed": text[:30]}
        )


class DaysField(forms.Field):
    """Days one a line (or with commas between). Gives them in order, each once."""

    widget = forms.Textarea(attrs={"rows": 3, "autocomplete": "off", "spellcheck": "false"})

    def to_python(self, value: Any) -> list[date]:
        words = re.split(r"[\s,;]+", str(value or "").strip())
        return sorted({read_day(word) for word in words if word})

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, list):
            return "\n".join(str(day) for day in value)
        return value


def start_of(day: date, clock: time) -> datetime:
    """The moment (UTC) when the hall's clock shows `clock` on `day`.

    Raises ValidationError in plain words where the clocks change.
    """
    try:
        return at_wall_time(day, clock, timezone.get_default_timezone())
    except NoSuchTime as problem:
        raise ValidationError(clock_change_words(problem)) from problem


def typed_start(form: forms.Form, day: date, clock: time | None) -> datetime | None:
    """The moment (UTC) of a day and a time; None, said at `clock`, where there is none."""
    if clock is None:
        form.add_error("clock", _("Choose the time."))
        return None
    try:
        return start_of(day, clock)
    except ValidationError as problem:
        form.add_error("clock", problem)
        return None


def clock_change_words(problem: NoSuchTime) -> str:
    """Why a time is refused on the day the clocks change."""
    figures = {
        "clock": problem.wall.strftime("%H:%M"),
        "day": date_format(problem.wall, "l, F j"),
    }
    if isinstance(problem, TimeTwice):
        return (
            _(
                "The clocks go back on %(day)s and show %(clock)s twice. "
                "Choose a time outside that hour."
            )
            % figures
        )
    return (
        _("The clocks go ahead on %(day)s and never show %(clock)s. Choose another time.") % figures
    )
