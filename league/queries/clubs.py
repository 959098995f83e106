"""Clubs and their roles, for the pages that list and govern them."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, QuerySet
from django.shortcuts import get_object_or_404

from league.models import Club, Role, User
from league.permissions import RANK
from league.queries.access import Viewer, club_for


def nobody_yet() -> bool:
    """Whether the site is new: no account at all, so that the first owner can be made."""
    return not User.objects.exists()


def account_with(email: str) -> User | None:
    """The account that signs in with this address, unless it is closed."""
    return User.objects.filter(email=email.strip().lower(), is_active=True).first()


def account_at(email: str) -> bool:
    """Whether an account signs in with this address, closed ones too."""
    return User.objects.filter(email=email.strip().lower()).exists()


def clubs_with_figures() -> QuerySet[Club]:
    """Every club by name, with `people` (how many players)."""
    return Club.objects.annotate(people=Count("players"))


def own_roles(user: User | AnonymousUser) -> dict[int, Role]:
    """The user's roles by the club's number."""
    if not user.is_authenticated:
        return {}
    return {role.club_id: role for role in Role.objects.filter(user=user)}


def roles_of(club: Club) -> list[Role]:
    """The club's roles with their accounts, owners first, then by name."""
    roles = Role.objects.filter(club=club).select_related("user")
    return sorted(
        roles, key=lambda role: (-RANK[Role.Kind(role.kind)], role.user.address.casefold(), role.pk)
    )


def role_for(user: Viewer, pk: int) -> Role:
    """The role with club and account, for an owner of its club (see `league.queries.access`)."""
    role = get_object_or_404(Role.objects.select_related("club", "user"), pk=pk)
    club_for(user, role.club.slug, "owner")
    return role
