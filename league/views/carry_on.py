"""What was typed while nobody was signed in is kept, and offered again after sign-in, or when the
phone has opened another table link."""

from typing import Any
from urllib.parse import urlencode, urlsplit

from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.csrf import csrf_failure
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.views.requests import PageRequest
from league.views.scorers import links_of, scorers_only
from league.views.sent_hands import is_sent_hand, trouble

_KEPT = "kept_form"
_MOST_LETTERS = 100_000
# What a form carries for the program and not for its reader.
_UNREAD = {"client_id", "revision", "confirm", "more", "save"}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@scorers_only
def carry_on(request: PageRequest) -> HttpResponse:
    """The kept form as it was typed, with a button that sends it; POST lets go of it."""
    kept = request.session.get(_KEPT)
    if request.method == "POST":
        request.session.pop(_KEPT, None)
        return redirect(kept["back"] if kept else "/")
    if kept is None:
        return redirect("/")
    shown = [
        (name.replace("_", " ").replace("-", " ").capitalize(), value)
        for name, value in kept["fields"]
        if name not in _UNREAD and value
    ]
    return render(request, "people/carry_on.html", {"kept": kept, "shown": shown})


def has_kept(request: HttpRequest) -> bool:
    """Whether a form of this browser waits to be sent."""
    return _KEPT in request.session


def sign_in_and_come_back(request: HttpRequest) -> HttpResponse:
    """The answer to a guest whose sign-in has run out while a page was open.

    A whole page goes to the sign-in page, also for htmx: a part never becomes one. A form
    is kept in the session and offered after sign-in. A check while typing ("..._check")
    gets an empty answer and changes nothing on the page.
    """
    if request.method in {"GET", "HEAD"}:
        return _go(request, _sign_in(page_of(request)))
    if request.resolver_match and str(request.resolver_match.url_name).endswith("_check"):
        return HttpResponse(status=204)
    if not _keep(request):
        return _go(request, _sign_in(page_of(request)))
    told = _("You were signed out. What you typed is kept: sign in, then send it.")
    if links_of(request):
        told = _(
            "The link of this phone does not open that table any more. What you typed is kept: "
            "scan the table’s new code, or sign in, then send it."
        )
    messages.warning(request, told)
    return _go(request, _sign_in(reverse("carry_on")))


def let_go_when_sent(request: HttpRequest, response: HttpResponse) -> None:
    """Forget the kept form once somebody who may send it has sent it and got an answer."""
    if request.method != "POST" or not (request.user.is_authenticated or links_of(request)):
        return
    kept = request.session.get(_KEPT)
    onward = response.headers.get("Location") or response.headers.get("HX-Redirect")
    answered = response.status_code < 500 and onward != reverse("carry_on")
    if kept and answered and kept["path"] == request.get_full_path():
        del request.session[_KEPT]


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form of our own whose token is old (somebody signed in elsewhere) is kept as well.

    A form that came from another site is refused and forgotten.
    """
    if is_sent_hand(request):
        get_token(request)  # the answer brings the phone a fresh one
        return trouble(request, _("This page’s key is old. It is sent again with a new one."))
    if not _from_here(request) or not _keep(request):
        return csrf_failure(request, reason=reason)
    if request.user.is_authenticated:
        return _go(request, reverse("carry_on"))
    return _go(request, _sign_in(reverse("carry_on")))


def is_account_page(request: HttpRequest) -> bool:
    """Whether it is a page of the account library: it brings people back by itself."""
    return request.path.startswith(reverse("account_login").removesuffix("login/"))


def page_of(request: HttpRequest) -> str:
    """The page the person was on, as a path of this site."""
    if "HX-Request" in request.headers:
        return _own_path(request, request.headers.get("HX-Current-URL", "")) or "/"
    if request.method in {"GET", "HEAD"}:
        return request.get_full_path()
    return _own_path(request, request.headers.get("Referer", "")) or "/"


def _own_path(request: HttpRequest, url: str) -> str:
    if not url_has_allowed_host_and_scheme(url, {request.get_host()}, request.is_secure()):
        return ""
    parts = urlsplit(url)
    path = "/" + parts.path.lstrip("/")  # "//elsewhere.example/" would be another site
    return f"{path}?{parts.query}" if parts.query else path


def _from_here(request: HttpRequest) -> bool:
    source = request.headers.get("Origin") or request.headers.get("Referer", "")
    return bool(source) and source != "null" and bool(_own_path(request, source + "/"))


def _keep(request: HttpRequest) -> bool:
    """Put the posted form into the session; False when it is none of ours, or too much."""
    fields: list[tuple[str, Any]] = [
        (name, value)
        for name, values in request.POST.lists()
        for value in values
        if name != "csrfmiddlewaretoken"
    ]
    if is_account_page(request) or any("password" in name for name, _value in fields):
        return False  # passwords are not kept
    if request.resolver_match and request.resolver_match.url_name == "link_enter":
        return False  # nor is the secret of a table link
    if sum(len(name) + len(value) for name, value in fields) > _MOST_LETTERS:
        return False
    if not ratelimit.consume(request, action="keep_form"):
        return False
    request.session[_KEPT] = {
        "path": request.get_full_path(),
        "back": page_of(request),
        "fields": fields,
    }
    return True


def _sign_in(after: str) -> str:
    return f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': after})}"


def _go(request: HttpRequest, url: str) -> HttpResponse:
    if "HX-Request" in request.headers:
        return HttpResponse(headers={"HX-Redirect": url})
    return HttpResponseRedirect(url)
