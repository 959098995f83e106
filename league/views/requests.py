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
