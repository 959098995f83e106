"""Publishes, closes, reopens and moves the rounds of a competition."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actions.clashes import refuse_made_up
from league.actions.competitions import start_running
from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.actions.kept_hands import refuse_in_question
from league.actions.links import move_links
from league.actions.locks import lock_competition, lock_hall
from league.models import Competition, Match, Round, User
from league.queries.links import day_of
from league.queries.matches import load_matches
from league.queries.sent_hands import questions_in


@transaction.atomic
def publish_rounds(competition: Competition, rounds: Sequence[Round], *, by: User) -> int:
    """Show drafts of rounds to everybody; those already out stay as they are.

    Gives how many were published. With the first one the competition is under way. Raises
    ActionError when a match is made up at one of their tables, or by one of their people, then.
    """
    lock_hall(competition)
    locked = lock_competition(competition)
    drafts = list(
        Round.objects.filter(
            stage__competition=locked,
            pk__in=[one.pk for one in rounds],
            state=Round.State.DRAFT,
        ).select_related("stage")
    )
    if not drafts:
        return 0
    for one in drafts:
        one.stage.competition = locked
        if one.starts_at is not None:
            refuse_made_up(one, one.starts_at)
    Round.objects.filter(pk__in=[one.pk for one in drafts]).update(state=Round.State.PUBLISHED)
    start_running(locked, by=by)
    write_entry(
        "publish_rounds",
        f"competition:{locked.pk}",
        by=by,
        competition=locked,
        after={"rounds": [one.pk for one in drafts]},
    )
    return len(drafts)


@transaction.atomic
def close_round(round: Round, *, with_missing: bool = False, by: User) -> None:
    """Close a round: its night is over.

    Raises ActionError naming the tables whose match has no result yet, or a disputed one, unless
    `with_missing`; and the hands that are in question.
    """
    locked = lock_competition(round.stage.competition)
    found = _lock_round(round)
    if found.state == Round.State.CLOSED:
        return
    if found.state == Round.State.DRAFT:
        raise ActionError(_("This round is a draft; it is closed after it was played."))
    refuse_in_question(questions_in(found))
    missing = [
        view.match.table
        for view in load_matches(Match.objects.filter(round=found), seats=False)
        if not view.stands and not (view.match.postponed and not view.over)
    ]
    if missing and not with_missing:
        raise ActionError(
            _("No result yet from: %(tables)s.")
            % {"tables": ", ".join(str(_("table %(n)d") % {"n": table}) for table in missing)},
            field="with_missing",
        )
    _move(found, locked, Round.State.CLOSED, "close_round", by, {"missing": missing})


@transaction.atomic
def reopen_round(round: Round, *, by: User) -> None:
    """Open a closed round again, for a sheet that came late."""
    locked = lock_competition(round.stage.competition)
    found = _lock_round(round)
    if found.state == Round.State.CLOSED:
        _move(found, locked, Round.State.PUBLISHED, "reopen_round", by, {})


@transaction.atomic
def edit_round(
    round: Round, *, name: str, starts_at: datetime | None, reason: str = "", by: User
) -> None:
    """Store a round's name and its new start (UTC); None: postponed, the date is still open.

    Raises ActionError when two rounds of the stage would start at the same moment, and when one
    of its people makes up a match then, or a match is made up at one of its tables.
    """
    lock_hall(round.stage.competition)
    locked = lock_competition(round.stage.competition)
    found = _lock_round(round)
    same = Round.objects.filter(stage=found.stage_id, starts_at=starts_at).exclude(pk=found.pk)
    other = same.first() if starts_at is not None else None
    if other is not None:
        raise ActionError(
            _("%(round)s is played then: nobody can sit at two tables.") % {"round": other},
            field="day",
        )
    if starts_at is not None and starts_at != found.starts_at:
        refuse_made_up(found, starts_at, field="day")
    before = {"starts_at": _iso(found.starts_at)}
    found.name, found.starts_at = name, starts_at
    found.save(update_fields=["name", "starts_at"])
    move_links(list(found.links.all()), day_of(starts_at))
    write_entry(
        "edit_round",
        f"round:{found.pk}",
        by=by,
        competition=locked,
        before=before,
        after={"starts_at": _iso(starts_at)},
        reason=reason,
    )


def _lock_round(round: Round) -> Round:
    return Round.objects.select_for_update(of=("self",)).select_related("stage").get(pk=round.pk)


def _move(
    found: Round, locked: Competition, state: str, verb: str, by: User, after: dict[str, object]
) -> None:
    before, found.state = found.state, state
    found.save(update_fields=["state"])
    write_entry(
        verb,
        f"round:{found.pk}",
        by=by,
        competition=locked,
        before={"state": before},
        after={"state": state, **after},
    )


def _iso(moment: datetime | None) -> str | None:
    return (
        None if moment is None else moment.astimezone(timezone.get_default_timezone()).isoformat()
    )
