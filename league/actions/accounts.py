"""The first owner, the one-time link with which a person sets a password, an account's end."""

from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.db import connection, transaction
from django.utils.http import base36_to_int, int_to_base36
from django.utils.translation import gettext as _

from league.actions.clubs import store_club
from league.actions.errors import ActionError
from league.actions.forgetting import forget_name, forget_player
from league.actions.journal import write_entry
from league.actions.locks import lock_people
from league.models import Club, Invitation, Player, Role, User
from league.permissions import may_hand_link


class _LinkTokens(PasswordResetTokenGenerator):
    """Signed, kept nowhere; dead once the password or the last sign-in changes, or with age."""

    key_salt = "league.sign-in-link"


_tokens = _LinkTokens()


def make_first_owner(
    *, name: str, email: str, password: str, club_name: str, place: str
) -> tuple[User, Club]:
    """Store the first account, a site admin, with the first club. Raises ActionError afterwards.

    Only while no account exists: of two people who send the page at once, one is told so.
    """
    with transaction.atomic():
        if connection.vendor == "postgresql":  # SQLite lets one writer in at a time anyway
            with connection.cursor() as cursor:
                cursor.execute("LOCK TABLE league_user IN SHARE ROW EXCLUSIVE MODE")
        if User.objects.exists():
            raise ActionError(_("Somebody else has just made the first account. Sign in instead."))
        user = User.objects.create_superuser(email, password, name=name)
        club = store_club(club_name, place)
        Role.objects.create(club=club, user=user, kind=Role.Kind.OWNER)
        write_entry("make_first_owner", f"user:{user.pk}", by=user, club=club)
    return user, club


def make_sign_in_link(holder: User, club: Club, *, by: User) -> str:
    """The token of a link for this account; it works once. Raises ActionError when not allowed."""
    with transaction.atomic():
        holder = User.objects.select_for_update().get(pk=holder.pk)
        if not may_hand_link(by, holder):
            raise ActionError(
                _("This account reaches beyond your club, so its password is not yours to set.")
            )
        write_entry("make_sign_in_link", f"user:{holder.pk}", by=by, club=club)
    return f"{int_to_base36(holder.pk)}-{_tokens.make_token(holder)}"


def holder_of(token: str, *, lock: bool = False) -> User | None:
    """The account a link is for; None when it was used, is too old, or never was one."""
    number, _dash, signed = token.partition("-")
    try:
        key = base36_to_int(number)
    except ValueError:
        return None
    users = User.objects.select_for_update() if lock else User.objects.all()
    holder = users.filter(pk=key, is_active=True).first()
    return holder if holder is not None and _tokens.check_token(holder, signed) else None


def use_sign_in_link(token: str, *, password: str) -> User:
    """Set the password of the link's account; the link is dead from then on. Raises ActionError."""
    with transaction.atomic():
        holder = holder_of(token, lock=True)
        if holder is None:
            raise ActionError(_("This link was used already, or it is too old."))
        holder.set_password(password)
        holder.save(update_fields=["password"])
        write_entry("use_sign_in_link", f"user:{holder.pk}", by=holder)
    return holder


def rename_account(user: User, *, name: str, by: User) -> None:
    """What the account is called on the pages of its clubs and in their logs."""
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user.pk)
        user.name = name
        user.save(update_fields=["name"])
        write_entry("rename_account", f"user:{user.pk}", by=by)


@transaction.atomic
def delete_account(user: User, *, forget: bool) -> None:
    """Delete an account with its roles, claims, passkeys and addresses; its holder asks for it.

    With `forget` the players that the account is are forgotten too; without, they stay as they
    are, and belong to nobody. What the account wrote stays: the log keeps its number alone.
    Raises ActionError while a club would be left without an owner.
    """
    players = list(Player.objects.filter(user=user).order_by("pk"))
    lock_people(*players, clubs=user.roles.values_list("club", flat=True))
    found = User.objects.select_for_update().get(pk=user.pk)
    alone = _owned_alone(found)
    if alone:
        raise ActionError(
            _("You are the only owner of %(clubs)s. Make somebody else owner, or delete it first.")
            % {"clubs": ", ".join(alone)}
        )
    for player in players:
        if forget:
            forget_player(player, by=found)
    texts = forget_name(found.name) if forget else 0
    Invitation.objects.filter(email__iexact=found.email).delete()
    write_entry(
        "delete_account",
        f"user:{found.pk}",
        by=found,
        before={"players": [one.pk for one in players], "forgotten": forget},
        after={"texts": texts},
    )
    found.delete()


def _owned_alone(user: User) -> list[str]:
    owned = Role.objects.filter(user=user, kind=Role.Kind.OWNER).select_related("club")
    others = Role.objects.filter(kind=Role.Kind.OWNER, user__is_active=True).exclude(user=user)
    kept = set(others.values_list("club", flat=True))
    return sorted(role.club.name for role in owned if role.club_id not in kept)
