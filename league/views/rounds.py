"""One round: published, moved, closed, opened again."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.actions.errors import ActionError
from league.actions.rounds import close_round, edit_round, publish_rounds, reopen_round
from league.forms.rounds import CloseForm, RoundForm
from league.models import Stage
from league.queries.access import round_for
from league.queries.results import hall_of
from league.queries.sent_hands import questions_in
from league.views.refusals import put_on_form
from league.views.requests import SignedInRequest


@require_POST
@login_required
def round_publish(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show one draft to everybody."""
    found = round_for(request.user, pk, "organizer")
    competition = found.stage.competition
    try:
        if publish_rounds(competition, [found], by=request.user):
            messages.success(
                request, _("%(round)s is published: everybody sees it now.") % {"round": found}
            )
    except ActionError as refused:
        messages.error(request, refused.message)
    if found.stage.kind in Stage.DRAWN_ROUND_BY_ROUND:
        return redirect("stage", found.stage_id)
    if found.stage.kind in Stage.BRACKETS:
        return redirect("bracket", found.stage_id)
    return redirect("draw", competition.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def round_edit(request: SignedInRequest, pk: int) -> HttpResponse:
    """A name, another day, or postponed."""
    found = round_for(request.user, pk, "organizer")
    form = RoundForm(request.POST if request.method == "POST" else None, shown=found)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                edit_round(
                    found,
                    name=form.cleaned_data["name"],
                    starts_at=form.starts_at,
                    reason=form.cleaned_data["reason"],
                    by=request.user,
                )
            except ActionError as refused:
                status = put_on_form(form, refused)
            else:
                messages.success(request, _("Saved."))
                return redirect("round_results", pk)
    context = {
        "round": found,
        "competition": found.stage.competition,
        "tab": "results",
        "organizer": True,
        "form": form,
    }
    return render(request, "rounds/edit.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def round_close(request: SignedInRequest, pk: int) -> HttpResponse:
    """Close a round; with results missing, only when told so."""
    found = round_for(request.user, pk, "organizer")
    form = CloseForm(request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            close_round(found, with_missing=form.cleaned_data["with_missing"], by=request.user)
        except ActionError as refused:
            status = put_on_form(form, refused)
        else:
            messages.success(request, _("%(round)s is closed.") % {"round": found})
            return redirect("round_results", pk)
    context = {
        "round": found,
        "hall": hall_of(found),
        "questions": questions_in(found),
        "competition": found.stage.competition,
        "tab": "results",
        "organizer": True,
        "form": form,
    }
    return render(request, "rounds/close.html", context, status=status)


@require_POST
@login_required
def round_reopen(request: SignedInRequest, pk: int) -> HttpResponse:
    """Open a closed round again."""
    found = round_for(request.user, pk, "organizer")
    try:
        reopen_round(found, by=request.user)
        messages.success(request, _("%(round)s is open again.") % {"round": found})
    except ActionError as refused:
        messages.error(request, refused.message)
    return redirect("round_results", pk)
