"""What a request holds after the middleware and `login_required`, for the type checker."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from league.models import User


class PageRequest(HttpRequest):
    """Anybody's request; `htmx` is true when a part is asked for."""

    htmx: HtmxDetails


class SignedInRequest(PageRequest):
    """The request of a view under `login_required`."""

    user: User


def number_in(text: str) -> int:
    """The number a link or a button carries, 0 for whatever is none: nothing is number 0."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else 0
