"""Finds what a URL names and decides at once: 404, 403 or go.

Drafts exist for organizers only. When `need` is given ("scorekeeper", "organizer", "owner"),
somebody with no role in the club gets the same 404 as for a thing that does not exist, and
somebody whose role is too low gets a 403. Guests are sent to sign in by the view's
`login_required` before they come here.
"""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import Http404
from django.shortcuts import get_object_or_404

from league.models import (
    Adjustment,
    Club,
    Competition,
    Entry,
    Hand,
    Match,
    Role,
    Round,
    Ruling,
    Stage,
    User,
)
from league.permissions import has_role, may_organize, role_in
from league.queries.matches import BESIDE, PLACE, with_disputes
from league.queries.ready import Ready

Viewer = User | AnonymousUser


def _decide(user: Viewer, club: Club, need: str | None) -> None:
    if need is None or has_role(user, club, need):
        return
    if role_in(user, club) is None:
        raise Http404
    raise PermissionDenied


def club_for(user: Viewer, slug: str, need: str | None = None) -> Club:
    """The club at this address."""
    club = get_object_or_404(Club, slug=slug)
    _decide(user, club, need)
    return club


def competition_for(user: Viewer, pk: int, need: str | None = None) -> Competition:
    """The competition with its club; one being set up, or a rehearsal, only for its organizers."""
    found: list[Competition] = _COMPETITION(pk)
    if not found:
        raise Http404
    competition = found[0]
    hidden = competition.state == Competition.State.DRAFT or competition.rehearsal
    if hidden and not may_organize(user, competition.club):
        raise Http404
    _decide(user, competition.club, need)
    return competition


_COMPETITION = Ready(lambda pk: Competition.objects.filter(pk=pk).select_related("club"))


def entry_for(user: Viewer, pk: int, need: str | None = None) -> Entry:
    """The entry with its competition, club and both people."""
    entry = get_object_or_404(
        Entry.objects.select_related("partnership__first", "partnership__second"), pk=pk
    )
    entry.competition = competition_for(user, entry.competition_id, need)
    return entry


def adjustment_for(user: Viewer, pk: int, need: str | None = None) -> Adjustment:
    """The adjustment with its entry or player and the competition, taken off or not."""
    adjustment = get_object_or_404(
        Adjustment.objects.select_related(
            "entry__partnership__first", "entry__partnership__second", "entrant__player"
        ),
        pk=pk,
    )
    owner = adjustment.owner
    owner.competition = competition_for(user, owner.competition_id, need)
    return adjustment


def round_for(user: Viewer, pk: int, need: str | None = None) -> Round:
    """The round with stage, competition and club; a draft only for its organizers."""
    found = get_object_or_404(Round.objects.select_related("stage__competition__club"), pk=pk)
    club = found.stage.competition.club
    if not _round_visible(user, found):
        raise Http404
    _decide(user, club, need)
    return found


def stage_for(user: Viewer, pk: int, need: str | None = None) -> Stage:
    """The stage with its competition and club."""
    stage = get_object_or_404(Stage.objects.all(), pk=pk)
    stage.competition = competition_for(user, stage.competition_id, need)
    return stage


def match_named(pk: int) -> Match:
    """The match with round, competition, club and both partnerships, whoever asks: `match_for` and
    `league.queries.scorers` decide."""
    return get_object_or_404(Match.objects.select_related(*BESIDE, "made_by"), pk=pk)


def match_and_role(user: Viewer, pk: int, *, people: bool = True) -> tuple[Match, str | None]:
    """The match, as `match_named` has it, and the reader's role in its club, in one statement; with
    `people=False` without its partnerships. Its competition may be given to
    `lock_unchanged`."""
    asked = isinstance(user, User) and user.is_active and not user.is_superuser
    for match in (_WITH_PEOPLE if people else _ALONE)(pk, (asked and user.pk) or 0):
        return match, match.role if asked else role_in(user, match.round.stage.competition.club)
    raise Http404


def _with_role(pk: int, user: int) -> QuerySet[Any, Any]:
    roles = Role.objects.filter(user=user, club=OuterRef("round__stage__competition__club"))
    found = with_disputes(Match.objects.filter(pk=pk))
    return found.annotate(role=Subquery(roles.values("kind")[:1]))


_ALONE = Ready(lambda pk, user: _with_role(pk, user).select_related(*PLACE))
_WITH_PEOPLE = Ready(lambda pk, user: _with_role(pk, user).select_related(*BESIDE, "made_by"))


def match_for(user: Viewer, pk: int, need: str | None = None) -> Match:
    """The match, as `match_named` has it; not from a draft round."""
    match = match_named(pk)
    if not _round_visible(user, match.round):
        raise Http404
    _decide(user, match.round.stage.competition.club, need)
    return match


def hand_named(pk: int) -> Hand:
    """The hand (with runs and sets) with its game, whoever asks; an undone one does not exist."""
    return get_object_or_404(
        Hand.objects.exclude(status=Hand.Status.UNDONE)
        .select_related("game__match")
        .prefetch_related("runs", "sets"),
        pk=pk,
    )


def hand_for(user: Viewer, pk: int, need: str | None = None) -> Hand:
    """The hand, as `hand_named` has it, with its match."""
    hand = hand_named(pk)
    hand.game.match = match_for(user, hand.game.match_id, need)
    return hand


def ruling_for(user: Viewer, pk: int, need: str | None = None) -> Ruling:
    """The ruling with its hand, if it is on one; in force or not."""
    ruling = get_object_or_404(Ruling.objects.select_related("hand__game"), pk=pk)
    match = match_for(user, ruling.of_match.pk, need)
    if ruling.hand is not None:
        ruling.hand.game.match = match
    else:
        ruling.match = match
    return ruling


def undone_hand_named(pk: int) -> Hand | None:
    """A hand that was taken off the sheet, for whoever still has it open; None for any other."""
    undone = Hand.objects.filter(status=Hand.Status.UNDONE, pk=pk)
    return undone.select_related("game__match").first()


def _round_visible(user: Viewer, found: Round) -> bool:
    competition = found.stage.competition
    hidden = competition.state == Competition.State.DRAFT or competition.rehearsal
    draft = found.state == Round.State.DRAFT
    return not (draft or hidden) or may_organize(user, competition.club)
