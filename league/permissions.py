"""Who may do what: plain questions with yes or no for an answer.

A role in the host club of a competition governs it; the higher roles include the lower
(owner, organizer, scorekeeper, member). A site admin may do everything an owner may.
"""

from collections.abc import Callable, Collection

from django.contrib.auth.models import AnonymousUser

from league.models import Club, Player, Role, TableLink, User

# Who asks; whoever comes with a table link alone has no role anywhere.
Person = User | AnonymousUser | TableLink

RANK = {
    Role.Kind.MEMBER: 1,
    Role.Kind.SCOREKEEPER: 2,
    Role.Kind.ORGANIZER: 3,
    Role.Kind.OWNER: 4,
}


def role_in(user: Person, club: Club) -> str | None:
    """The role's name ("owner", ...) or None; for a site admin "owner" in every club."""
    if not isinstance(user, User) or not user.is_active:
        return None
    if user.is_superuser:
        return Role.Kind.OWNER
    return Role.objects.filter(club=club, user=user).values_list("kind", flat=True).first()


def has_role(user: Person, club: Club, at_least: str) -> bool:
    """Whether the user's role in the club is `at_least` or higher."""
    return is_at_least(role_in(user, club), at_least)


def is_at_least(role: str | None, at_least: str) -> bool:
    """Whether a role, as `role_in` gives it, is `at_least` or higher."""
    return role is not None and RANK[Role.Kind(role)] >= RANK[Role.Kind(at_least)]


def names_known_to(user: User | AnonymousUser) -> Callable[[Player], bool]:
    """Whom this reader knows by the full name though they hide it: themselves, and the people of
    every club in which the reader has a role. Asks the database once, and only when it must."""
    clubs: set[int] | None = None

    def knows(player: Player) -> bool:
        nonlocal clubs
        if not user.is_authenticated or not user.is_active:
            return False
        if user.is_superuser or player.user_id == user.pk:
            return True
        if clubs is None:
            clubs = set(Role.objects.filter(user=user).values_list("club", flat=True))
        return player.club_id in clubs

    return knows


def may_own(user: User | AnonymousUser, club: Club) -> bool:
    """Give and take roles, rename the club."""
    return has_role(user, club, Role.Kind.OWNER)


def may_found(user: User | AnonymousUser) -> bool:
    """Start another club: who organizes or owns one already, and a site admin."""
    if not user.is_authenticated or not user.is_active:
        return False
    return (
        user.is_superuser
        or Role.objects.filter(user=user, kind__in=[Role.Kind.ORGANIZER, Role.Kind.OWNER]).exists()
    )


def may_hand_link(user: User | AnonymousUser, holder: User) -> bool:
    """Hand the holder a link that sets the password, and with it everything the holder may do.

    So it must open nothing that the one who hands it out does not own already: every role
    of the holder is in a club of theirs, and no site admin's password is set this way. Another
    owner who has signed in before keeps the password they chose.
    """
    return holder in open_to_links(user, [holder])


def open_to_links(user: User | AnonymousUser, holders: Collection[User]) -> set[User]:
    """Those of the holders for whom `may_hand_link` says yes; one statement for all."""
    if not user.is_authenticated or not user.is_active:
        return set()
    ordinary = {one for one in holders if one.is_active and not (one.is_superuser or one.is_staff)}
    if user.is_superuser:
        return ordinary
    roles: dict[int, dict[int, str]] = {}
    for role in Role.objects.filter(user__in=[*ordinary, user]):
        roles.setdefault(role.user_id, {})[role.club_id] = role.kind
    owned = {club for club, kind in roles.get(user.pk, {}).items() if kind == Role.Kind.OWNER}
    return {one for one in ordinary if _within(roles.get(one.pk, {}), owned, one)}


def _within(held: dict[int, str], owned: set[int], holder: User) -> bool:
    chose = holder.has_usable_password() and Role.Kind.OWNER in held.values()
    return bool(held) and owned.issuperset(held) and not chose


def may_organize(user: Person, club: Club) -> bool:
    """People, competitions, draws, results, adjustments; see drafts."""
    return has_role(user, club, Role.Kind.ORGANIZER)


def may_score(user: User | AnonymousUser, club: Club) -> bool:
    """Start games, enter, undo, correct and void hands of the club's competitions."""
    return has_role(user, club, Role.Kind.SCOREKEEPER)
