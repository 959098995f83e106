"""A request that was cut off on its way; a sign-in that has run out while a page was open, a thing
that was deleted meanwhile; whose full names a reader gets."""

from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import BadRequest, ObjectDoesNotExist
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.shortcuts import resolve_url
from django.views.defaults import page_not_found

from league.models import read_by
from league.permissions import names_known_to
from league.views.carry_on import (
    is_account_page,
    let_go_when_sent,
    sign_in_and_come_back,
)


def whole_requests(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """A form of which the end is missing is not read at all: the server hands over what came
    before the line broke as if it were all, and a count of 96 would be stored as 9."""

    def middleware(request: HttpRequest) -> HttpResponse:
        announced = request.META.get("CONTENT_LENGTH") or "0"
        try:
            whole = not announced.isdecimal() or len(request.body) >= int(announced)
        except UnreadablePostError:
            whole = False
        if not whole:
            raise BadRequest("The request was cut off on its way.")
        return get_response(request)

    return middleware


def expired_sign_in(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """No sign-in page inside a page, and nothing typed is lost (see `league.views.carry_on`)."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code >= 500:
            return response  # who is signed in may be what could not be read
        if _asks_to_sign_in(request, response):
            return sign_in_and_come_back(request)
        let_go_when_sent(request, response)
        return response

    return middleware


class GoneMeanwhile:
    """What somebody else deletes between the look and the write is not there: the 404 page, and
    nothing stored, where the action finds no row any more. A page that is only read never answers
    so: there it would hide a fault."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, found: Exception) -> HttpResponse | None:
        """Django asks here what an exception of a view comes to; None leaves it as it is."""
        if isinstance(found, ObjectDoesNotExist) and request.method == "POST":
            return page_not_found(request, found)
        return None


def names_for_the_reader(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Who hides the full name is called by it on pages for people of the club alone."""

    def middleware(request: HttpRequest) -> HttpResponse:
        with read_by(names_known_to(request.user)):
            return get_response(request)

    return middleware


def _asks_to_sign_in(request: HttpRequest, response: HttpResponse) -> bool:
    """Whether the answer to a part or to a form is the way to the sign-in page."""
    if response.status_code != 302 or request.user.is_authenticated:
        return False
    if request.method in {"GET", "HEAD"} and "HX-Request" not in request.headers:
        return False  # a page: Django's own redirect brings the reader back
    to_sign_in = urlsplit(response["Location"]).path == resolve_url(settings.LOGIN_URL)
    return to_sign_in and not is_account_page(request)
