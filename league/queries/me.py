"""What somebody who is signed in finds on the page of their own."""

from django.shortcuts import get_object_or_404

from league.models import AuditEntry, Claim, Club, Player, Role, User
from league.queries.access import Viewer, club_for
from league.queries.people import name_key


def roles_held(user: User) -> list[Role]:
    """The user's roles with their clubs, by the club's name."""
    return list(Role.objects.filter(user=user).select_related("club").order_by("club__name", "pk"))


def players_held(user: User) -> list[Player]:
    """Who this account is at the tables, with their clubs."""
    return list(Player.objects.filter(user=user).select_related("club").order_by("pk"))


def claims_waiting(user: User) -> list[Claim]:
    """What the user has said and nobody has decided, the oldest first."""
    found = Claim.objects.filter(user=user, state=Claim.State.WAITING)
    return list(found.select_related("player__club"))


def claimable_by(user: User) -> list[tuple[Club, list[Player]]]:
    """For each club of the user, the players whom no account is; namesakes of the user first."""
    clubs = [role.club for role in roles_held(user)]
    said = Claim.objects.filter(user=user, state=Claim.State.WAITING).values("player")
    free = Player.objects.filter(club__in=clubs, user=None, forgotten_at=None).exclude(pk__in=said)
    own = name_key(user.name)
    found: dict[int, list[Player]] = {}
    for player in free:
        found.setdefault(player.club_id, []).append(player)
    for players in found.values():
        players.sort(key=lambda one: (name_key(one.own_name) != own, name_key(one.own_name)))
    return [(club, found[club.pk]) for club in clubs if club.pk in found]


def claims_of(club: Club) -> list[Claim]:
    """What waits for an organizer of the club, the oldest first, with player and account."""
    found = Claim.objects.filter(player__club=club, state=Claim.State.WAITING)
    return list(found.select_related("player", "user"))


def claim_for(user: Viewer, pk: int) -> Claim:
    """The claim with its player and club, for an organizer there (see `league.queries.access`)."""
    claim = get_object_or_404(Claim.objects.select_related("player__club", "user"), pk=pk)
    club_for(user, claim.player.club.slug, "organizer")
    return claim


def own_claim(user: User, pk: int) -> Claim:
    """The user's own claim. Raises Http404 for everybody else's."""
    return get_object_or_404(Claim.objects.select_related("player"), pk=pk, user=user)


def own_role(user: User, pk: int) -> Role:
    """The user's own role, with its club. Raises Http404 for everybody else's."""
    return get_object_or_404(Role.objects.select_related("club"), pk=pk, user=user)


def has_left(user: User, pk: int) -> bool:
    """Whether the user gave this role up before: the second of two taps."""
    left = AuditEntry.objects.filter(subject=f"role:{pk}", verb="leave_club", by=user)
    return left.exists() and not Role.objects.filter(pk=pk).exists()


def player_of_club(user: Viewer, pk: int) -> Player:
    """A player of a club in which the user has any role. Raises Http404."""
    player = get_object_or_404(Player.objects.select_related("club"), pk=pk)
    club_for(user, player.club.slug, Role.Kind.MEMBER)
    return player


def own_or_organized_player(user: Viewer, pk: int) -> Player:
    """A player whom this account is, or of a club it organizes.

    Raises Http404 and PermissionDenied.
    """
    player = get_object_or_404(Player.objects.select_related("club"), pk=pk)
    if player.user_id is None or player.user_id != user.pk:
        club_for(user, player.club.slug, "organizer")
    return player
