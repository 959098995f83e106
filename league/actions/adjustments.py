"""Penalties and bonuses with their reason, and taking them off again."""

from decimal import Decimal

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.actions.locks import lock_competition
from league.models import Adjustment, Competition, Entrant, Entry, User
from scoring.standings_rules import shown_number
from scoring.tie_breaks import Number


@transaction.atomic
def add_adjustment(
    competition: Competition,
    owner: Entry | Entrant,
    *,
    match_points: Number,
    points: int,
    reason: str,
    rule: str = "",
    by: User,
) -> Adjustment:
    """Add match points (whole or half) and points (below 0: taken away) to an entry of the
    competition, or to a player entered alone; `rule` is the event's rule behind it.

    Raises ActionError without a reason or when both figures are 0.
    """
    locked = lock_competition(competition)
    if not reason:
        raise ActionError(_("Say why, in a few words."), field="reason")
    if not match_points and not points:
        raise ActionError(_("Write how many points or match points."), field="match_points")
    adjustment = Adjustment.objects.create(
        **_owned(locked, owner),
        match_points=stored_points(match_points),
        points=points,
        reason=reason,
        rule=rule,
        made_by=by,
    )
    write_entry(
        "add_adjustment",
        f"adjustment:{adjustment.pk}",
        by=by,
        competition=locked,
        after=_told(adjustment),
        reason=reason,
    )
    return adjustment


@transaction.atomic
def remove_adjustment(adjustment: Adjustment, *, reason: str = "", by: User) -> None:
    """Take an adjustment off; it stays on record and counts no more."""
    locked = lock_competition(adjustment.competition)
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
        before=_told(found),
        reason=reason,
    )


@transaction.atomic
def put_back_adjustment(adjustment: Adjustment, *, by: User) -> None:
    """An adjustment that was taken off counts again; nothing happens when it does already."""
    locked = lock_competition(adjustment.competition)
    found = Adjustment.objects.select_for_update().get(pk=adjustment.pk)
    if found.removed_at is None:
        return
    found.removed_at = None
    found.save(update_fields=["removed_at"])
    write_entry(
        "put_back_adjustment",
        f"adjustment:{found.pk}",
        by=by,
        competition=locked,
        after=_told(found),
    )


def stored_points(match_points: Number) -> Decimal:
    """Whole or half match points as the column holds them."""
    return Decimal(match_points.numerator) / match_points.denominator


def _owned(competition: Competition, owner: Entry | Entrant) -> dict[str, Entry | Entrant]:
    if isinstance(owner, Entry):
        return {"entry": Entry.objects.get(pk=owner.pk, competition=competition)}
    return {"entrant": Entrant.objects.get(pk=owner.pk, competition=competition, entry=None)}


def _told(one: Adjustment) -> dict[str, int | float]:
    """For the log: whose it is, and the figures, a half as 0.5."""
    owner = one.owner
    whose = {"entry": owner.pk} if isinstance(owner, Entry) else {"player": owner.player_id}
    figures = {"match_points": shown_number(one.exact_match_points), "points": one.points}
    return whose | figures
