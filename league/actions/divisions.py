"""Who plays in which division, before the draw."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from league.actions.draws import drop_locked_draft
from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.actions.locks import lock_competition
from league.models import Competition, Entry, Round, Stage, User
from league.queries.divisions import Planned, planned_divisions


@transaction.atomic
def plan_divisions(competition: Competition, divisions: Sequence[Planned], *, by: User) -> None:
    """Set the divisions, top first; none: all play in one. A draft of the draw is dropped.

    Raises ActionError once a round robin is published, for a division with fewer than two
    entries, and for an entry in none or in two.
    """
    locked = lock_competition(competition)
    if planned_divisions(locked) == tuple(divisions):
        return
    out = Round.objects.filter(
        stage__competition=locked, stage__kind=Stage.Kind.ROUND_ROBIN
    ).exclude(state=Round.State.DRAFT)
    if out.exists():
        raise ActionError(_("The draw is published, so the divisions are settled."))
    _check(locked, divisions)
    drop_locked_draft(locked, by=by)
    before = (locked.season or {}).get("divisions") or []
    after = [{"name": one.name, "entries": list(one.entries)} for one in divisions]
    locked.season = {**locked.season, "divisions": after}
    locked.save(update_fields=["season"])
    write_entry(
        "plan_divisions",
        f"competition:{locked.pk}",
        by=by,
        competition=locked,
        before={"divisions": before},
        after={"divisions": after},
    )


def _check(locked: Competition, divisions: Sequence[Planned]) -> None:
    if not divisions:
        return
    names = [one.name for one in divisions]
    if len(set(names)) != len(names):
        raise ActionError(_("Two divisions have the same name."))
    for one in divisions:
        if len(one.entries) < 2:
            raise ActionError(
                _("%(name)s has fewer than two partnerships: move somebody there, or take it off.")
                % {"name": one.name}
            )
    placed = sorted(entry for one in divisions for entry in one.entries)
    if placed != sorted(Entry.objects.filter(competition=locked).values_list("pk", flat=True)):
        raise ActionError(
            _("Every partnership is in one division. The entries have changed: look again.")
        )
