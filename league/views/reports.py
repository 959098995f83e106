"""The sides report their totals, each from its own view; two totals change sides with one tap."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.actions.errors import ActionError, StaleEdit
from league.actions.impacts import ImpactUnseen
from league.actions.moves import stamp_of_seats, turn_sheet
from league.actions.reports import report_totals
from league.actions.results import Totals
from league.forms.reports import ReportForm, SwapForm
from league.models import Match, Round
from league.queries.matches import MatchView, load_match
from league.queries.sheets_rules import sheets_rules
from league.views.acceptance import side_in
from league.views.impacts import act_on_match, impact_context
from league.views.match_states import state_context
from league.views.refusals import put_on_form, status_of
from league.views.requests import PageRequest
from league.views.scorers import at_the_table, scorers_only


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@scorers_only
def match_report(request: PageRequest, pk: int) -> HttpResponse:
    """Totals alone, from the view of whoever reports. While a report waits, the others are shown
    that one, to accept or dispute."""
    match, scorer = at_the_table(request, pk)
    rules = sheets_rules(match.round.stage.competition)
    if not rules.sides_report or rules.acceptance == "blind":
        raise Http404
    view = load_match(match)
    if not state_context(view)["sheet_open"] or match.forfeit is not None:
        return redirect("match_accept", pk)
    if any(game.hands for game in view.games):
        return redirect("score", pk)
    data = request.POST if request.method == "POST" else None
    form = ReportForm(data, view=view, fixed=scorer.side)
    status = 200
    if request.method == "POST":
        status = 422
        side = side_in(request.POST.get("side", ""))
        if form.is_valid() and side is not None:
            try:
                report_totals(
                    match,
                    [Totals(**one._asdict()) for one in form.totals],
                    side=side,
                    stamp=form.cleaned_data["stamp"],
                    by=scorer.by,
                )
            except StaleEdit as stale:
                messages.error(request, stale.message)
                return render(
                    request,
                    "reports/report.html",
                    _page(match, stale.stored) | {"form": ReportForm(view=stale.stored)},
                    status=409,
                )
            except ActionError as refused:
                field = form.field_of(refused.field)
                form.add_error(field if field in form.fields else None, refused.message)
                status = status_of(refused)
            else:
                messages.success(
                    request, _("Handed in. The other side accepts it, or disputes it.")
                )
                return redirect("match_accept", pk)
    return render(
        request, "reports/report.html", _page(match, view) | {"form": form}, status=status
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@scorers_only
def match_swap(request: PageRequest, pk: int) -> HttpResponse:
    """The totals were written the wrong way round; what that moves is shown before."""
    match, scorer = at_the_table(request, pk)
    view = load_match(match)
    open_now = state_context(view)["sheet_open"]
    if not open_now and not scorer.organizes:
        raise PermissionDenied
    built_on = match.accepted_at is not None or match.round.state == Round.State.CLOSED
    form = SwapForm(
        request.POST if request.method == "POST" else None,
        needs_reason=built_on,
        initial={"stamp": stamp_of_seats(view)},
    )
    status = 200
    moved: dict[str, Any] = {}
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                act_on_match(
                    request,
                    view,
                    lambda: turn_sheet(match, by=scorer.by, **form.cleaned_data),
                    by=scorer.by,
                )
            except ImpactUnseen as unseen:
                moved = impact_context(unseen)
            except ActionError as refused:
                status = put_on_form(form, refused)
            else:
                messages.success(request, _("The two totals have changed sides."))
                return redirect("match", pk)
    context = _page(match, view) | {"form": form, **moved}
    return render(request, "reports/swap.html", context, status=status)


def _page(match: Match, view: MatchView) -> dict[str, Any]:
    return {
        "match": match,
        "view": view,
        "round": match.round,
        "competition": match.round.stage.competition,
    }
