"""The championship final: a bracket of two, best of three."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from league.actions.clashes import refuse_taken
from league.actions.competitions import start_running
from league.actions.draws import seat_match
from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.actions.locks import lock_competition, lock_hall
from league.models import Competition, Entry, Match, Round, Stage, User
from league.queries.postponements import A_GAME, played_then

# A final is a bracket of two: its only slot.
THE_FINAL = "F1-1"


@transaction.atomic
def create_final(
    competition: Competition,
    entries: tuple[Entry, Entry],
    *,
    name: str,
    starts_at: datetime | None,
    table: int,
    best_of: int = 3,
    publish: bool = True,
    by: User,
) -> Match:
    """Set up a championship match of two entries, best of `best_of` games.

    A second click finds the match that the first one made. Raises ActionError for one entry
    against itself, TableTaken when another match has the table then.
    """
    lock_hall(competition)
    locked = lock_competition(competition)
    one, other = entries
    if one.pk == other.pk:
        raise ActionError(_("A final takes two different partnerships."), field="entry_b")
    same = Match.objects.filter(
        round__stage__competition=locked,
        round__stage__kind=Stage.Kind.CHAMPIONSHIP,
        round__starts_at=starts_at,
        entry_a=one,
        entry_b=other,
    ).first()
    if same is not None:
        return same
    if starts_at is not None:
        lasts = timedelta(minutes=A_GAME * best_of)
        refuse_taken(played_then(locked, starts_at, lasts), table, tables=None)
    last = Stage.objects.filter(competition=locked).order_by("number").last()
    stage = Stage.objects.create(
        competition=locked,
        number=1 if last is None else last.number + 1,
        kind=Stage.Kind.CHAMPIONSHIP,
        best_of=best_of,
        draw={"method": "by_hand", "order": "by_hand", "seeds": [one.pk, other.pk]},
    )
    night = Round.objects.create(
        stage=stage,
        number=1,
        name=name,
        starts_at=starts_at,
        state=Round.State.PUBLISHED if publish else Round.State.DRAFT,
    )
    match = Match.objects.create(
        round=night, table=table, entry_a=one, entry_b=other, slot=THE_FINAL
    )
    for row in seat_match(match):
        row.save()
    if publish:
        start_running(locked, by=by)
    write_entry(
        "create_final",
        f"match:{match.pk}",
        by=by,
        competition=locked,
        match=match,
        after={"entries": [one.pk, other.pk], "best_of": best_of, "published": publish},
    )
    return match
