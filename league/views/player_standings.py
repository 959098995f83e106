"""The table of players, where partners rotate."""

from typing import Any

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from league.models import Competition
from league.queries.access import Viewer
from league.queries.player_standings import PlayerStandings, player_standings_of
from league.views.table_lines import Line, place_reason
from league.words.figures import DASH, local_time, plain_figure, signed_figure
from league.words.points import after_a_split, describe_points, describe_tie_breaks
from league.words.standings import (
    adjustment_figures,
    adjustment_words,
    criterion_figure,
    criterion_name,
    progress_sentence,
)


def player_table(competition: Competition, viewer: Viewer) -> dict[str, Any]:
    """What the standings pages need, with a line a player (`alone`)."""
    table = player_standings_of(competition)
    return {
        "standings": table,
        "lines": _lines(table, viewer),
        "alone": True,
        "has_draws": any(place.row.drawn for place in table.rows),
        "progress": progress_sentence(
            round_done=table.round_done,
            rounds_total=table.rounds_total,
            playing=[(view.match.round.number, view.match.table) for view in table.playing],
            missing=table.missing,
        ),
        "as_of": local_time(table.as_of),
        "points_words": describe_points(table.rules),
        "tie_words": describe_tie_breaks(table.rules),
        "split_words": after_a_split(table.rules),
    }


def _lines(table: PlayerStandings, viewer: Viewer) -> tuple[Line, ...]:
    names = [format_html('<bdi class="name">{}</bdi>', one.player.called) for one in table.rows]
    return tuple(_line(table, index, names, viewer) for index in range(len(table.rows)))


def _line(table: PlayerStandings, index: int, names: list[SafeString], viewer: Viewer) -> Line:
    place = table.rows[index]
    row = place.row
    draws = any(one.row.drawn for one in table.rows)
    quiet = [adjustment_figures(one) for one in place.adjustments]
    if place.left_after:
        quiet.append(_("left after round %(n)d") % {"n": place.left_after})
    notes = [adjustment_words(one) for one in place.adjustments]
    if row.byes:
        notes.append(SafeString(_("Sat out: %(count)d") % {"count": row.byes}))
    return Line(
        key=place.player.pk,
        rank=row.rank,
        names=names[index],
        url=reverse("player", args=[place.player.pk]),
        club=place.player.club.name,
        mine=viewer.is_authenticated and viewer.pk == place.player.user_id,
        played=plain_figure(row.played),
        record=f"{row.won}{DASH}{row.lost}" + (f"{DASH}{row.drawn}" if draws else ""),
        scored=plain_figure(row.points_for),
        against=plain_figure(row.points_against),
        difference=signed_figure(row.difference),
        points=plain_figure(row.match_points),
        quiet=format_html_join(" · ", "{}", [(one,) for one in quiet]),
        reason=place_reason(table, index, names),
        notes=tuple(notes),
        ties=tuple(
            (criterion_name(code), criterion_figure(code, value))
            for code, value in row.values.items()
            if value is not None and code not in ("points_for", "points_difference")
        ),
    )
