"""Start a club, rename it, delete it."""

from collections.abc import Sequence

from django.db import IntegrityError, transaction
from django.db.models import F, Model, Q
from django.utils.text import slugify
from django.utils.translation import gettext as _

from league.actions.deletions import Held, take_away
from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.models import Club, Competition, Deletion, Role, User
from league.permissions import may_found
from league.queries.hanging import ways_to

# /clubs/new/ and /clubs/deleted/ are pages of their own.
_TAKEN_WORDS = {"new", "deleted"}


def store_club(name: str, place: str) -> Club:
    """Store a club under an address made from its name, with a number when that is taken.

    A name without Latin letters gets "club". The address stays when the name changes, and is kept
    free for a club that was deleted and can be restored.
    """
    base = slugify(name)[:50].strip("-") or "club"
    number = 2 if base in _TAKEN_WORDS else 1
    while True:
        slug = base if number == 1 else f"{base}-{number}"
        if _kept_free(slug):
            number += 1
            continue
        try:
            with transaction.atomic():
                return Club.objects.create(name=name, slug=slug, place=place)
        except IntegrityError:
            if number > 999:
                raise
            number += 1


def start_club(*, name: str, place: str, by: User) -> Club:
    """Store a club and make `by` its owner."""
    with transaction.atomic():
        if not may_found(by):
            raise ActionError(_("An owner or organizer of a club can start another one."))
        club = store_club(name, place)
        Role.objects.create(club=club, user=by, kind=Role.Kind.OWNER)
        write_entry("start_club", f"club:{club.pk}", by=by, club=club, after={"owner": by.pk})
    return club


def rename_club(club: Club, *, name: str, place: str, by: User) -> None:
    """Change what the club is called and where it plays, on every page that shows it."""
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=club.pk)
        club.name, club.place = name, place
        club.save(update_fields=["name", "place"])
        showing = Q(club=club) | Q(entries__partnership__club=club)
        shown_in = Competition.objects.filter(showing).values("pk")
        Competition.objects.filter(pk__in=shown_in).update(version=F("version") + 1)
        write_entry("rename_club", f"club:{club.pk}", by=by, club=club)


def delete_club(club: Club, *, by: User) -> None:
    """Delete a club with its people, its competitions and its roles, for thirty days to be
    restored by who owned it. A second tap changes nothing.

    Raises ActionError when somebody of it plays in another club's competition or partnership.
    """
    with transaction.atomic():
        ours = Competition.objects.select_for_update().filter(club=club.pk).order_by("pk")
        list(ours.values_list("pk", flat=True))
        locked = Club.objects.select_for_update().filter(pk=club.pk).first()
        if locked is None:
            return
        owners = Role.objects.filter(club=locked, kind=Role.Kind.OWNER)
        about = {
            "competitions": ours.count(),
            "players": locked.players.count(),
            "owners": list(owners.values_list("user", flat=True)),
            "slug": locked.slug,
        }
        try:
            kept = take_away(
                locked, kind=Deletion.Kind.CLUB, label=locked.name, club=locked, about=about, by=by
            )
        except Held as held:
            raise ActionError(
                _("Somebody of the club plays with people of another club: %(names)s.")
                % {"names": ", ".join(_where_held(held.by))}
            ) from None
        before = {
            "competitions": about["competitions"],
            "players": about["players"],
            "deletion": kept.pk,
        }
        write_entry("delete_club", f"club:{club.pk}", by=by, club=locked, before=before)


def _where_held(rows: Sequence[Model]) -> list[str]:
    """Other clubs' competitions in which people of this one play; else who plays with whom."""
    numbers = {
        number
        for one in rows
        for way in ways_to(type(one), Competition)
        for number in type(one)._base_manager.filter(pk=one.pk).values_list(way, flat=True)
    }
    found = Competition.objects.filter(pk__in=numbers).select_related("club")
    named = sorted(f"{one.name} ({one.club.name})" for one in found)
    return named or sorted({str(one) for one in rows[:5]})


def _kept_free(slug: str) -> bool:
    clubs = Deletion.objects.filter(kind=Deletion.Kind.CLUB, restored_at=None)
    return clubs.filter(about__slug=slug).exists()
