"""Both sides write their own sheet, blind: choosing one's side, comparing the two, settling."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.actions.errors import ActionError
from league.actions.second_sheets import begin_sheet, release_sheet
from league.actions.settled_sheets import settle_sheets
from league.forms.games import ReasonForm
from league.forms.second_sheets import SettleSheetsForm
from league.models import Match
from league.permissions import may_organize
from league.queries.access import match_for
from league.queries.games import MatchSide
from league.queries.score_sheets import game_sheets
from league.queries.scorers import Scorer
from league.queries.second_sheets import both_in, both_write, compared, may_open, sheets_of
from league.views.acceptance import side_in
from league.views.match_states import pair_of
from league.views.refusals import put_on_form
from league.views.requests import PageRequest, SignedInRequest
from league.views.scorers import at_the_table, match_to_read, scorers_only
from league.views.second_sheet_lines import SIDES, game_differences, own_context
from league.views.sheet_keys import held_keys, hold_key


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@scorers_only
def own_sheets(request: PageRequest, pk: int) -> HttpResponse:
    """Whose sheet do you write? POST begins it, or takes it up where its phone was let go."""
    match, scorer = at_the_table(request, pk)
    if not both_write(match):
        return redirect("match", pk)
    note, status = "", 200
    side = side_in(request.POST.get("side", ""))
    if request.method == "POST" and side is not None:
        check_open(request, match, scorer, side)
        try:
            begin_sheet(
                match, side=side, holder=_holder(request, match, scorer, side), by=scorer.by
            )
        except ActionError as refused:
            note, status = refused.message, 422
        else:
            return redirect("own_sheet", pk, side)
    sheets = sheets_of(match)
    held = held_keys(request, match)
    context = {
        "match": match,
        "competition": match.round.stage.competition,
        "note": note,
        "organizes": scorer.organizes,
        "compared": both_in(sheets),
        "sides": [
            (one, pair_of(match, one), sheets.get(one), may_open(scorer, one, sheets, held))
            for one in SIDES
        ],
    }
    return render(request, "second_sheets/choose.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def own_release(request: SignedInRequest, pk: int, side: str) -> HttpResponse:
    """An organizer lets another phone write the sheet of a side, without reading it."""
    match = match_for(request.user, pk, "organizer")
    whose = side_in(side)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    status = 200
    if whose is None or not both_write(match):
        return redirect("match", pk)
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                done = release_sheet(
                    match, side=whose, reason=form.cleaned_data["reason"], by=request.user
                )
            except ActionError as refused:
                status = put_on_form(form, refused)
            else:
                words = _("Another phone can take the sheet up.") if done else _("No phone has it.")
                messages.success(request, words)
                return redirect("own_sheets", pk)
    context = {"match": match, "competition": match.round.stage.competition, "form": form}
    context["pair"] = pair_of(match, whose)
    return render(request, "second_sheets/release.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def compare(request: PageRequest, pk: int) -> HttpResponse:
    """Both sheets side by side, once both are in; an organizer says which is the result."""
    match = match_to_read(request, pk)
    if request.method == "POST":
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        match = match_for(request.user, pk, "organizer")
    sheets = sheets_of(match)
    if not both_in(sheets):
        messages.info(request, _("Both sheets can be read once both are in."))
        return redirect("match", pk)
    organizes = may_organize(request.user, match.round.stage.competition.club)
    form = SettleSheetsForm(request.POST if request.method == "POST" else None, match=match)
    status = 200
    if request.method == "POST" and request.user.is_authenticated:
        status = 422
        if form.is_valid():
            try:
                done = settle_sheets(match, by=request.user, **form.cleaned_data)
            except ActionError as refused:
                status = put_on_form(form, refused)
            else:
                words = (
                    _("Settled: the result is accepted.") if done else _("It is settled already.")
                )
                messages.success(request, words)
                return redirect("match", pk)
    both = compared(match, sheets)
    context: dict[str, Any] = {
        "match": match,
        "competition": match.round.stage.competition,
        "both": both,
        "games": game_differences(both),
        "pairs": [pair_of(match, side) for side in SIDES],
        "sheets": [
            (pair_of(match, side), view, game_sheets(view))
            for side, view in (("a", both.a), ("b", both.b))
        ],
        "form": form,
        "settle": organizes and both_write(match),
        **own_context(match),
    }
    return render(request, "second_sheets/compare.html", context, status=status)


def check_open(request: PageRequest, match: Match, scorer: Scorer, side: MatchSide) -> None:
    """Raise PermissionDenied unless this scorer, with this browser, may open this side's sheet."""
    if not may_open(scorer, side, sheets_of(match), held_keys(request, match)):
        raise PermissionDenied


def _holder(request: PageRequest, match: Match, scorer: Scorer, side: MatchSide) -> str:
    """The digest of this browser's key; none for a player, whom his account opens it."""
    if scorer.side is not None and not scorer.keeps:
        return ""
    return hold_key(request, match, side)
