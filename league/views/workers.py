"""The service worker, which opens score pages without a line, and the page that says what waits."""

import json
import re
from functools import cache
from hashlib import sha256

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.storage import storages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.packed_files import BUNDLES, SCORE_PAGE, PackedFiles
from league.views.live_sums import words_address
from league.views.versions import release, unchanged
from league.words.waiting import waiting_sentences

# What a score page and the page of what waits are made of, beside the score page's scripts.
_FILES = (
    "css/league.css",
    "css/table.css",
    "img/suits.svg",
    "js/waiting-page.js",
)
_NOT_HERE = {
    "js/asking.js",
    "js/htmx.min.js",
    "js/key-sheet.js",
    "js/live.js",
    "js/service-worker.js",
    "js/table-sort.js",
}
_SOURCE = settings.BASE_DIR / "static/js/service-worker.js"


def score_scripts() -> list[str]:
    """The scripts that a score page starts, by the name of their file."""
    if isinstance(storages["staticfiles"], PackedFiles):
        return [SCORE_PAGE]
    return [f"js/{script}" for script in BUNDLES[SCORE_PAGE]]


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
def waiting(request: HttpRequest) -> HttpResponse:
    """What waits on this phone, which the phone itself knows; without a line it stands in for any
    other page. The same for everybody: the browser keeps it for whoever holds the phone."""
    return render(request, "waiting/waiting.html", {"words": waiting_sentences()})


@cache
def _script(release_now: str, language: str) -> str:
    """The script of a release; its name is a digest of the files and of the newest program."""
    scripts = score_scripts()
    if scripts != [SCORE_PAGE]:  # each loads others, which have names of their own
        scripts = [f"js/{path.name}" for path in sorted(_SOURCE.parent.glob("*.js"))]
        scripts = [name for name in scripts if name not in _NOT_HERE]
    files = [staticfiles_storage.url(name) for name in dict.fromkeys([*_FILES, *scripts])]
    files.append(words_address())
    source = _SOURCE.read_text(encoding="utf-8")
    source = re.sub(r"(?m)^[ \t]*(?://.*)?\n|^[ \t]+", "", source)
    name = sha256(repr([release_now, language, files, source]).encode()).hexdigest()[:12]
    before, after = reverse("score", args=[0]).split("0")
    words = reverse("live_sum_words", args=["en", "0"]).partition("en/0")[0]
    told = {
        "RELEASE": json.dumps(name),
        "FILES": json.dumps(files),
        "KEPT_PATHS": json.dumps([settings.STATIC_URL, words]),
        "WAITING": json.dumps(reverse("waiting")),
        "SCORE": f"new RegExp({json.dumps(f'^{before}[0-9]+{after}$')})",
        "LEAVING": json.dumps([reverse("account_logout"), reverse("me_delete")]),
    }
    return "".join(f"const {key} = {value};\n" for key, value in told.items()) + source
