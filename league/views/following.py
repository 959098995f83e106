"""Pages that follow by themselves, made once for everybody who reads the same.

`@following(every=10)` on a view gives its page what `static/js/live.js` asks with, answers 304
where nothing has changed, and keeps what a guest reads in the cache `pages` under the version of
its competition: the next guest costs one statement. Everybody else is a reader of his own: his
page may name people as his club does, have his buttons and his messages, so it is made for him
alone and never kept.
"""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from gzip import compress
from hashlib import sha256
from threading import Lock
from time import monotonic
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_vary_headers

from league.models import TableLink
from league.queries.versions import of_competition, versions_of
from league.views.scorers import links_of
from league.views.versions import etag_of, is_live, unchanged, with_version
from league.words.figures import local_time

GUEST = "guest"
# Between these stands the time of the figures, put in anew each time a kept page is handed out.
_AS_OF = re.compile(rb"(?<=<time data-as-of>)[^<]*")
# A clock that runs: such a page is another one each second.
_RUNS = b" data-bell="
_GZIP = re.compile(r"\bgzip\b")
# Whoever asks for a page that is just being made waits for it instead of making it too.
_LOCKS = [Lock() for _number in range(64)]
_PATIENCE = 10  # seconds
# For pages that follow, one thread of a process at a time makes a new one, and nobody waits for it:
# "nothing new" is the answer meanwhile, and the next question is seconds away. So however often a
# hall full of phones asks, threads are left for those who enter hands. That is said for so long
# (seconds) of a version that is known to be old.
_FOLLOWERS = Lock()
_BEHIND = 5
_MOST_OLD = 1000
_old_since: dict[str, float] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Following:
    """What `base.html` gives the part that follows; `request.following` in templates. `part`: that
    part alone is asked for, so no message may be taken for shown."""

    address: str
    every: int
    version: str
    zone: str
    as_of: str
    part: bool


def following(
    *,
    every: int,
    competitions: Callable[[int], Q] = of_competition,
    asks: Collection[str] = (),
    versions: Callable[[int, datetime], list[str]] | None = None,
    minutes: bool = False,
) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """The page asks every so many seconds. `competitions` says of the number in the address which
    ones it shows (or `versions` gives its versions); `asks` are the questions behind its ? that it
    knows, others are not kept; `minutes`: it tells how long something has waited, and so is
    another one each minute."""

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def page(request: HttpRequest, pk: int, **kwargs: Any) -> HttpResponse:
            if request.method != "GET":
                return view(request, pk, **kwargs)
            now = timezone.now()
            shown = versions(pk, now) if versions else versions_of(competitions, pk, now)
            if minutes:
                shown.append(f"{now:%H:%M}")
            viewer = viewer_of(request)
            etag = etag_of(request, *shown, viewer=viewer)
            same = unchanged(request, etag)
            if same is not None and (is_live(request) or not _has_news(request)):
                return same
            request.following = Following(  # type: ignore[attr-defined]
                address=request.get_full_path(),
                every=every,
                version=etag,
                zone=settings.TIME_ZONE,
                as_of=local_time(now),
                part=is_live(request) and viewer != GUEST,
            )
            try:
                if viewer != GUEST or not set(asks).issuperset(request.GET):
                    return _answer(request, view(request, pk, **kwargs), etag)
                return _kept_or_made(request, etag, lambda: view(request, pk, **kwargs))
            except Exception:
                stand_still(request)  # the page that says what is wrong follows nothing
                raise

        return page

    return decorate


def stand_still(request: HttpRequest) -> None:
    """This page does not follow: it says what is wrong with what was asked."""
    request.following = None  # type: ignore[attr-defined]


def viewer_of(request: HttpRequest) -> str:
    """Who reads: the same text for all guests, another for each browser that we know anything of.

    Whatever a page may show to this reader alone is in it: the account, what its session holds
    (table links, messages), links that have run out by the clock, the secret behind form tokens.
    """
    known = {settings.SESSION_COOKIE_NAME, "messages"}
    if known.isdisjoint(request.COOKIES):
        return GUEST
    user, links = request.user, links_of(request)
    live = TableLink.objects.filter(pk__in=links, expires_at__gt=timezone.now())
    parts = [
        request.session.session_key,
        sorted((name, repr(value)) for name, value in request.session.items()),
        sorted(live.values_list("pk", flat=True)) if links else [],
        request.META.get("CSRF_COOKIE"),
        [user.pk, user.is_active, user.is_superuser],
    ]
    return sha256(repr(parts).encode()).hexdigest()


