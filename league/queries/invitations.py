"""Invitations: their secrets, which of them still let somebody in, and what an owner sees."""

import base64
from uuid import UUID

from django.db.models import F, QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.crypto import salted_hmac

from league.models import Club, Invitation
from league.queries.access import Viewer, club_for

# Letters that nobody mixes up when they read a code from a screen: no I, L, O, U.
CODE_SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_AS_WRITTEN = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", CODE_SIGNS)
_AS_MEANT = str.maketrans({"I": "1", "L": "1", "O": "0", " ": None, "-": None})
CODE_LETTERS = 8  # 40 bits, for a hall; wrong ones are counted by address
LINK_LETTERS = 26  # 130 bits


def secret_for(nonce: UUID, *, short: bool) -> str:
    """What opens the invitation with this nonce: 8 letters to type, or 26 in a link."""
    made = salted_hmac("league.invitation", nonce.hex, algorithm="sha256").digest()
    letters = base64.b32encode(made).decode().translate(_AS_WRITTEN)
    return letters[: CODE_LETTERS if short else LINK_LETTERS]


def secret_of(invitation: Invitation) -> str:
    """The secret of a stored invitation, to be shown again."""
    return secret_for(invitation.nonce, short=not invitation.email)


def digest_of(secret: str) -> str:
    """What is stored of a secret. It takes the site's key: a short code could be guessed back."""
    return salted_hmac("league.invitation.digest", secret, algorithm="sha256").hexdigest()


def as_meant(typed: str) -> str:
    """A code as it was typed, read kindly: small letters, spaces, dashes, O for 0."""
    return typed[:60].upper().translate(_AS_MEANT)


def open_invitations() -> QuerySet[Invitation]:
    """Those that still let somebody in, with their clubs."""
    return Invitation.objects.filter(
        revoked_at=None, expires_at__gt=timezone.now(), uses__lt=F("most_uses")
    ).select_related("club")


def invitation_for_secret(typed: str) -> Invitation | None:
    """The open invitation this opens; None for one that is over and for one that never was."""
    return open_invitations().filter(digest=digest_of(as_meant(typed))).first()


def is_open(invitation: Invitation) -> bool:
    """Whether it still lets somebody in."""
    used_up = invitation.uses >= invitation.most_uses
    return not (invitation.revoked_at or used_up or invitation.expires_at <= timezone.now())


def invitations_of(club: Club) -> list[Invitation]:
    """The club's open ones, the newest first, and after them the last twenty that are over."""
    found = list(club.invitations.select_related("club"))
    still, over = ([one for one in found if is_open(one) is wanted] for wanted in (True, False))
    return [*still, *over[:20]]


def invitation_for(user: Viewer, pk: int) -> Invitation:
    """The invitation with its club, for an owner of the club (see `league.queries.access`)."""
    invitation = get_object_or_404(Invitation.objects.select_related("club"), pk=pk)
    club_for(user, invitation.club.slug, "owner")
    return invitation
