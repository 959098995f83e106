"""What is said of a round, and of a match in one line."""

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.models import Round


def round_title(found: Round) -> str:
    """ "Round 5", or the name the organizer gave it."""
    return str(found)


def round_when(starts_at: datetime | None) -> str:
    """ "Tuesday, December 8, 8 p.m." on the club's clock; says so when no day is set."""
    if starts_at is None:
        return _("day not set yet")
    return date_format(timezone.localtime(starts_at), "l, F j, P")


def state_words(state: str, *, over: bool, closed: bool, past: bool) -> tuple[str, str]:
    """(pill, words) for a match: the kind of pill and what stands in it; "" says nothing.

    `state` is a `MatchView.state`; `closed` that its round is, `past` that its day has gone by.
    """
    if state == "forfeit":
        return "final", _("forfeit")
    if state == "accepted":
        return "final", ""
    if over:
        return "done", _("played")
    if state == "playing":
        return "playing", _("playing")
    if closed:
        return "waiting", _("postponed")
    if past:
        return "waiting", _("not played yet")
    return "", ""
