"""How often one address may try what opens a door; the limits stand in the settings."""

from allauth.core.internal import ratelimit
from allauth.core.ratelimit import respond_429 as too_many_tries
from django.http import HttpRequest

__all__ = ["may_try", "too_many_tries"]


def may_try(
    request: HttpRequest, action: str, *, count: bool = True, key: str | None = None
) -> bool:
    """Whether this address is within the limit `action` of ACCOUNT_RATE_LIMITS; counts this try.

    Unlike the library's own question it counts pages that are only looked at, too: a secret in an
    address is tried by looking. Without `count` it asks and counts nothing.
    `key` is what a limit "per key" is counted by.
    """
    used = ratelimit.consume(
        request,
        app="allauth.account",
        action=action,
        key=key,
        dry_run=not count,
        limit_get=True,
    )
    return used is not None
