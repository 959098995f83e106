"""The bell's clock of a round: started, stopped, let go on, made longer or shorter, put away."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.actions.locks import lock_competition
from league.models import Competition, Round, User
from league.queries.bells import clock_of, minutes_of

MOST_SECONDS = 12 * 3600


@transaction.atomic
def start_clock(round: Round, *, by: User) -> None:
    """Set the clock of a published round going, for the competition's minutes.

    Started twice it is started once. Raises ActionError where no game is played to a bell.
    """
    locked, found = _lock(round)
    if found.bell is not None:
        return
    minutes = minutes_of(found)
    assert minutes is not None
    _set(found, minutes * 60, minutes * 60, timezone.now())
    _log("start_clock", found, locked, by, {"minutes": minutes})


@transaction.atomic
def pause_clock(round: Round, *, by: User) -> None:
    """Stop the clock; what is left stays. Nothing happens when it stands or has rung."""
    locked, found = _lock(round)
    clock = clock_of(found)
    if clock is None or not clock.running:
        return
    _set(found, clock.seconds, clock.left, None)
    _log("pause_clock", found, locked, by, {"left": clock.left})


@transaction.atomic
def resume_clock(round: Round, *, by: User) -> None:
    """Let a stopped clock go on."""
    locked, found = _lock(round)
    clock = clock_of(found)
    if clock is None or clock.running or clock.rung:
        return
    _set(found, clock.seconds, clock.left, timezone.now())
    _log("resume_clock", found, locked, by, {"left": clock.left})


@transaction.atomic
def extend_clock(round: Round, *, minutes: int, seen: int, by: User) -> None:
    """Give `minutes` more, or take some off (below 0); after the bell the clock goes on again.

    `seen` is the whole time (seconds) that the organizer saw, so that a second tap gives nothing
    more. Raises ActionError before the start, or for a time out of range.
    """
    locked, found = _lock(round)
    clock = clock_of(found)
    if clock is None:
        raise ActionError(_("Start the clock first."))
    if clock.seconds != seen:
        return
    seconds = clock.seconds + minutes * 60
    if not minutes or not 0 < seconds <= MOST_SECONDS:
        raise ActionError(_("That is no time to play: a game has up to twelve hours."))
    left = max(clock.left + minutes * 60, 0)
    goes = clock.running or clock.rung
    _set(found, seconds, left, timezone.now() if goes else None)
    _log("extend_clock", found, locked, by, {"minutes": minutes, "left": left})


@transaction.atomic
def clear_clock(round: Round, *, by: User) -> None:
    """Put the clock away, as if it had not been started: for one started by mistake."""
    locked, found = _lock(round)
    if found.bell is None:
        return
    found.bell = None
    found.save(update_fields=["bell"])
    _log("clear_clock", found, locked, by, {})


def _lock(round: Round) -> tuple[Competition, Round]:
    locked = lock_competition(round.stage.competition)
    found = (
        Round.objects.select_for_update(of=("self",))
        .select_related("stage__competition")
        .get(pk=round.pk)
    )
    if minutes_of(found) is None:
        raise ActionError(_("This competition does not play to a bell."))
    if found.state != Round.State.PUBLISHED:
        raise ActionError(_("The clock goes with a round that is published and not closed."))
    return locked, found


def _set(found: Round, seconds: int, left: int, started_at: datetime | None) -> None:
    started = None if started_at is None else started_at.isoformat()
    found.bell = {"seconds": seconds, "left": left, "started_at": started}
    found.save(update_fields=["bell"])


def _log(verb: str, found: Round, locked: Competition, by: User, after: dict[str, Any]) -> None:
    write_entry(verb, f"round:{found.pk}", by=by, competition=locked, after=after)
