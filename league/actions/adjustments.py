"""Penalties and bonuses with their reason, and taking them off again."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.actions.locks import lock_competition
from league.models import Adjustment, Competition, Entry, User


@transaction.atomic
def add_adjustment(
    competition: Competition,
    entry: Entry,
    *,
    match_points: int,
    points: int,
    reason: str,
    by: User,
) -> Adjustment:
    """Add match points and points (below 0: taken away) to an entry of the competition.

    Raises ActionError without a reason or when both figures are 0.
    """
    locked = lock_competition(competition)
    if not reason:
        raise ActionError(_("Say why, in a few words."), field="reason")
    if not match_points and not points:
        raise ActionError(_("Write how many points or match points."), field="match_points")
    adjustment = Adjustment.objects.create(
        entry=Entry.objects.get(pk=entry.pk, competition=locked),
        match_points=match_points,
        points=points,
        reason=reason,
        made_by=by,
    )
    write_entry(
        "add_adjustment",
        f"adjustment:{adjustment.pk}",
        by=by,
        competition=locked,
        after={"entry": entry.pk, "match_points": match_points, "points": points},
        reason=reason,
    )
    return adjustment


@transaction.atomic
def remove_adjustment(adjustment: Adjustment, *, reason: str = "", by: User) -> None:
    """Take an adjustment off; it stays on record and counts no more."""
    locked = lock_competition(adjustment.entry.competition)
    found = Adjustment.objects.select_for_update().get(pk=adjustment.pk)
    if found.removed_at is not None:
        return
    found.removed_at = timezone.now()
    found.save(update_fields=["removed_at"])
    write_entry(
        "remove_adjustment",
        f"adjustment:{found.pk}",
        by=by,
        competition=locked,
        before={
            "entry": found.entry_id,
            "match_points": found.match_points,
            "points": found.points,
        },
        reason=reason,
    )
