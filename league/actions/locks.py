"""The rows an action holds while it works: nobody else changes them meanwhile."""

from django.utils.translation import gettext as _

from league.actions.errors import ActionError
from league.models import Competition, Match


def lock_competition(competition: Competition) -> Competition:
    """The competition's row, locked to the end of the transaction: for all that shapes it.

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


def lock_with_matches(competition: Competition) -> Competition:
    """Every match of the competition, and then its row: no hand or result comes in meanwhile.

    Whoever writes a hand locks its match and then raises the competition's version; locked in
    the same order here, the two never wait for each other in a circle.
    """
    matches = Match.objects.select_for_update(of=("self",)).filter(
        round__stage__competition=competition.pk
    )
    list(matches.order_by("pk").values_list("pk", flat=True))
    return lock_competition(competition)


def lock_match(match: Match) -> Match:
    """The match, read again with its row locked until the transaction ends.

    Locked first and read after that: a read that waits for a lock would still see the round and
    the competition as they were before it waited.
    """
    Match.objects.select_for_update().values_list("pk").get(pk=match.pk)
    return Match.objects.select_related(
        "round__stage__competition__club",
        "entry_a__partnership__first",
        "entry_a__partnership__second",
        "entry_b__partnership__first",
        "entry_b__partnership__second",
    ).get(pk=match.pk)
