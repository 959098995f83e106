"""Another e-mail address for an account: proved by a link that is mailed to it."""

from allauth.account.models import EmailAddress
from django.core import signing
from django.db import transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.models import User

_SALT = "league.account-email"
_GOOD_FOR = 24 * 3600  # seconds


def email_token(user: User, email: str) -> str:
    """What the link to the new address carries; kept nowhere. It is dead after a day, and once the
    address or the password has changed."""
    return signing.dumps(
        {"user": user.pk, "to": email.strip().lower(), "now": _as_now(user)}, salt=_SALT
    )


def email_offered(token: str, user: User) -> str | None:
    """The address a link would give this account; None for a dead link and for another's."""
    try:
        kept = signing.loads(token, salt=_SALT, max_age=_GOOD_FOR)
    except signing.BadSignature:
        return None
    fits = kept["user"] == user.pk and kept["now"] == _as_now(user)
    return str(kept["to"]) if fits else None


def change_email(token: str, *, by: User) -> User:
    """From now on the account signs in with the address the link was mailed to.

    Raises ActionError for a link that is dead, or when another account has the address.
    """
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=by.pk)
        email = email_offered(token, user)
        if email is None or User.objects.filter(email=email).exclude(pk=user.pk).exists():
            raise ActionError(_("This link does not work any more. Ask for a new one."))
        user.email = email
        user.save(update_fields=["email"])
        # The account library's own list holds this one address, and nothing that was not proved.
        EmailAddress.objects.filter(user=user).delete()
        EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
        write_entry("change_email", f"user:{user.pk}", by=user)
    return user


def _as_now(user: User) -> str:
    return salted_hmac(_SALT, f"{user.pk} {user.email} {user.password}").hexdigest()
