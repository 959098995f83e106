"""The rows an action holds while it works: nobody else changes them meanwhile."""

from collections.abc import Collection
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from league.actions.errors import ActionError
from league.models import Club, Competition, Match, Player
from league.queries.matches import BESIDE, with_disputes
from league.queries.merges import where_played
from league.queries.ready import Ready


def lock_competition(competition: Competition) -> Competition:
    """The competition's row, locked to the end of the transaction: for all that shapes it.

    No hand or result comes in meanwhile, because `lock_match` waits for this row first.
    Raises ActionError when it is finished.
    """
    locked = (
        Competition.objects.select_for_update(of=("self",))
        .select_related("club")
        .get(pk=competition.pk)
    )
    if locked.state == Competition.State.FINISHED:
        raise ActionError(_("This competition is finished. Take it up again first."))
    return locked


def lock_hall(competition: Competition) -> None:
    """All competitions of its club, in one order: for what takes a table at a time of its own."""
    club = Competition.objects.select_for_update().filter(club=competition.club_id).order_by("pk")
    list(club.values_list("pk", flat=True))


def lock_people(*players: Player, clubs: Collection[int] = ()) -> None:
    """The competitions in which these people are known, then their clubs (and `clubs`), each in
    one order: for what changes who somebody is, everywhere."""
    known = {number for one in players for number in where_played(one)}
    list(Competition.objects.select_for_update().filter(pk__in=known).order_by("pk"))
    own = {one.club_id for one in players} | set(clubs)
    list(Club.objects.select_for_update().filter(pk__in=own).order_by("pk"))


def _competition(match: int) -> QuerySet[Any, Any]:
    found = Competition.objects.select_for_update().filter(stages__rounds__matches=match)
    return found.order_by("pk").values_list("pk")


def _match(match: int) -> QuerySet[Any, Any]:
    found = with_disputes(Match.objects.select_for_update(of=("self",)).filter(pk=match))
    return found.select_related(*BESIDE).order_by()


_COMPETITION, _MATCH = Ready(_competition), Ready(_match)


def lock_match(match: Match) -> Match:
    """The match, read again with its row locked until the transaction ends.

    The competition's row is locked before it, as everywhere: every write raises its version in
    the end, and whoever holds the one and waits for the other would wait for ever. Raises Http404
    when its round was deleted or drawn again meanwhile: there is no such table any more.
    """
    _COMPETITION(match.pk)
    for locked in _MATCH(match.pk):
        found: Match = locked
        return found
    raise Http404
