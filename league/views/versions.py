"""A page that is asked for again and again: the same as before is answered with 304."""

from functools import cache
from hashlib import sha256

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language

PROGRAM = {".py", ".html", ".css", ".js"}


def is_live(request: HttpRequest) -> bool:
    """Whether `static/js/live.js` asks, which needs the part that changes alone."""
    return "X-Live" in request.headers


def etag_of(request: HttpRequest, *versions: str, viewer: str = "everybody") -> str:
    """The ETag of a page: from what it shows (`league.queries.versions`), the release, the
    language, the kind of `viewer`, and its address.

    It is weak: the same for the page packed and unpacked, for its part alone, and a minute later
    with another time of day on it.
    """
    parts = [*versions, release(), get_language(), viewer, request.get_full_path()]
    digest = sha256(repr(parts).encode()).hexdigest()
    return f'W/"{digest[:24]}"'


def unchanged(request: HttpRequest, etag: str) -> HttpResponse | None:
    """The answer 304 for whoever has this version; None: make the page."""
    if "If-None-Match" not in request.headers:
        return None
    found = get_conditional_response(request, etag=etag)
    return None if found is None else with_version(found, etag)


def with_version(response: HttpResponse, etag: str) -> HttpResponse:
    """Browsers keep the page and ask each time whether it still holds."""
    response["ETag"] = etag
    patch_cache_control(response, no_cache=True, private=True)
    patch_vary_headers(response, ["Cookie", "X-Live"])
    return response


@cache
def release() -> str:
    """The newest file of the program: another release makes other pages."""
    folders = ("league", "scoring", "templates", "static")
    files = (file for one in folders for file in (settings.BASE_DIR / one).rglob("*.*"))
    return str(max(file.stat().st_mtime_ns for file in files if file.suffix in PROGRAM))