def _has_news(request: HttpRequest) -> bool:
    """Whether a message waits to be shown with the next page."""
    return "messages" in request.COOKIES or "_messages" in request.session


def _kept_or_made(
    request: HttpRequest, etag: str, make: Callable[[], HttpResponse]
) -> HttpResponse:
    key = f"page-{etag}"
    kept: list[bytes] | None = caches["pages"].get(key)
    if kept is not None:
        return _answer(request, _handed_out(request, kept, key), etag)
    return made_aside(request, lambda: _made_once(request, etag, make))


def _may_wait(request: HttpRequest) -> bool:
    """Whether who asks has to have the page now: has none yet, or an old one for too long."""
    version = request.headers.get("If-None-Match")
    if version is None or not is_live(request):
        return True
    if len(_old_since) > _MOST_OLD:
        _old_since.clear()
    return monotonic() - _old_since.setdefault(version, monotonic()) > _BEHIND


def made_aside(request: HttpRequest, make: Callable[[], HttpResponse]) -> HttpResponse:
    """The new page; for one that follows, that nothing is new while another thread makes pages."""
    if _may_wait(request):
        return make()
    if not _FOLLOWERS.acquire(blocking=False):
        return with_version(HttpResponse(status=304), request.headers["If-None-Match"])
    try:
        return make()
    finally:
        _FOLLOWERS.release()


def _made_once(request: HttpRequest, etag: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    key = f"page-{etag}"
    lock = _LOCKS[hash(key) % len(_LOCKS)]
    mine = lock.acquire(timeout=_PATIENCE)
    try:
        kept = caches["pages"].get(key)
        if kept is not None:
            return _answer(request, _handed_out(request, kept, key), etag)
        made = make()
        if _for_all(request, made):
            caches["pages"].set(key, _AS_OF.split(made.content))
        return _answer(request, made, etag)
    finally:
        if mine:
            lock.release()


def _for_all(request: HttpRequest, made: HttpResponse) -> bool:
    """Whether what was made for one guest is right for every other, and in a minute as well."""
    token = request.META.get("CSRF_COOKIE_NEEDS_UPDATE", False)
    return made.status_code == 200 and not token and not made.cookies and _RUNS not in made.content


def _handed_out(request: HttpRequest, kept: list[bytes], key: str) -> HttpResponse:
    """A kept page with the time of day; packed once a minute for all who take it so. Nothing in it
    is a secret, so it may be packed without padding."""
    now = local_time(timezone.now())
    takes = request.headers.get("Accept-Encoding", "")
    if is_live(request) or not _GZIP.search(takes):
        return HttpResponse(now.encode().join(kept))
    packed: bytes | None = caches["pages"].get(f"{key}-{now}")
    if packed is None:
        packed = compress(now.encode().join(kept), 6)
        caches["pages"].set(f"{key}-{now}", packed, 60)
    answer = HttpResponse(packed, headers={"Content-Encoding": "gzip"})
    patch_vary_headers(answer, ["Accept-Encoding"])
    return answer


def _answer(request: HttpRequest, made: HttpResponse, etag: str) -> HttpResponse:
    """The page with its ETag, or for `live.js` the part in it. A page that shows a message or a
    clock that runs is not to come back out of the browser's own cache."""
    if made.status_code != 200:
        return made
    if is_live(request):
        start, end = made.content.find(b"<main"), made.content.rfind(b"</main>")
        made.content = made.content[start : end + len(b"</main>")]
    elif _RUNS in made.content or _shows_messages(request):
        made["Cache-Control"] = "no-store, private"
        return made
    return with_version(made, etag)


def _shows_messages(request: HttpRequest) -> bool:
    found = getattr(request, "_messages", None)
    return found is not None and found.used and len(found) > 0
