"""An entry leaves in the middle of a competition, is put back, or comes back later.

Only that it left is stored. Its matches that are not over read as forfeits from then on
(`league.queries.matches.departed_side`), and whether those that are over count is the
competition's rule (`league.queries.departures`): no other table is touched, and putting it back
gives the same schedule and the same table as before.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from league.actions.bracket_slots import settle_competition
from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.actions.locks import lock_competition
from league.models import Bye, Competition, Entry, Match, Round, User
from league.queries.departures import matches_of_entry


@transaction.atomic
def leave(entry: Entry, *, state: str, reason: str, by: User) -> Entry:
    """The entry withdraws or is disqualified (`state`, of `Entry.State`), with the reason.

    Asked twice, nothing happens the second time. Raises ActionError without a reason, when it
    has left in another way, or before anything is published (then it is taken off).
    """
    locked = lock_competition(entry.competition)
    found = _lock_entry(entry, locked)
    if state not in (Entry.State.WITHDRAWN, Entry.State.DISQUALIFIED):
        raise ActionError(_("Say whether they withdraw or are disqualified."), field="state")
    if not reason:
        raise ActionError(_("Say why, in a few words."), field="reason")
    if found.state == state:
        return found
    if found.state != Entry.State.PLAYING:
        raise ActionError(_("They have left already. Put them back first."))
    out = Round.objects.filter(stage__competition=locked).exclude(state=Round.State.DRAFT)
    if not out.exists():
        raise ActionError(_("Nothing is published yet: take them off the entries instead."))
    found.state, found.left_reason = state, reason
    found.left_after = _last_round_of(found)
    found.save(update_fields=["state", "left_reason", "left_after"])
    write_entry(
        "leave",
        f"entry:{found.pk}",
        by=by,
        competition=locked,
        after={"entry": found.pk, "state": state, "left_after": found.left_after},
        reason=reason,
    )
    settle_competition(locked, by=by)
    return found


@transaction.atomic
def put_back(entry: Entry, *, by: User) -> Entry:
    """Leaving was a mistake: everything is as if it had never been. Twice is once."""
    locked = lock_competition(entry.competition)
    found = _lock_entry(entry, locked)
    if found.state != Entry.State.PLAYING:
        _play_again(found, "put_back", locked, by, {})
    return found


@transaction.atomic
def come_back(entry: Entry, *, by: User) -> list[int]:
    """The entry plays on: matches missed in rounds that are closed stay forfeited, all others are
    to be played. Gives the ids of those that stay; each can be taken back by itself.

    Nothing happens when it has not left.
    """
    locked = lock_competition(entry.competition)
    found = _lock_entry(entry, locked)
    if found.state == Entry.State.PLAYING:
        return []
    missed = [
        view
        for view in matches_of_entry(found)
        if view.left and view.match.round.state == Round.State.CLOSED
    ]
    for view in missed:
        Match.objects.filter(pk=view.match.pk, forfeit=None).update(
            forfeit=view.forfeit, forfeit_reason=found.left_reason
        )
    kept = [view.match.pk for view in missed]
    _play_again(found, "come_back", locked, by, {"forfeits": kept})
    return kept


def _play_again(
    found: Entry, verb: str, locked: Competition, by: User, more: dict[str, object]
) -> None:
    before = {"entry": found.pk, "state": found.state, "left_after": found.left_after}
    reason = found.left_reason
    found.state, found.left_after, found.left_reason = Entry.State.PLAYING, None, ""
    found.save(update_fields=["state", "left_after", "left_reason"])
    write_entry(
        verb,
        f"entry:{found.pk}",
        by=by,
        competition=locked,
        before={**before, "left_reason": reason},
        after={"entry": found.pk, **more},
    )
    settle_competition(locked, by=by)


def _last_round_of(found: Entry) -> int:
    """The last round in which it has a result, or had the bye."""
    played = [view.match.round.number for view in matches_of_entry(found) if view.over]
    sat_out = Bye.objects.filter(entry=found, round__state=Round.State.CLOSED)
    return max([*played, *sat_out.values_list("round__number", flat=True)], default=0)


def _lock_entry(entry: Entry, locked: Competition) -> Entry:
    found = Entry.objects.select_for_update(of=("self",)).get(pk=entry.pk)
    found.competition = locked
    return found
