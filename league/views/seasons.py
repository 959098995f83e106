"""The rules of a season, for its organizers."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.views.decorators.http import require_http_methods

from league.actions.seasons import change_season
from league.forms.seasons import SeasonForm
from league.queries.access import competition_for
from league.queries.seasons import season_of
from league.views.changes import change_page
from league.views.requests import SignedInRequest


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def season_edit(request: SignedInRequest, pk: int) -> HttpResponse:
    """What becomes of those who leave, and which nights count."""
    competition = competition_for(request.user, pk, "organizer")
    data = request.POST if request.method == "POST" else None
    form = SeasonForm(data, season=season_of(competition))
    return change_page(request, competition, form, change_season, "seasons/edit.html")
