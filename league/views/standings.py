"""The table of a competition, and how each of its lines is put."""

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import zip_longest
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from league.permissions import may_organize
from league.queries.access import Viewer, competition_for
from league.queries.brackets import is_cup
from league.queries.cuts import division_lines, line_of
from league.queries.divisions import DivisionTable, division_tables
from league.queries.made import Of
from league.queries.player_standings import PlayerStandings
from league.queries.reach import places_in_divisions, places_of
from league.queries.stages import rotating
from league.queries.standings import Standings
from league.queries.versions import of_competition
from league.views.cup_places import cup_context
from league.views.entry_lines import lines_of
from league.views.following import following, stand_still
from league.views.moments import asked_table
from league.views.player_standings import player_table
from league.views.schedule import MatchLine, match_line
from league.views.table_lines import Line
from league.words.departures import left_sentence
from league.words.figures import (
    local_time,
)
from league.words.points import after_a_split, describe_points, describe_tie_breaks
from league.words.reach import reach_words
from league.words.standings import (
    names_of,
    progress_sentence,
)
from scoring.reach import Reach


@require_safe
@following(every=10, competitions=of_competition, asks={"after", "on"})
def standings(request: HttpRequest, pk: int) -> HttpResponse:
    """Everybody's standings: each place explained, what is next, what does not count yet; of a cup
    the places of its bracket."""
    competition = competition_for(request.user, pk)
    if is_cup(competition):
        cup = {"tab": "standings", **cup_context(competition, request.user)}
        return render(request, "standings/cup.html", cup)
    asked = asked_table(request, competition)
    if asked.refused:
        stand_still(request)
    table = asked.table
    divisions = division_tables(table)
    places = {} if divisions else places_of(table)
    within = places_in_divisions(table, divisions)
    today = timezone.localdate(table.as_of)
    context = {
        "competition": competition,
        "tab": "standings",
        "organizer": may_organize(request.user, competition.club),
        **table_context(
            table, request.user, lines_of(table, request.user, places), divisions, within
        ),
        "places_told": _places_told(table, places)
        or any(map(_places_told, [one.table for one in divisions], within)),
        **asked.context,
        "playing": _tiles(table, today),
        **_open_results(table, today),
        "points_words": describe_points(table.rules),
        "tie_words": describe_tie_breaks(table.rules),
        "split_words": after_a_split(table.rules),
    }
    if not table.rows and rotating(competition):
        context |= player_table(competition, request.user)
        context |= _open_results(context["standings"], today)
    return render(request, "standings/standings.html", context, status=asked.status)


def _open_results(table: Standings | PlayerStandings, today: date) -> dict[str, Any]:
    """What is in doubt: disputed, or not yet accepted by the other side."""
    return {
        "unsettled": [match_line(view, today) for view in table.facts.unsettled],
        "unanswered": [match_line(view, today) for view in table.facts.unanswered],
    }


def _tiles(table: Standings, today: date) -> list[MatchLine]:
    """The matches in play; after a hand all but one are what they were."""
    wanted = {
        view.match.pk: Of(
            objects=(view,),
            values=(today, names_of(view.match.entry_a), names_of(view.match.entry_b)),
        )
        for view in table.playing
    }
    return [*table.made.again("tiles", wanted, _tile).values()]


def _tile(of: Of) -> MatchLine:
    [view], [today, *_names] = of
    return match_line(view, today)


def table_context(
    table: Standings,
    viewer: Viewer,
    lines: Sequence[Line] | None = None,
    divisions: Sequence[DivisionTable] | None = None,
    within: Sequence[Mapping[int, Reach]] = (),
) -> dict[str, Any]:
    """What `standings/_table.html` and its heading need: the lines with the cut drawn in them.

    `lines` and `divisions` when they are made already; `within` says where each can still finish
    in its division. `cut_line` is that of the whole table, `divisions` have their own.
    """
    parts = division_tables(table) if divisions is None else divisions
    cuts = division_lines(table, parts)
    return {
        "standings": table,
        "lines": lines_of(table, viewer) if lines is None else lines,
        "has_draws": any(place.row.drawn for place in table.rows),
        "progress": progress_sentence(
            round_done=table.round_done,
            rounds_total=table.rounds_total,
            playing=[(v.match.round.number, v.match.table) for v in table.playing],
            missing=table.missing,
        ),
        "as_of": "" if table.moment else local_time(table.as_of),
        "cut_line": line_of(table),
        "divisions": [
            {
                "name": one.name,
                "lines": lines_of(one.table, viewer, reach, str(at)),
                "cut_line": cut,
            }
            for at, (one, cut, reach) in enumerate(zip_longest(parts, cuts, within), 1)
        ],
        "left": [
            {
                "names": names_of(one.entry),
                "words": left_sentence(one.entry),
                "struck": one.struck,
            }
            for one in table.left
        ],
    }


def _places_told(table: Standings, places: Mapping[int, Reach]) -> bool:
    """Whether any line says where it can still finish."""
    return any(reach_words(one, len(table.rows)) for one in places.values())
