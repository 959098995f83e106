"""One match put off, and made up."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.actions.clashes import TableTaken
from league.actions.errors import ActionError
from league.actions.postponements import play_with_round, postpone_match
from league.forms.postponements import PostponeForm
from league.queries.access import match_for
from league.queries.matches import table_of
from league.views.refusals import put_on_form
from league.views.requests import SignedInRequest


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def match_postpone(request: SignedInRequest, pk: int) -> HttpResponse:
    """Its new day and table, or none yet; POST `step` back: with its round after all.

    `free` is the table that was offered instead of one that is taken.
    """
    match = match_for(request.user, pk, "organizer")
    back = request.POST.get("step") == "back"
    typed = request.POST.copy() if request.method == "POST" and not back else None
    if typed is not None and "free" in typed:
        typed["table"] = request.POST.get("free", "")
    form = PostponeForm(typed, shown=match)
    free = None
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
                    table=form.cleaned_data["table"],
                    reason=form.cleaned_data["reason"],
                    by=request.user,
                )
                messages.success(request, _("Table %(n)d: put off.") % {"n": match.table})
                return redirect("round_results", match.round_id)
        except ActionError as refused:
            status = put_on_form(form, refused)
            free = refused.free if isinstance(refused, TableTaken) else None
    context = {
        "match": match,
        "round": match.round,
        "table": table_of(match),
        "competition": match.round.stage.competition,
        "tab": "results",
        "organizer": True,
        "form": form,
        "free": free,
    }
    return render(request, "postponements/postpone.html", context, status=status)
