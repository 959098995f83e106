"""What was deleted and can be restored, for who may restore it."""

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone

from league.models import Club, Deletion, Role
from league.permissions import may_own
from league.queries.access import Viewer, club_for


def deleted_of(club: Club) -> list[Deletion]:
    """What was deleted of the club in the last thirty days, the newest first, restored or not."""
    kept = Deletion.objects.filter(club=club, until__gte=timezone.now())
    found = kept.exclude(kind=Deletion.Kind.CLUB).defer("rows", "cut", "changed")
    return list(found.select_related("by", "restored_by", "competition"))


def deleted_clubs(user: Viewer) -> list[Deletion]:
    """The clubs that were deleted and that the user owned; for a site admin, all."""
    kept = Deletion.objects.filter(
        kind=Deletion.Kind.CLUB, until__gte=timezone.now(), restored_at=None
    )
    found = kept.defer("rows", "cut", "changed").select_related("by")
    return [one for one in found if _owned(user, one)]


def deleted_club(user: Viewer, slug: str) -> Deletion | None:
    """The club that had this address, when the user owned it."""
    return next((one for one in deleted_clubs(user) if one.about["slug"] == slug), None)


def deletion_for(user: Viewer, pk: int) -> Deletion:
    """A thing that was deleted, for an organizer of its club; a club for who owned it."""
    found = get_object_or_404(Deletion.objects.defer("rows", "cut", "changed"), pk=pk)
    if found.kind == Deletion.Kind.CLUB:
        club = Club.objects.filter(pk=found.number).first()
        if not (_owned(user, found) or (club is not None and may_own(user, club))):
            raise Http404
        return found
    club = get_object_or_404(Club, pk=found.club_id)
    club_for(user, club.slug, Role.Kind.ORGANIZER)
    return found


def _owned(user: Viewer, deletion: Deletion) -> bool:
    if not user.is_authenticated or not user.is_active:
        return False
    return user.is_superuser or user.pk in deletion.about["owners"]
