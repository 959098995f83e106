"""Penalties and bonuses."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.actions.adjustments import add_adjustment, remove_adjustment
from league.actions.errors import ActionError
from league.forms.adjustments import AdjustmentForm
from league.queries.access import adjustment_for, competition_for
from league.queries.competitions import adjustments_of, entries_of_competition
from league.views.refusals import put_on_form
from league.views.requests import SignedInRequest
from league.words.standings import adjustment_words


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def adjustments(request: SignedInRequest, pk: int) -> HttpResponse:
    """All of them, and one more."""
    competition = competition_for(request.user, pk, "organizer")
    entries = entries_of_competition(competition)
    form = AdjustmentForm(request.POST if request.method == "POST" else None, field=entries)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            typed = form.cleaned_data
            try:
                add_adjustment(
                    competition,
                    form.by_number[typed["entry"]],
                    match_points=typed["match_points"] or 0,
                    points=typed["points"] or 0,
                    reason=typed["reason"],
                    by=request.user,
                )
            except ActionError as refused:
                status = put_on_form(form, refused)
            else:
                messages.success(request, _("Saved. The standings follow at once."))
                return redirect("adjustments", pk)
    context = {
        "competition": competition,
        "tab": "adjustments",
        "organizer": True,
        "form": form,
        "entries": entries,
        "adjustments": [
            (one, adjustment_words(one.match_points, one.points, one.reason))
            for one in adjustments_of(competition)
        ],
    }
    return render(request, "competitions/adjustments.html", context, status=status)


@require_POST
@login_required
def adjustment_remove(request: SignedInRequest, pk: int) -> HttpResponse:
    """Take one off; it stays on record."""
    adjustment = adjustment_for(request.user, pk, "organizer")
    try:
        remove_adjustment(adjustment, by=request.user)
        messages.success(request, _("Taken off. The standings are as they were without it."))
    except ActionError as refused:
        messages.error(request, refused.message)
    return redirect("adjustments", adjustment.entry.competition_id)
