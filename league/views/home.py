"""The front page: tonight, playing now, the latest results."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from league.queries.home import competitions_for, evening, first_steps
from league.views.schedule import match_line, round_lines
from league.words.figures import local_day, local_time
from league.words.schedule import round_when


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What is on, for everybody; an empty one says what to do first."""
    now = timezone.now()
    today = timezone.localdate(now)
    on = evening(now)
    competitions = competitions_for(request.user)
    has_accounts, has_clubs = first_steps()
    context = {
        "today": today,
        "as_of": local_time(now),
        "tonight": [
            (view.round.stage.competition, round_lines(view, today)) for view in on.tonight
        ],
        "playing": [
            (view.match.round.stage.competition, match_line(view, today)) for view in on.playing
        ],
        "latest": [
            (
                view.match.round.stage.competition,
                match_line(
                    view,
                    today,
                    where=local_day(view.match.round.starts_at)
                    if view.match.round.starts_at
                    else "",
                ),
            )
            for view in on.latest
        ],
        "coming": on.coming,
        "coming_when": round_when(on.coming.starts_at) if on.coming else "",
        "competitions": competitions,
        "has_accounts": has_accounts,
        "has_clubs": has_clubs,
    }
    return render(request, "home/home.html", context)
