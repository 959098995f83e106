"""The service worker, which opens score pages without a line, and the page it shows for others."""

import json
from functools import cache
from hashlib import sha256

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.views.live_sums import words_address
from league.views.versions import release, unchanged

_STATIC = settings.BASE_DIR / "static"
# What a score page is made of. Letters outside of western Europe come when a name has them.
_WANTED = ("css/*.css", "js/*.js", "fonts/atkinson-latin-[47]00.woff2", "img/*.svg")
_OTHER_PAGES = {"js/key-sheet.js", "js/live.js", "js/service-worker.js", "js/table-sort.js"}


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """`static/js/service-worker.js` with this release's files in front: another release is another
    script, and so browsers take it up."""
    text = _script(release(), get_language() or settings.LANGUAGE_CODE)
    etag = f'W/"{sha256(text.encode()).hexdigest()[:24]}"'
    answer = unchanged(request, etag)
    if answer is None:
        answer = HttpResponse(text, content_type="text/javascript; charset=utf-8")
        answer["ETag"] = etag
    patch_cache_control(answer, no_cache=True)
    return answer


@never_cache
@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """ "No line just now", with what waits on this phone: the same for everybody, because the
    browser keeps it for whoever holds the phone."""
    return render(request, "offline/offline.html", {"words_address": words_address()})


@cache
def _script(release_now: str, language: str) -> str:
    """The script of a release; its name is a digest of the files and of the newest program."""
    found = sorted(path for pattern in _WANTED for path in _STATIC.glob(pattern))
    names = [path.relative_to(_STATIC).as_posix() for path in found]
    files = [staticfiles_storage.url(name) for name in names if name not in _OTHER_PAGES]
    files.append(words_address())
    source = (_STATIC / "js/service-worker.js").read_text(encoding="utf-8")
    name = sha256(repr([release_now, language, files, source]).encode()).hexdigest()[:12]
    before, after = reverse("score", args=[0]).split("0")
    words = reverse("live_sum_words", args=["en", "0"]).partition("en/0")[0]
    told = {
        "RELEASE": json.dumps(name),
        "FILES": json.dumps(files),
        "KEPT_PATHS": json.dumps([settings.STATIC_URL, words]),
        "OFFLINE": json.dumps(reverse("offline")),
        "SCORE": f"new RegExp({json.dumps(f'^{before}[0-9]+{after}$')})",
        "SIGN_OUT": json.dumps(reverse("account_logout")),
    }
    return "".join(f"const {key} = {value};\n" for key, value in told.items()) + source
