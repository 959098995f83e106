"""Does what moves places, tables or slots only once that was seen and ticked."""

from collections.abc import Callable
from typing import TypeVar

from django.db import transaction
from django.utils.translation import gettext as _

from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.models import Competition, Match, User
from league.queries.impacts import Impact, impact_between, picture_of

Done = TypeVar("Done")


class ImpactUnseen(ActionError):
    """Refused, nothing stored: `impact` is what it would move."""

    def __init__(self, impact: Impact) -> None:
        super().__init__(_("This moves what stands. Look at it below, tick it, and save again."))
        self.impact = impact


@transaction.atomic
def act_seen(
    competition: Competition,
    act: Callable[[], Done],
    *,
    seen: str,
    match: Match | None = None,
    by: User,
) -> Done:
    """Do `act`, an action of this competition, and keep in the log what it moved.

    `seen` is the stamp of what was ticked. Raises ImpactUnseen, and takes everything back, when it
    moves something else or nothing was ticked; what `act` raises comes through.
    """
    locked = Competition.objects.select_for_update(of=("self",)).get(pk=competition.pk)
    before = picture_of(locked)
    done = act()
    impact = impact_between(locked, before, picture_of(locked))
    if not impact.moves:
        return done
    if impact.stamp != seen:
        raise ImpactUnseen(impact)
    write_entry(
        "see_impact",
        f"competition:{locked.pk}",
        by=by,
        competition=locked,
        match=match,
        after={
            "ranks": [[entry.pk, was, now] for entry, was, now in impact.ranks],
            "comes": [entry.pk for entry in impact.comes],
            "goes": [entry.pk for entry in impact.goes],
            "slots": len(impact.slots),
            "kept_rounds": [one.pk for one in impact.drawn],
        },
    )
    return done
