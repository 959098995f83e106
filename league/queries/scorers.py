"""Who may write at a table: the club's scorekeepers, a table link, the players where allowed."""

from collections.abc import Collection
from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone

from league.models import Actor, Competition, Lineup, Match, Role, Round, TableLink
from league.permissions import is_at_least, role_in
from league.queries.access import Viewer, match_and_role, match_for
from league.queries.games import MatchSide
from league.queries.matches import starts_of, table_of
from league.queries.sheets_rules import sheets_rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Scorer:
    """Somebody at a table: `by` is who writes, an account or a table link.

    `keeps`: scores whatever table of the club, as a scorekeeper; `side` the side of a player who
    scores his own match, None where nobody can tell.
    """

    by: Actor
    organizes: bool = False
    keeps: bool = False
    side: MatchSide | None = None


def match_at_table(
    user: Viewer, links: Collection[int], pk: int, *, people: bool = True
) -> tuple[Match, Scorer]:
    """The match, as `match_and_role` has it, and who writes there; `links` are the ids of the table
    links this browser holds.

    Raises Http404 and PermissionDenied as everywhere: somebody without a role and without a link
    that opens this table gets the same 404 as for a table that does not exist.
    """
    match, role = match_and_role(user, pk, people=people)
    scorer = _scorer(user, links, match, role)
    if scorer is not None:
        return match, scorer
    match_for(user, pk)  # a draft or a rehearsal does not exist for them
    if role is None:
        raise Http404
    raise PermissionDenied


def scorer_of(user: Viewer, links: Collection[int], match: Match) -> Scorer | None:
    """Who this is at the table of the match; None for whoever may only read."""
    return _scorer(user, links, match, role_in(user, match.round.stage.competition.club))


def _scorer(user: Viewer, links: Collection[int], match: Match, role: str | None) -> Scorer | None:
    competition = match.round.stage.competition
    organizes = is_at_least(role, Role.Kind.ORGANIZER)
    hidden = competition.state == Competition.State.DRAFT or competition.rehearsal
    if match.round.state == Round.State.DRAFT or (hidden and not organizes):
        if organizes and user.is_authenticated:
            return Scorer(by=user, organizes=True, keeps=True)
        link = link_for(links, match) if match.round.state != Round.State.DRAFT else None
        return Scorer(by=link) if link is not None else None
    if user.is_authenticated:
        if is_at_least(role, Role.Kind.SCOREKEEPER):
            return Scorer(by=user, organizes=organizes, keeps=True)
        if sheets_rules(competition).players_score:
            side = side_of(user, match)
            if side is not None:
                return Scorer(by=user, side=side)
    link = link_for(links, match)
    return Scorer(by=link) if link is not None else None


def side_of(user: Viewer, match: Match) -> MatchSide | None:
    """The side on which one of this account's players sits in the match."""
    if not user.is_authenticated or not user.is_active:
        return None
    lineup = Lineup.objects.filter(match=match, player__user=user).order_by("id").first()
    if lineup is not None:
        return "a" if lineup.side == "a" else "b"
    for side, entry in (("a", match.entry_a), ("b", match.entry_b)):
        pair = entry.partnership
        if user.pk in (pair.first.user_id, pair.second.user_id):
            return "a" if side == "a" else "b"
    return None


def link_for(links: Collection[int], match: Match) -> TableLink | None:
    """The link among `links` that opens this table now; None when it has ended or is another's."""
    if not links:
        return None
    found = TableLink.objects.filter(
        pk__in=list(links),
        competition=match.round.stage.competition_id,
        revoked_at=None,
        expires_at__gt=timezone.now(),
    )
    return next((link for link in found if opens(link, match)), None)


def opens(link: TableLink, match: Match) -> bool:
    """Whether a link that has not ended is for this match, and its round is still on."""
    round_on = match.round.state == Round.State.PUBLISHED or match.postponed
    if not round_on or match.round.stage.competition.state == Competition.State.FINISHED:
        return False
    if link.match_id is not None:
        return link.match_id == match.pk
    if link.round_id is not None:
        return link.round_id == match.round_id and link.table == match.table
    if link.night is None or link.table != table_of(match):
        return False
    starts_at = starts_of(match)
    if starts_at is not None:
        return link.night == timezone.localdate(starts_at)
    # A round without a time is played while it is open; one match put off without a day is not.
    return not match.postponed and link.night <= timezone.localdate()
