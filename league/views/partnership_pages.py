"""A partnership's page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.queries.partnerships import history_of_partnership, partnership_for_everybody
from league.views.player_pages import history_context


@require_safe
def partnership(request: HttpRequest, pk: int) -> HttpResponse:
    """What these two have done together, for everybody."""
    found = partnership_for_everybody(pk)
    context = {
        "partnership": found,
        "club": found.club,
        **history_context(history_of_partnership(found)),
    }
    return render(request, "partnerships/partnership.html", context)
