"""What phones send by themselves: one hand, correction or undo a request, answered in JSON.

Whatever happens, the answer says which of five things became of it; a phone lets go of nothing
but what was "stored" or "already" there.
"""

import logging
from time import time
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, InterfaceError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import resolve_url
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.actions.sent_hands import Taken, take_sent
from league.forms.sent_hands import VERSION, read_sent
from league.queries.games import table_side
from league.queries.hands import rules_of
from league.queries.matches import MatchView, load_match
from league.troubles import Trouble, trouble_of
from league.views.live_sums import note_difference, table_stamp
from league.views.requests import PageRequest
from league.views.scorers import at_the_table, links_of
from league.words.troubles import trouble_words

_log = logging.getLogger(__name__)
# Seconds until a phone may ask again: for what comes before it, and for a server in trouble.
_SOON, _LATER = 3, 10
_STATUS = {"stored": 200, "already": 200, "conflict": 409, "not_yours": 403, "later": 503}


@require_http_methods(["GET", "HEAD", "POST"])
def hand_sent(request: PageRequest, pk: int) -> HttpResponse:
    """Take what a phone sends; GET says whether anybody is signed in, and gives the cookie."""
    try:
        return _take(request, pk) if request.method == "POST" else _here(request, pk)
    except (DatabaseError, InterfaceError) as error:
        _log.exception("A hand that a phone sent could not be stored; it will be sent again.")
        return in_trouble(request, trouble_of(error))


def is_sent_hand(request: HttpRequest) -> bool:
    """Whether a phone asks here by itself, and reads no page for an answer; also for a request
    that failed before its address was looked up."""
    try:
        return (request.resolver_match or resolve(request.path_info)).url_name == "hand_sent"
    except Resolver404:
        return False


def in_trouble(request: HttpRequest, found: Trouble | None) -> HttpResponse:
    """Says "later", and why: the database is busy, or has no room."""
    if found is None:
        return trouble(request)
    words = f"{trouble_words(found, sent=False)} {_('The hand stays on this phone.')}"
    return trouble(request, words, found.wait)


def trouble(request: HttpRequest, words: str = "", wait: int = _LATER) -> HttpResponse:
    """Says "later": nothing was stored, and the phone sends it again."""
    words = words or _("The server cannot store anything just now. The hand stays on this phone.")
    try:
        sent_id = request.POST.get("id", "")
    except Exception:  # the request cannot be read, which is why there is trouble
        sent_id = ""
    return _answer("later", sent_id, words, wait=wait)


def _here(request: PageRequest, pk: int) -> HttpResponse:
    get_token(request)
    told: dict[str, Any] = {"answer": "here", "signed_in": request.user.is_authenticated}
    try:
        match, _scorer = at_the_table(request, pk)
    except (Http404, PermissionDenied):
        told["yours"] = False
    else:
        view = load_match(match)
        told |= {"yours": True, "state": view.state, **_standing(view)}
    return _json(told, 200)


def _take(request: PageRequest, pk: int) -> HttpResponse:
    sent_id = request.POST.get("id", "")
    if _written_by_another(request):
        words = _("Another account wrote this. It is sent as yours once you say so.")
        account = {"id": str(request.user.pk), "name": str(request.user)}
        return _answer("not_yours", sent_id, words, account=account)
    try:
        match, scorer = at_the_table(request, pk, people=False)
    except (Http404, PermissionDenied):
        return _not_yours(request, sent_id, pk)
    if request.POST.get("v", VERSION) != VERSION:
        words = _("This phone’s page is newer than the server. The hand stays on this phone.")
        return trouble(request, words)
    sent = read_sent(request.POST, rules_of(match.round.stage.competition))
    if sent is None:
        words = _("This cannot be read here. It stays on this phone: write it down on the sheet.")
        return _answer("conflict", sent_id, words, address=reverse("score", args=[match.pk]))
    try:
        taken = take_sent(match, sent, by=scorer.by)
    except Http404:
        return _not_yours(request, sent_id, pk)
    if taken.before is not None:
        note_difference(request, taken.before, taken.check)
    return _answer(taken.answer, sent_id, taken.words, **_about(taken))


def _written_by_another(request: PageRequest) -> bool:
    """Whether the phone says which account wrote it, or was told to send it, and another is signed
    in. A page out of a cache cannot know that, so it is asked here, before anything is read."""
    writer = request.POST.get("as", "")
    return bool(writer) and request.user.is_authenticated and writer != str(request.user.pk)


def _not_yours(request: PageRequest, sent_id: str, pk: int) -> HttpResponse:
    """Nobody learns here whether there is such a table."""
    if request.user.is_authenticated:
        words = _("You do not score at this table, or it is not there any more.")
        return _answer("not_yours", sent_id, words)
    if links_of(request):
        words = _(
            "The link of this phone does not open this table any more: scan the table’s new code, "
            "or sign in."
        )
    else:
        words = _("You are signed out. Sign in, and it is sent.")
    after = urlencode({"next": reverse("score", args=[pk])})
    return _answer(
        "not_yours", sent_id, words, sign_in=f"{resolve_url(settings.LOGIN_URL)}?{after}"
    )


def _about(taken: Taken) -> dict[str, Any]:
    about: dict[str, Any] = {}
    if taken.answer == "later":
        about["wait"] = _SOON
    if taken.hand is not None:
        hand = taken.hand
        about["hand"] = {
            "id": str(hand.client_id),
            "game": hand.game.number,
            "number": hand.number,
            "revision": hand.revision,
            "status": hand.status,
        }
    if taken.view is not None:
        about |= _standing(taken.view)
    if taken.kept is not None:
        about["address"] = reverse("kept_hand", args=[taken.kept.pk])
    return about


def _standing(view: MatchView) -> dict[str, Any]:
    """The sheet as it stands, as the phone's own page has it, and when that was (ms): a page that
    was read before is older than this."""
    game = view.current
    told: dict[str, Any] = {"stamp": table_stamp(view), "at": int(time() * 1000)}
    if game is None:
        return told
    totals = {str(table_side(game.game, side)): getattr(game, side) for side in ("a", "b")}
    return {**told, "totals": [totals["NS"], totals["EW"]]}


def _answer(answer: str, sent_id: str, words: str, **more: Any) -> JsonResponse:
    told = {"id": sent_id[:64], "answer": answer, "words": words, **more}
    response = _json(told, _STATUS[answer])
    if "wait" in more:
        response["Retry-After"] = str(more["wait"])
    return response


def _json(told: dict[str, Any], status: int) -> JsonResponse:
    return JsonResponse(told, status=status, headers={"Cache-Control": "no-store"})
