"""Invite into a club, take an invitation back, come in with one."""

from datetime import timedelta
from uuid import uuid4

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.models import Club, Invitation, Role, User
from league.permissions import RANK
from league.queries.invitations import digest_of, invitation_for_secret, is_open, secret_for

_KEPT = timedelta(days=30)


def invite_person(
    club: Club, *, email: str, name: str, kind: str, days: int, by: User
) -> Invitation:
    """Store an invitation to one person, into the role `kind`, good for so many days."""
    return _invite(
        club, kind=kind, email=email.strip().lower(), name=name, most=1, days=days, by=by
    )


def show_code(club: Club, *, most_uses: int, days: int, by: User) -> Invitation:
    """Store a code for the hall: whoever types it is a member, so many people for so many days."""
    return _invite(club, kind=Role.Kind.MEMBER, email="", name="", most=most_uses, days=days, by=by)


def _invite(
    club: Club, *, kind: str, email: str, name: str, most: int, days: int, by: User
) -> Invitation:
    nonce = uuid4()
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        # Nobody needs the addresses of invitations that are long over.
        club.invitations.filter(expires_at__lt=timezone.now() - _KEPT).delete()
        invitation = Invitation.objects.create(
            club=club,
            kind=kind,
            email=email,
            name=name,
            nonce=nonce,
            digest=digest_of(secret_for(nonce, short=not email)),
            most_uses=most,
            created_by=by,
            expires_at=timezone.now() + timedelta(days=days),
        )
        after = {"kind": kind, "most_uses": most, "days": days}
        write_entry("invite", f"invitation:{invitation.pk}", by=by, club=club, after=after)
    return invitation


def revoke_invitation(invitation: Invitation, *, by: User) -> bool:
    """Nobody comes in with it any more. False when it was over before: nothing changes then."""
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=invitation.club_id)
        invitation = Invitation.objects.get(pk=invitation.pk)
        if not is_open(invitation):
            return False
        invitation.revoked_at = timezone.now()
        invitation.save(update_fields=["revoked_at"])
        after = {"kind": invitation.kind, "uses": invitation.uses}
        subject = f"invitation:{invitation.pk}"
        write_entry("revoke_invitation", subject, by=by, club=club, after=after)
    return True


def join(secret: str, *, by: User) -> Role:
    """Take the invitation's role; a lower one is raised, an equal or higher one stays as it is.

    Raises ActionError when the invitation is over. Who has the role already uses nothing up.
    """
    with transaction.atomic():
        return _join(_locked(secret), by)


def join_as_new(
    secret: str, *, name: str, email: str, password_hash: str, proved: bool = False
) -> tuple[User, Role]:
    """Make an account and take the invitation's role with it. `password_hash` is what Django's
    `make_password` gives; `proved`, that whoever comes reads mail at this address.

    Raises ActionError when the invitation is over, and on the field "password" when the address
    has an account: the sentence is the one for a wrong password.
    """
    email = email.strip().lower()
    with transaction.atomic():
        invitation = _locked(secret)
        try:
            with transaction.atomic():
                user = User.objects.create(email=email, name=name, password=password_hash)
        except IntegrityError:
            raise ActionError(no_such_pair(), field="password") from None
        if proved:
            EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
        return user, _join(invitation, user, new=True)


def no_such_pair() -> str:
    """What is said to somebody whose address has an account that this password does not open."""
    return _("This address and this password do not go together. Check both, then try again.")


def invitation_is_over() -> str:
    """What a secret is told that opens nothing, whether it is wrong, too old or used up."""
    return _("That opens nothing: it is mistyped, too old, or used up. Ask for a new one.")


def _locked(secret: str) -> Invitation:
    # The club's row is the lock, as for every role: of two who take the last use, one gets it.
    invitation = invitation_for_secret(secret)
    if invitation is not None:
        Club.objects.select_for_update().get(pk=invitation.club_id)
        invitation = invitation_for_secret(secret)
    if invitation is None:
        raise ActionError(invitation_is_over())
    return invitation


def _join(invitation: Invitation, user: User, *, new: bool = False) -> Role:
    club, kind = invitation.club, Role.Kind(invitation.kind)
    role = Role.objects.filter(club=club, user=user).first()
    before = {"user": user.pk, "kind": role.kind} if role else None
    if role is not None and RANK[Role.Kind(role.kind)] >= RANK[kind]:
        return role
    if role is None:
        role = Role.objects.create(club=club, user=user, kind=kind)
    else:
        role.kind = kind
        role.save(update_fields=["kind"])
    invitation.uses += 1
    invitation.save(update_fields=["uses"])
    write_entry(
        "join_club",
        f"role:{role.pk}",
        by=user,
        club=club,
        before=before,
        after={
            "user": user.pk,
            "kind": kind.value,
            "invitation": invitation.pk,
            "new_account": new,
        },
    )
    return role
