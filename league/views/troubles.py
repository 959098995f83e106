"""What somebody gets when the program breaks (500), or the database is busy or full (503)."""

import sys

from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.template.loader import render_to_string

from league.troubles import Trouble, trouble_of
from league.views.sent_hands import in_trouble, is_sent_hand
from league.words.troubles import trouble_words

_MOST_LETTERS = 100_000
_SAFE = {"GET", "HEAD"}


def broken(request: HttpRequest) -> HttpResponse:
    """The answer to an exception that nobody caught: Django calls it for every layer, middleware
    too. Asks nothing of the database, which may be what failed."""
    trouble = trouble_of(sys.exception())
    if is_sent_hand(request):
        # A page would be no answer: the phone would send this hand again for ever, and none after.
        return in_trouble(request, trouble)
    if trouble is None:
        return HttpResponseServerError(render_to_string("500.html"))
    sent = request.method not in _SAFE
    if "HX-Request" in request.headers:
        # No page inside a page: htmx leaves all as it was, and league.js says this sentence.
        words = trouble_words(trouble, sent=sent)
        answer = HttpResponse(words, status=503, content_type="text/plain; charset=utf-8")
    else:
        shown = {"trouble": trouble, "wait": trouble.wait, "sent": sent, "again": None}
        if sent:
            shown |= {"again": _typed(request), "path": request.get_full_path()}
        answer = HttpResponse(render_to_string("503.html", shown), status=503)
        if not sent and trouble is Trouble.BUSY:
            answer["Refresh"] = str(trouble.wait)
    answer["Retry-After"] = str(trouble.wait)
    answer["Cache-Control"] = "no-store"
    return answer


def _typed(request: HttpRequest) -> list[tuple[str, str]]:
    """The fields of the form, to send once more; none of a form with a password, or with files."""
    try:
        fields = [(name, value) for name, values in request.POST.lists() for value in values]
        files = bool(request.FILES)
    except (OSError, ValueError):
        return []
    secret = any("password" in name for name, _value in fields)
    too_long = sum(len(name) + len(value) for name, value in fields) > _MOST_LETTERS
    return [] if secret or files or too_long else fields
