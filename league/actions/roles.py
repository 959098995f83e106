"""Give, change and take back roles. A club always keeps an owner."""

from django.db import transaction
from django.utils.translation import gettext as _

from league.actions.claims import withdraw_claims_in
from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.models import Club, Role, User


def give_role(club: Club, *, email: str, name: str, kind: str, by: User) -> tuple[Role, bool]:
    """Give the account at `email` a role, and make the account when there is none.

    Answers with the role and whether the account is new. A new account has no password:
    its owner sets one with a one-time link.
    """
    email = email.strip().lower()
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        user, made = User.objects.get_or_create(email=email, defaults={"name": name})
        if made:
            user.set_unusable_password()
            user.save(update_fields=["password"])
        if not user.is_active:
            raise ActionError(
                _("The account at %(email)s is closed.") % {"email": email}, field="email"
            )
        if Role.objects.filter(club=club, user=user).exists():
            raise ActionError(
                _("%(email)s has a role here already. Change it in the list.") % {"email": email},
                field="email",
            )
        role = Role.objects.create(club=club, user=user, kind=kind)
        write_entry(
            "give_role",
            f"role:{role.pk}",
            by=by,
            club=club,
            after={"user": user.pk, "kind": kind, "new_account": made},
        )
    return role, made


def change_role(role: Role, *, kind: str, by: User) -> Role:
    """Make it another role; the last owner stays one."""
    with transaction.atomic():
        role, club = _locked(role)
        before = role.kind
        if before != kind:
            _keep_an_owner(role)
            role.kind = kind
            role.save(update_fields=["kind"])
            write_entry(
                "change_role",
                f"role:{role.pk}",
                by=by,
                club=club,
                before={"user": role.user_id, "kind": before},
                after={"user": role.user_id, "kind": kind},
            )
    return role


def take_role(role: Role, *, by: User) -> None:
    """Take the role back; the account stays, and so does everything it did."""
    with transaction.atomic():
        role, club = _locked(role)
        _keep_an_owner(role)
        before = {"user": role.user_id, "kind": role.kind}
        number = role.pk
        withdraw_claims_in(club, role.user, by=by)
        role.delete()
        write_entry("take_role", f"role:{number}", by=by, club=club, before=before)


def leave_club(role: Role, *, by: User) -> None:
    """Give one's own role up. The account, its players and everything it did stay.

    Raises ActionError for the last owner. Claims that wait there are withdrawn.
    """
    with transaction.atomic():
        role, club = _locked(role)
        _keep_an_owner(role)
        before = {"user": role.user_id, "kind": role.kind}
        number = role.pk
        withdraw_claims_in(club, role.user, by=by)
        role.delete()
        write_entry("leave_club", f"role:{number}", by=by, club=club, before=before)


def _locked(role: Role) -> tuple[Role, Club]:
    # The club's row is the lock: two owners who step down at once come one after the other.
    club = Club.objects.select_for_update().get(pk=role.club_id)
    found = Role.objects.filter(pk=role.pk).first()
    if found is None:
        raise ActionError(_("This role was taken back already."))
    return found, club


def _keep_an_owner(role: Role) -> None:
    others = Role.objects.filter(club_id=role.club_id, kind=Role.Kind.OWNER).exclude(pk=role.pk)
    if role.kind == Role.Kind.OWNER and not others.filter(user__is_active=True).exists():
        raise ActionError(_("A club needs an owner. Make somebody else owner first."), field="kind")
