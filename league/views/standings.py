"""The table of a competition, and how each of its lines is put."""

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import zip_longest
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.models import Entry
from league.permissions import may_organize
from league.queries.access import Viewer, competition_for
from league.queries.brackets import is_cup
from league.queries.cuts import division_lines, line_of
from league.queries.divisions import DivisionTable, division_tables
from league.queries.matches import starts_of
from league.queries.player_standings import PlayerStandings
from league.queries.reach import places_in_divisions, places_of
from league.queries.stages import rotating
from league.queries.standings import Place, Standings
from league.queries.versions import of_competition
from league.views.cup_places import cup_context
from league.views.following import following, stand_still
from league.views.moments import asked_table
from league.views.player_standings import player_table
from league.views.schedule import match_line
from league.views.table_lines import Line, place_reason
from league.words.departures import left_sentence, left_words
from league.words.figures import (
    DASH,
    local_day,
    local_time,
    plain_figure,
    score_figure,
    signed_figure,
)
from league.words.points import after_a_split, describe_points, describe_tie_breaks
from league.words.reach import reach_words
from league.words.standings import (
    adjustment_figures,
    adjustment_words,
    criterion_figure,
    criterion_name,
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
        "playing": [match_line(view, today) for view in table.playing],
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
    cuts = division_lines(table.competition, parts)
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
        "cut_line": line_of(table.competition, table.rows),
        "divisions": [
            {"name": one.name, "lines": lines_of(one.table, viewer, reach), "cut_line": cut}
            for one, cut, reach in zip_longest(parts, cuts, within)
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


def lines_of(
    table: Standings, viewer: Viewer, places: Mapping[int, Reach] | None = None
) -> tuple[Line, ...]:
    """The table's lines in order; each says why it stands above the next, and with `places` where
    it can still finish."""
    names = [names_of(place.entry) for place in table.rows]
    draws = any(place.row.drawn for place in table.rows)
    lines = []
    for index, place in enumerate(table.rows):
        reach = reach_words((places or {}).get(place.entry.pk), len(table.rows))
        lines.append(_line(table, index, names, draws=draws, viewer=viewer, reach=reach))
    return tuple(lines)


def _places_told(table: Standings, places: Mapping[int, Reach]) -> bool:
    """Whether any line says where it can still finish."""
    return any(reach_words(one, len(table.rows)) for one in places.values())


def _line(
    table: Standings,
    index: int,
    names: Sequence[SafeString],
    *,
    draws: bool,
    viewer: Viewer,
    reach: str,
) -> Line:
    place = table.rows[index]
    row = place.row
    pair = place.entry.partnership
    record = f"{row.won}{DASH}{row.lost}" + (f"{DASH}{row.drawn}" if draws else "")
    return Line(
        key=place.entry.pk,
        rank=row.rank,
        names=names[index],
        url=reverse("partnership", args=[pair.pk]),
        club=pair.club.name,
        mine=viewer.is_authenticated and viewer.pk in (pair.first.user_id, pair.second.user_id),
        played=plain_figure(row.played),
        record=record,
        scored=plain_figure(row.points_for),
        against=plain_figure(row.points_against),
        difference=signed_figure(row.difference),
        points=plain_figure(row.match_points),
        quiet=_quiet_words(place, reach),
        reason=place_reason(table, index, names),
        notes=tuple(adjustment_words(one) for one in place.adjustments)
        + ((SafeString(_("Byes: %(count)d") % {"count": row.byes}),) if row.byes else ()),
        ties=tuple(
            (criterion_name(code), criterion_figure(code, value))
            for code, value in row.values.items()
            if value is not None and code not in ("points_for", "points_difference")
        ),
    )


def _quiet_words(place: Place, reach: str) -> SafeString:
    """Penalties and bonuses without their reasons, what they can still reach, what is next."""
    parts = [adjustment_figures(one) for one in place.adjustments]
    following = left_words(place.entry) or _next_words(place)
    return format_html_join(" · ", "{}", [(part,) for part in (*parts, reach, following) if part])


def _next_words(place: Place) -> SafeString:
    view = place.next_match
    if view is None:
        return SafeString("")
    ours = "a" if view.match.entry_a_id == place.entry.pk else "b"
    other: Entry = view.match.entry_b if ours == "a" else view.match.entry_a
    against = names_of(other)
    if view.state == "playing" and view.current is not None:
        game = view.current
        figures = score_figure(game.a, game.b) if ours == "a" else score_figure(game.b, game.a)
        return format_html(
            _("at table {table} now: {figures} against {names}"),
            table=view.match.table,
            figures=figures,
            names=against,
        )
    day = starts_of(view.match)
    if day is None:
        return format_html(_("next: against {names}"), names=against)
    return format_html(_("next: {day} against {names}"), day=local_day(day), names=against)
