"""The championship final."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.actions.errors import ActionError
from league.actions.finals import create_final
from league.forms.finals import FinalForm
from league.queries.access import competition_for
from league.queries.standings import standings_of
from league.views.refusals import put_on_form
from league.views.requests import SignedInRequest


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def final_new(request: SignedInRequest, pk: int) -> HttpResponse:
    """Two entries, the first two of the table unless others are chosen."""
    competition = competition_for(request.user, pk, "organizer")
    standings = standings_of(competition)
    places = [place.entry for place in standings.rows]
    form = FinalForm(
        request.POST if request.method == "POST" else None,
        field=places,
        leaders=[entry.pk for entry in places[:2]] if standings.begun else [],
    )
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            typed = form.cleaned_data
            try:
                match = create_final(
                    competition,
                    form.entries,
                    name=typed["name"],
                    starts_at=form.starts_at,
                    table=typed["table"],
                    best_of=typed["best_of"],
                    publish=typed["publish"],
                    by=request.user,
                )
            except ActionError as refused:
                status = put_on_form(form, refused)
            else:
                messages.success(request, _("The final is set up."))
                return redirect("round_results", match.round_id)
    tied = len(standings.rows) > 2 and standings.rows[1].row.rank == standings.rows[2].row.rank
    context = {
        "competition": competition,
        "tab": "setup",
        "organizer": True,
        "form": form,
        "standings": standings,
        "tied": tied and standings.begun,
    }
    return render(request, "competitions/final.html", context, status=status)
