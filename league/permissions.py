"""Who may do what: plain questions with yes or no for an answer.

A role in the host club of a competition governs it; the higher roles include the lower
(owner, organizer, scorekeeper, member). A site admin may do everything an owner may.
"""

from django.contrib.auth.models import AnonymousUser

from league.models import Club, Role, User

RANK = {
    Role.Kind.MEMBER: 1,
    Role.Kind.SCOREKEEPER: 2,
    Role.Kind.ORGANIZER: 3,
    Role.Kind.OWNER: 4,
}


def role_in(user: User | AnonymousUser, club: Club) -> str | None:
    """The role's name ("owner", ...) or None; for a site admin "owner" in every club."""
    if not user.is_authenticated or not user.is_active:
        return None
    if user.is_superuser:
        return Role.Kind.OWNER
    return Role.objects.filter(club=club, user=user).values_list("kind", flat=True).first()


def has_role(user: User | AnonymousUser, club: Club, at_least: str) -> bool:
    """Whether the user's role in the club is `at_least` or higher."""
    role = role_in(user, club)
    return role is not None and RANK[Role.Kind(role)] >= RANK[Role.Kind(at_least)]


def may_own(user: User | AnonymousUser, club: Club) -> bool:
    """Give and take roles, rename the club."""
    return has_role(user, club, Role.Kind.OWNER)


def may_organize(user: User | AnonymousUser, club: Club) -> bool:
    """People, competitions, draws, results, adjustments; see drafts."""
    return has_role(user, club, Role.Kind.ORGANIZER)


def may_score(user: User | AnonymousUser, club: Club) -> bool:
    """Start games, enter, undo, correct and void hands of the club's competitions."""
    return has_role(user, club, Role.Kind.SCOREKEEPER)
