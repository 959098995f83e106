"""The rules of a season, for its organizers."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.actions.errors import ActionError
from league.actions.seasons import change_season
from league.forms.seasons import SeasonForm
from league.queries.access import competition_for
from league.queries.seasons import season_of
from league.views.refusals import put_on_form
from league.views.requests import SignedInRequest


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def season_edit(request: SignedInRequest, pk: int) -> HttpResponse:
    """What becomes of those who leave, and which nights count."""
    competition = competition_for(request.user, pk, "organizer")
    data = request.POST if request.method == "POST" else None
    form = SeasonForm(data, season=season_of(competition))
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                change_season(
                    competition,
                    form.changes(),
                    reason=form.cleaned_data["reason"],
                    by=request.user,
                )
            except ActionError as refused:
                status = put_on_form(form, refused)
            else:
                messages.success(request, _("Saved."))
                return redirect("competition_setup", pk)
    context = {"competition": competition, "tab": "setup", "organizer": True, "form": form}
    return render(request, "seasons/edit.html", context, status=status)
