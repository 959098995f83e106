"""The rules of a season: what becomes of an entry that leaves, which nights count."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.actions.locks import lock_competition
from league.models import Competition, User
from league.queries.competitions import begun_of


@transaction.atomic
def change_season(
    competition: Competition, changes: Mapping[str, Any], *, reason: str = "", by: User
) -> Competition:
    """Store parts of `Competition.season`; parts not named stay as they are.

    Once play has begun a change takes a reason, which the log keeps (ActionError). The same
    values again change nothing.
    """
    locked = lock_competition(competition)
    before = {key: locked.season.get(key) for key in changes}
    if before == dict(changes):
        return locked
    if not reason and begun_of(locked).anything:
        raise ActionError(
            _("Play has begun: say why it changes. It is kept in the log."), field="reason"
        )
    locked.season = {**locked.season, **changes}
    locked.save(update_fields=["season"])
    write_entry(
        "change_season",
        f"competition:{locked.pk}",
        by=by,
        competition=locked,
        before=before,
        after=dict(changes),
        reason=reason,
    )
    return locked
