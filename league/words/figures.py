"""Figures as people read them: thousands, a true minus sign, a half."""

from datetime import datetime
from fractions import Fraction
from math import ceil

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import ngettext

MINUS = "\N{MINUS SIGN}"
DASH = "\N{EN DASH}"


def plain_figure(value: int | Fraction) -> str:
    """1234 -> "1,234", 17/2 -> "8½"; another fraction as a decimal number."""
    if isinstance(value, Fraction) and value.denominator != 1:
        whole, rest = divmod(abs(value), 1)
        sign = MINUS if value < 0 else ""
        if rest == Fraction(1, 2):
            return f"{sign}{int(whole):,}½" if whole else f"{sign}½"
        return f"{sign}{float(abs(value)):,.2f}"
    whole_value = int(value)
    return f"{MINUS}{-whole_value:,}" if whole_value < 0 else f"{whole_value:,}"


def signed_figure(value: int | Fraction) -> str:
    """512 -> "+512", -88 -> "−88", 0 -> "0"."""
    return f"+{plain_figure(value)}" if value > 0 else plain_figure(value)


def counted(value: int | float | Fraction) -> int:
    """The number that says whether it is "point" or "points": "½ point", "1½ points"."""
    return ceil(abs(Fraction(value)))


def point_words(value: int | float | Fraction) -> str:
    """1 -> "+1 point", -3/2 or -1.5 -> "−1½ points", 0.5 -> "+½ point"."""
    exact = Fraction(value)
    word = ngettext("point", "points", counted(exact))
    return f"{signed_figure(exact)} {word}"


def score_figure(one: int, other: int) -> str:
    """Two figures that belong together: "512–430"."""
    return f"{plain_figure(one)}{DASH}{plain_figure(other)}"


def local_day(moment: datetime) -> str:
    """The day where the club plays: "Tue, Dec 8"."""
    return date_format(timezone.localtime(moment), "D, M j")


def local_time(moment: datetime) -> str:
    """The clock on the wall: "20:14"."""
    return date_format(timezone.localtime(moment), "H:i")
