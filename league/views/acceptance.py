"""Handing a sheet in, accepting it on the phone that is passed across, making it final."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from league.actions.acceptance import accept_match, finalize_match, submit_match, take_back_match
from league.actions.errors import ActionError, StaleEdit
from league.models import Match
from league.queries.access import match_for
from league.queries.games import MatchSide
from league.queries.matches import people_of
from league.queries.scorers import Scorer
from league.views.match_states import other_side, result_games
from league.views.requests import PageRequest, SignedInRequest, number_in
from league.views.scorers import at_the_table, scorers_only
from league.views.tables import evening, match_context


@never_cache
@require_POST
@scorers_only
def match_submit(request: PageRequest, pk: int) -> HttpResponse:
    """One side hands the sheet in; then the phone is passed across."""
    found, scorer = at_the_table(request, pk)
    side = scorer.side or side_in(request.POST.get("side", ""))
    if side is None:
        return evening(request, found, note=_("Say which side hands the sheet in."), status=422)
    stamp = request.POST.get("stamp", "")
    try:
        handed_in = submit_match(found, side=side, stamp=stamp, by=scorer.by)
    except StaleEdit as stale:
        return evening(request, found, note=stale.message, status=409)
    except ActionError as refused:
        return evening(request, found, note=refused.message, status=422)
    if not handed_in:
        messages.info(request, _("It was handed in already."))
    return redirect("match_accept", pk=pk)


@never_cache
@require_POST
@scorers_only
def match_take_back(request: PageRequest, pk: int) -> HttpResponse:
    """A handed-in sheet is opened again before anybody has answered."""
    found, scorer = at_the_table(request, pk)
    try:
        taken = take_back_match(found, by=scorer.by)
    except ActionError as refused:
        return evening(request, found, note=refused.message, status=422)
    messages.success(request, _("The sheet is open again.") if taken else _("It is open already."))
    return redirect("score", pk=pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@scorers_only
def match_accept(request: PageRequest, pk: int) -> HttpResponse:
    """The result, big and only to read, for the other side; a player of theirs accepts it."""
    found, scorer = at_the_table(request, pk)
    if request.method != "POST":
        return _page(request, found, scorer)
    try:
        signed = accept_match(
            found,
            player_id=number_in(request.POST.get("player", "")),
            stamp=request.POST.get("stamp", ""),
            by=scorer.by,
        )
    except StaleEdit as stale:
        return _refused(request, found, scorer, stale.message, 409)
    except ActionError as refused:
        return _refused(request, found, scorer, refused.message, 422)
    messages.success(request, _("The sheet is signed.") if signed else _("It was signed already."))
    if request.htmx:
        return evening(request, at_the_table(request, pk)[0])
    return redirect("match", pk=pk)


@never_cache
@require_POST
@login_required
def match_final(request: SignedInRequest, pk: int) -> HttpResponse:
    """An organizer makes an accepted result final before its time."""
    found = match_for(request.user, pk, "organizer")
    try:
        made = finalize_match(found, by=request.user)
    except ActionError as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, _("The result is final.") if made else _("It is final already."))
    return redirect("match", pk=pk)


def side_in(text: str) -> MatchSide | None:
    """The side a form names."""
    return "a" if text == "a" else "b" if text == "b" else None


def _refused(
    request: PageRequest, found: Match, scorer: Scorer, words: str, status: int
) -> HttpResponse:
    if "page" in request.POST:
        return _page(request, found, scorer, note=words, status=status)
    return evening(request, found, note=words, status=status)


def _page(
    request: PageRequest, found: Match, scorer: Scorer, *, note: str = "", status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = match_context(request, found)
    rules, state = context["sheets_rules"], context["sheet_state"]
    people = people_of(found)
    asked = other_side(found.submitted_side) if rules.acceptance != "one" else None
    signers = people[asked] if asked else people["a"] + people["b"]
    open_now = context["view"].over and found.accepted_at is None and found.forfeit is None
    waits = rules.acceptance == "one" or found.submitted_side or scorer.organizes
    context |= {
        "may_score": True,
        "note": note,
        "signers": signers,
        "result_games": result_games(context["view"], scorer.side or asked or "a"),
        "may_accept": open_now and state != "disputed" and bool(waits),
    }
    return render(request, "acceptance/accept.html", context, status=status)
