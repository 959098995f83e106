"""One match is put off and made up on a day of its own; its round goes on without it."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.actions.clashes import refuse_clash
from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.actions.links import move_links
from league.actions.locks import lock_hall, lock_match
from league.actions.matches import refuse_finished
from league.models import Match, Round, User
from league.queries.links import day_of
from league.queries.matches import load_match, starts_of, table_of


@transaction.atomic
def postpone_match(
    match: Match,
    *,
    starts_at: datetime | None,
    table: int | None = None,
    reason: str,
    by: User,
) -> Match:
    """Put a match off to `starts_at` (UTC), None while its day is open. Twice is once.

    `table` is where it is made up, None for its own. Its round can be closed without it, and it
    can still be scored then. Raises ActionError without a reason, when it is over, or when one of
    the two plays elsewhere at that time, and TableTaken when another match has the table then.
    """
    lock_hall(match.round.stage.competition)
    match = lock_match(match)
    if match.round.state == Round.State.DRAFT:
        raise ActionError(_("This round is a draft: publish it first."))
    refuse_finished(match.round.stage.competition)
    if not reason:
        raise ActionError(_("Say why, in a few words."), field="reason")
    table = table or match.table
    here = starts_at is None or table_of(match) == table
    if match.postponed and match.starts_at == starts_at and here:
        return match
    view = load_match(match)
    if view.over and not view.late:
        raise ActionError(_("This match has its result: there is nothing to put off."))
    if starts_at is not None:
        refuse_clash(match, starts_at, table=table)
    own = table if starts_at is not None and table != match.table else None
    before = _told(match)
    match.postponed, match.starts_at, match.own_table = True, starts_at, own
    _move(match, before, verb="postpone_match", reason=reason, by=by)
    return match


@transaction.atomic
def play_with_round(match: Match, *, by: User) -> Match:
    """It is played with its round after all. Nothing happens when it was not put off."""
    match = lock_match(match)
    refuse_finished(match.round.stage.competition)
    if match.postponed:
        before = _told(match)
        match.postponed, match.starts_at, match.own_table = False, None, None
        _move(match, before, verb="play_with_round", reason="", by=by)
    return match


def _move(match: Match, before: dict[str, object], *, verb: str, reason: str, by: User) -> None:
    match.save(update_fields=["postponed", "starts_at", "own_table"])
    move_links(list(match.links.all()), day_of(starts_of(match)))
    write_entry(
        verb,
        f"match:{match.pk}",
        by=by,
        match=match,
        before=before,
        after=_told(match),
        reason=reason,
    )


def _told(match: Match) -> dict[str, object]:
    starts_at = match.starts_at.isoformat() if match.starts_at else None
    told: dict[str, object] = {"postponed": match.postponed, "starts_at": starts_at}
    return told if match.own_table is None else {**told, "table": match.own_table}
