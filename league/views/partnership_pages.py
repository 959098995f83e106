"""A partnership's page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from league.models import Partnership
from league.queries.partnerships import history_of_partnership
from league.views.player_pages import history_context


@require_safe
def partnership(request: HttpRequest, pk: int) -> HttpResponse:
    """What these two have done together, for everybody."""
    found = get_object_or_404(Partnership.objects.select_related("first", "second", "club"), pk=pk)
    context = {
        "partnership": found,
        "club": found.club,
        **history_context(history_of_partnership(found)),
    }
    return render(request, "partnerships/partnership.html", context)
