"""One match is put off and made up on a day of its own; its round goes on without it."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.actions.locks import lock_match
from league.actions.matches import refuse_finished
from league.models import Match, Round, User
from league.queries.matches import load_match


@transaction.atomic
def postpone_match(match: Match, *, starts_at: datetime | None, reason: str, by: User) -> Match:
    """Put a match off to `starts_at` (UTC), None while its day is open. Twice is once.

    Its round can be closed without it, and it can still be scored then. Raises ActionError
    without a reason, when it is over, or when one of the two plays elsewhere at that time.
    """
    match = lock_match(match)
    if match.round.state == Round.State.DRAFT:
        raise ActionError(_("This round is a draft: publish it first."))
    refuse_finished(match.round.stage.competition)
    if not reason:
        raise ActionError(_("Say why, in a few words."), field="reason")
    if match.postponed and match.starts_at == starts_at:
        return match
    if load_match(match).over:
        raise ActionError(_("This match has its result: there is nothing to put off."))
    if starts_at is not None:
        _refuse_clash(match, starts_at)
    _move(match, postponed=True, starts_at=starts_at, verb="postpone_match", reason=reason, by=by)
    return match


@transaction.atomic
def play_with_round(match: Match, *, by: User) -> Match:
    """It is played with its round after all. Nothing happens when it was not put off."""
    match = lock_match(match)
    refuse_finished(match.round.stage.competition)
    if match.postponed:
        _move(match, postponed=False, starts_at=None, verb="play_with_round", reason="", by=by)
    return match


def _refuse_clash(match: Match, starts_at: datetime) -> None:
    """Nobody sits at two tables at one time (in this competition)."""
    people = [match.entry_a_id, match.entry_b_id]
    then = Q(starts_at=starts_at) | Q(postponed=False, starts_at=None, round__starts_at=starts_at)
    other = (
        Match.objects.filter(Q(entry_a__in=people) | Q(entry_b__in=people))
        .filter(then)
        .exclude(pk=match.pk)
        .select_related("round")
        .first()
    )
    if other is not None:
        raise ActionError(
            _("One of them plays then already: %(round)s, %(table)s.")
            % {"round": other.round, "table": str(other).lower()},
            field="day",
        )


def _move(
    match: Match, *, postponed: bool, starts_at: datetime | None, verb: str, reason: str, by: User
) -> None:
    before = _told(match)
    match.postponed, match.starts_at = postponed, starts_at
    match.save(update_fields=["postponed", "starts_at"])
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
    return {"postponed": match.postponed, "starts_at": starts_at}
