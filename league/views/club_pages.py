"""A club as everybody sees it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from league.permissions import may_organize
from league.queries.access import club_for
from league.queries.club_pages import partnerships_in, players_in
from league.queries.home import competitions_for, evening
from league.views.home import tonight_of


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """What is on tonight, its competitions, partnerships and players."""
    found = club_for(request.user, slug)
    now = timezone.now()
    context = {
        "club": found,
        **tonight_of(evening(now, club=found), timezone.localdate(now)),
        "competitions": competitions_for(request.user, found),
        "partnerships": partnerships_in(found),
        "players": players_in(found),
        "organizer": may_organize(request.user, found),
    }
    return render(request, "club_pages/club.html", context)
