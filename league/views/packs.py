"""The pack of an evening: all its paper in one print, for a hall that has to go on without the
computer. What is written on it is keyed in afterwards (`views/keyed_sheets.py`)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from league.queries.access import round_for
from league.queries.brackets import is_cup
from league.queries.prints import matches_of
from league.queries.standings import standings_of
from league.views.cup_places import cup_context
from league.views.prints import (
    name_rows,
    round_context,
    sheets_context,
    sheets_of,
    table_paper,
    tables_context,
)
from league.views.readers import for_everybody


@require_safe
@for_everybody
def print_pack(request: HttpRequest, pk: int) -> HttpResponse:
    """Who sits where by name and by table, the standings so far, and a sheet for every table
    without the codes of the table links; ?half= for two sheets on a page."""
    found = round_for(request.user, pk)
    competition = found.stage.competition
    sheets = [sheet for match in matches_of(found) for sheet in sheets_of(match)]
    cup = is_cup(competition)
    table = (
        cup_context(competition, request.user) | {"day": timezone.localtime()}
        if cup
        else table_paper(standings_of(competition), request.user)
    )
    context = {
        "cup": cup,
        **table,
        **round_context(found),
        **tables_context(found),
        **sheets_context(request, sheets),
        "names_rows": name_rows(found),
    }
    return render(request, "prints/pack.html", context)
