"""The season by nights, for everybody."""

from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.models import Entry
from league.permissions import may_organize
from league.queries.access import competition_for
from league.queries.player_standings import player_standings_of
from league.queries.season_nights import SeasonNight, SeasonPlace, season_by_nights
from league.queries.stages import rotating
from league.queries.standings import standings_of
from league.queries.versions import of_competition
from league.views.following import following
from league.words.figures import plain_figure, signed_figure
from league.words.seasons import absence_words, adjusted_words, best_words
from league.words.standings import adjustment_figures, adjustment_words, names_of
from scoring.season import Kind, SeasonRow


@require_safe
@following(every=10, competitions=of_competition)
def season_nights(request: HttpRequest, pk: int) -> HttpResponse:
    """Each entry's nights, those that count and those that do not, and what is added to them."""
    competition = competition_for(request.user, pk)
    alone = rotating(competition)
    season = season_by_nights(
        player_standings_of(competition) if alone else standings_of(competition, kept=True)
    )
    parts = [(part.name, [_line(one, season.nights) for one in part.rows]) for part in season.parts]
    context = {
        "competition": competition,
        "tab": "standings",
        "organizer": may_organize(request.user, competition.club),
        "alone": season.alone,
        "parts": parts,
        "nights": season.nights,
        "adjusted": any(one.adjustments for part in season.parts for one in part.rows),
        "rule": [
            best_words(season.best),
            absence_words(season.absence),
            adjusted_words(season.rank_by),
        ],
    }
    return render(request, "season_nights/nights.html", context)


def _line(one: SeasonPlace, nights: tuple[SeasonNight, ...]) -> dict[str, Any]:
    row, owner = one.row, one.owner
    if isinstance(owner, Entry):
        names, url = names_of(owner), reverse("partnership", args=[owner.partnership_id])
    else:
        names = format_html('<bdi class="name">{}</bdi>', owner.name)
        url = reverse("player", args=[owner.pk])
    return {
        "rank": row.rank,
        "names": names,
        "url": url,
        "total": plain_figure(row.total),
        "adjusted": signed_figure(row.adjusted),
        "quiet": format_html_join(
            "", " · {}", [(adjustment_figures(made),) for made in one.adjustments]
        ),
        "notes": [adjustment_words(made) for made in one.adjustments],
        "played": row.played,
        "nights": _nights(row, nights),
    }


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
