"""Penalties and bonuses."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.actions.adjustments import add_adjustment, remove_adjustment
from league.actions.errors import ActionError
from league.actions.impacts import ImpactUnseen
from league.forms.adjustments import AdjustmentForm
from league.forms.fields import tidy_name
from league.models import Competition, Entrant, Entry
from league.queries.access import adjustment_for, competition_for
from league.queries.adjustments import adjustments_of, entered_in
from league.views.impacts import act_on_table, impact_context
from league.views.refusals import put_on_form
from league.views.requests import SignedInRequest
from league.words.standings import adjustment_words, names_of


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def adjustments(request: SignedInRequest, pk: int) -> HttpResponse:
    """All of them, and one more."""
    competition = competition_for(request.user, pk, "organizer")
    entries = entered_in(competition)
    form = AdjustmentForm(request.POST if request.method == "POST" else None, field=entries)
    status = 200
    moved: dict[str, Any] = {}
    if request.method == "POST":
        status = 422
        if form.is_valid():
            typed = form.cleaned_data
            try:
                act_on_table(
                    request,
                    competition,
                    lambda: add_adjustment(
                        competition,
                        form.by_number[typed["entry"]],
                        match_points=typed["match_points"] or 0,
                        points=typed["points"] or 0,
                        reason=typed["reason"],
                        rule=tidy_name(typed["rule"]),
                        by=request.user,
                    ),
                    by=request.user,
                )
            except ImpactUnseen as unseen:
                moved = impact_context(unseen)
            except ActionError as refused:
                status = put_on_form(form, refused)
            else:
                messages.success(request, _("Saved. The standings follow at once."))
                return redirect("adjustments", pk)
    return _page(request, competition, form, entries, moved, status)


def _page(
    request: SignedInRequest,
    competition: Competition,
    form: AdjustmentForm,
    entries: Sequence[Entry | Entrant],
    more: dict[str, Any],
    status: int,
) -> HttpResponse:
    context = {
        "competition": competition,
        "tab": "adjustments",
        "organizer": True,
        "form": form,
        "entries": entries,
        **more,
        "adjustments": [
            (one, names_of(one.owner), adjustment_words(one)) for one in adjustments_of(competition)
        ],
    }
    return render(request, "competitions/adjustments.html", context, status=status)


@require_POST
@login_required
def adjustment_remove(request: SignedInRequest, pk: int) -> HttpResponse:
    """Take one off; it stays on record."""
    adjustment = adjustment_for(request.user, pk, "organizer")
    competition = adjustment.competition
    try:
        act_on_table(
            request,
            competition,
            lambda: remove_adjustment(adjustment, by=request.user),
            by=request.user,
        )
        messages.success(request, _("Taken off. The standings are as they were without it."))
    except ImpactUnseen as unseen:
        entries = entered_in(competition)
        more = {**impact_context(unseen), "removing": adjustment}
        return _page(request, competition, AdjustmentForm(field=entries), entries, more, 422)
    except ActionError as refused:
        messages.error(request, refused.message)
    return redirect("adjustments", competition.pk)
