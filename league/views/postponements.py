"""One match put off, and made up."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.actions.errors import ActionError
from league.actions.postponements import play_with_round, postpone_match
from league.forms.postponements import PostponeForm
from league.queries.access import match_for
from league.views.refusals import put_on_form
from league.views.requests import SignedInRequest


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def match_postpone(request: SignedInRequest, pk: int) -> HttpResponse:
    """Its new day, or none yet; POST `step` back: with its round after all."""
    match = match_for(request.user, pk, "organizer")
    back = request.POST.get("step") == "back"
    form = PostponeForm(
        request.POST if request.method == "POST" and not back else None, shown=match
    )
    status = 200
    if request.method == "POST":
        status = 422
        try:
            if back:
                play_with_round(match, by=request.user)
                messages.success(request, _("It is played with its round."))
                return redirect("round_results", match.round_id)
            if form.is_valid():
                postpone_match(
                    match,
                    starts_at=form.starts_at,
                    reason=form.cleaned_data["reason"],
                    by=request.user,
                )
                messages.success(request, _("Table %(n)d: put off.") % {"n": match.table})
                return redirect("round_results", match.round_id)
        except ActionError as refused:
            status = put_on_form(form, refused)
    context = {
        "match": match,
        "round": match.round,
        "competition": match.round.stage.competition,
        "tab": "results",
        "organizer": True,
        "form": form,
    }
    return render(request, "postponements/postpone.html", context, status=status)
