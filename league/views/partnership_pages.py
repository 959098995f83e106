"""A partnership's page."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from league.queries.merges import partnership_became
from league.queries.partnerships import history_of_partnership, partnership_for_everybody
from league.queries.versions import of_partnership
from league.views.following import following
from league.views.player_pages import history_context


@require_safe
@following(every=10, competitions=of_partnership)
def partnership(request: HttpRequest, pk: int) -> HttpResponse:
    """What these two have done together, for everybody. The address of a partnership that is
    another one since two records were merged leads there."""
    try:
        found = partnership_for_everybody(pk)
    except Http404:
        now = partnership_became(pk)
        if now is None:
            raise
        return redirect("partnership", now)
    context = {
        "partnership": found,
        "club": found.club,
        **history_context(history_of_partnership(found)),
    }
    return render(request, "partnerships/partnership.html", context)
