"""The front page: tonight, playing now, the latest results."""

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from league.models import Competition
from league.queries.home import Evening, competitions_for, evening, first_steps
from league.queries.matches import starts_of
from league.views.schedule import MatchLine, RoundLines, made_up_lines, match_line, round_lines
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
        **tonight_of(on, today),
        "playing": [
            (view.match.round.stage.competition, match_line(view, today)) for view in on.playing
        ],
        "latest": [
            (
                view.match.round.stage.competition,
                match_line(
                    view,
                    today,
                    where=local_day(starts_at) if (starts_at := starts_of(view.match)) else "",
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


def tonight_of(on: Evening, today: date) -> dict[str, object]:
    """What `home/_tonight.html` needs: the rounds of this day, and what is made up on it."""
    rounds: list[tuple[Competition, RoundLines]] = [
        (view.round.stage.competition, round_lines(view, today)) for view in on.tonight
    ]
    made_up: list[tuple[Competition, list[MatchLine]]] = []
    competitions = {view.match.round.stage.competition: None for view in on.made_up}
    for one in competitions:
        views = [view for view in on.made_up if view.match.round.stage.competition == one]
        made_up.append((one, made_up_lines(views, today)))
    return {"tonight": rounds, "made_up": made_up}
