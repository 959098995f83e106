"""The season by nights, for everybody."""

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.permissions import may_organize
from league.queries.access import competition_for
from league.queries.season_nights import SeasonNight, season_by_nights
from league.queries.standings import standings_of
from league.words.figures import plain_figure
from league.words.seasons import absence_words, best_words
from league.words.standings import names_of
from scoring.season import Kind, SeasonRow


@require_safe
def season_nights(request: HttpRequest, pk: int) -> HttpResponse:
    """Each entry's nights, those that count and those that do not."""
    competition = competition_for(request.user, pk)
    season = season_by_nights(standings_of(competition))
    parts = [
        (
            part.name,
            [
                {
                    "rank": row.rank,
                    "names": names_of(entry),
                    "entry": entry,
                    "total": plain_figure(row.total),
                    "played": row.played,
                    "nights": _nights(row, season.nights),
                }
                for row, entry in part.rows
            ],
        )
        for part in season.parts
    ]
    context = {
        "competition": competition,
        "tab": "standings",
        "organizer": may_organize(request.user, competition.club),
        "parts": parts,
        "nights": season.nights,
        "rule": [best_words(season.best), absence_words(season.absence)],
    }
    return render(request, "season_nights/nights.html", context)


def _nights(row: SeasonRow, nights: tuple[SeasonNight, ...]) -> list[dict[str, object]]:
    """What stands for each night: day, figure, how it came about, whether it counts."""
    days = {one.number: one.day for one in nights}
    how = {Kind.PLAYED: "", Kind.BYE: _("bye"), Kind.ABSENT: _("away")}
    return [
        {
            "when": _when(one.night, days.get(one.night)),
            "score": plain_figure(one.score),
            "how": how[one.kind],
            "counts": one.counts,
        }
        for one in row.nights
    ]


def _when(number: int, day: date | None) -> str:
    return date_format(day, "M j") if day else _("night %(n)d") % {"n": number}
