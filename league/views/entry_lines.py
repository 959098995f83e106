"""The lines of a table of partnerships: each is made once for as long as it says the same."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from league.models import Adjustment, Entry
from league.queries.access import Viewer
from league.queries.made import Of
from league.queries.matches import MatchView, starts_of
from league.queries.standings import Standings
from league.views.table_lines import Line, Near, near
from league.words.departures import left_words
from league.words.figures import DASH, local_day, plain_figure, score_figure, signed_figure
from league.words.reach import reach_words
from league.words.standings import (
    adjustment_figures,
    adjustment_words,
    criterion_figure,
    criterion_name,
    names_of,
)
from scoring import Row
from scoring.reach import Reach


class _Told(NamedTuple):
    """What a line says beside its entry, its next match and its adjustments. `against` is whom it
    meets next; who reads decides how people are called and what is `mine`."""

    row: Row
    near: Near
    names: SafeString
    against: SafeString
    mine: bool
    reach: Reach | None
    entries: int
    draws: bool


def lines_of(
    table: Standings,
    viewer: Viewer,
    places: Mapping[int, Reach] | None = None,
    part: str = "",
) -> tuple[Line, ...]:
    """The table's lines in order; each says why it stands above the next, and with `places` where
    it can still finish. `part` names a division: what is kept of each is apart."""
    names = [names_of(place.entry) for place in table.rows]
    draws = any(place.row.drawn for place in table.rows)
    wanted = {
        place.entry.pk: Of(
            objects=(place.entry, place.next_match, *place.adjustments),
            values=_Told(
                row=place.row,
                near=near(table, index, names),
                names=names[index],
                against=_against(place.entry, place.next_match),
                mine=_is_mine(place.entry, viewer),
                reach=None if places is None else places.get(place.entry.pk),
                entries=len(table.rows),
                draws=draws,
            ),
        )
        for index, place in enumerate(table.rows)
    }
    # The overview tells no places: its lines are others.
    name = f"lines-{part}" if places is None else f"lines-with-places-{part}"
    return tuple(table.made.again(name, wanted, _line).values())


def _line(of: Of) -> Line:
    entry: Entry
    entry, next_match, *adjustments = of.objects
    told = _Told(*of.values)
    row = told.row
    record = f"{row.won}{DASH}{row.lost}" + (f"{DASH}{row.drawn}" if told.draws else "")
    return Line(
        key=entry.pk,
        rank=row.rank,
        names=told.names,
        url=reverse("partnership", args=[entry.partnership_id]),
        club=entry.partnership.club.name,
        mine=told.mine,
        played=plain_figure(row.played),
        record=record,
        scored=plain_figure(row.points_for),
        against=plain_figure(row.points_against),
        difference=signed_figure(row.difference),
        points=plain_figure(row.match_points),
        quiet=_quiet_words(entry, next_match, adjustments, told),
        reason=told.near.reason(row),
        notes=tuple(adjustment_words(one) for one in adjustments)
        + ((SafeString(_("Byes: %(count)d") % {"count": row.byes}),) if row.byes else ()),
        ties=tuple(
            (criterion_name(code), criterion_figure(code, value))
            for code, value in row.values.items()
            if value is not None and code not in ("points_for", "points_difference")
        ),
    )


def _quiet_words(
    entry: Entry, next_match: MatchView | None, adjustments: list[Adjustment], told: _Told
) -> SafeString:
    """Penalties and bonuses without their reasons, what they can still reach, what is next."""
    parts: list[Any] = [adjustment_figures(one) for one in adjustments]
    parts.append(reach_words(told.reach, told.entries))
    parts.append(left_words(entry) or _next_words(entry, next_match, told.against))
    return format_html_join(" · ", "{}", [(part,) for part in parts if part])


def _is_mine(entry: Entry, viewer: Viewer) -> bool:
    pair = entry.partnership
    return viewer.is_authenticated and viewer.pk in (pair.first.user_id, pair.second.user_id)


def _against(entry: Entry, view: MatchView | None) -> SafeString:
    if view is None:
        return SafeString("")
    match = view.match
    return names_of(match.entry_b if match.entry_a_id == entry.pk else match.entry_a)


def _next_words(entry: Entry, view: MatchView | None, against: SafeString) -> SafeString:
    if view is None:
        return SafeString("")
    if view.state == "playing" and view.current is not None:
        game = view.current
        ours, theirs = (game.a, game.b) if view.match.entry_a_id == entry.pk else (game.b, game.a)
        return format_html(
            _("at table {table} now: {figures} against {names}"),
            table=view.match.table,
            figures=score_figure(ours, theirs),
            names=against,
        )
    day = starts_of(view.match)
    if day is None:
        return format_html(_("next: against {names}"), names=against)
    return format_html(_("next: {day} against {names}"), day=local_day(day), names=against)
