"""How the results of a competition are accepted: its settings."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, get_args

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actions.bracket_slots import settle_competition
from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.actions.locks import lock_competition
from league.models import Competition, Match, Round, User
from league.permissions import has_role
from league.queries.competitions import begun_of
from league.queries.matches import load_matches
from league.queries.sheets_rules import Acceptance, SheetsRules, sheets_rules


@transaction.atomic
def change_sheets_rules(
    competition: Competition, changes: Mapping[str, Any], *, reason: str = "", by: User
) -> Competition:
    """Store parts of `SheetsRules` by name; parts not named stay as they are.

    Once play has begun a change takes a reason, which the log keeps (ActionError). The same values
    again change nothing. Where more is asked of a sheet from now on, the results that stand are
    accepted as they are: what is asked holds for the sheets to come. Where owners alone correct
    final results, they alone change that, and how long it takes until a result is final.
    """
    locked = lock_competition(competition)
    before = asdict(sheets_rules(locked))
    now = {key: value for key, value in changes.items() if before[key] != value}
    if not now:
        return locked
    if not reason and begun_of(locked).anything:
        raise ActionError(
            _("Play has begun: say why it changes. It is kept in the log."), field="reason"
        )
    guarded = before["corrects"] == "owner" and now.keys() & {"corrects", "window"}
    if guarded and not has_role(by, locked.club, "owner"):
        field = "corrects" if "corrects" in now else "window"
        raise ActionError(_("Only an owner of the club changes this now."), field=field)
    defaults = asdict(SheetsRules())
    every = {**locked.sheets, **now}
    locked.sheets = {key: value for key, value in every.items() if defaults[key] != value}
    locked.save(update_fields=["sheets"])
    accepted = []
    if _asked(now.get("acceptance")) > _asked(before["acceptance"]):
        accepted = _accept_standing(locked, by)
    write_entry(
        "change_sheets_rules",
        f"competition:{locked.pk}",
        by=by,
        competition=locked,
        before={key: before[key] for key in now},
        after={**now, **({"accepted": accepted} if accepted else {})},
        reason=reason,
    )
    settle_competition(locked, by=by)
    return locked


def _asked(acceptance: str | None) -> int:
    """How much is asked of a sheet; -1 for what does not change."""
    return -1 if acceptance is None else get_args(Acceptance).index(acceptance)


def _accept_standing(locked: Competition, by: User) -> list[int]:
    """Accept what is over and undisputed; gives the ids of the matches."""
    open_ones = Match.objects.filter(
        round__stage__competition=locked, accepted_at=None, forfeit=None
    ).exclude(round__state=Round.State.DRAFT)
    over = [
        view.match.pk
        for view in load_matches(open_ones.order_by("pk"), seats=False)
        if view.over and view.forfeit is None and not view.disputed
    ]
    Match.objects.filter(pk__in=over).update(accepted_at=timezone.now(), accepted_by=by)
    return over
