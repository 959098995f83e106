"""Where do I sit: two letters of a name are enough."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from league.queries.access import competition_for
from league.queries.matches import starts_of
from league.queries.where import Place, bare_letters, places_of, rounds_to_sit_in
from league.views.requests import PageRequest
from league.words.schedule import round_title, round_when
from league.words.standings import names_of

LONGEST = 100


@require_safe
def where(request: PageRequest, pk: int) -> HttpResponse:
    """?q= the first letters of a first or last name; with htmx the list alone."""
    competition = competition_for(request.user, pk)
    today = timezone.localdate()
    letters = " ".join(request.GET.get("q", "").split())[:LONGEST]
    found = places_of(competition, today, letters)
    context = {
        "competition": competition,
        "letters": letters,
        "enough": len(bare_letters(letters)) > 1,
        "places": [_line(place) for place in found],
        "anything": bool(found) or bool(rounds_to_sit_in(competition, today)),
    }
    return render(request, _template(request), context)


def _template(request: HttpRequest) -> str:
    part = getattr(request, "htmx", False)
    return "where/_places.html" if part else "where/where.html"


def _line(place: Place) -> dict[str, object]:
    match = place.match
    return {
        "player": place.player,
        "partner": place.partner,
        "match": match,
        "table": place.table,
        "others": names_of(place.others) if place.others else "",
        "round": round_title(place.round),
        "when": round_when(starts_of(match) if match else place.round.starts_at),
    }
