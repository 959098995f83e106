"""Rounds, tables and results, for everybody; drafts for organizers."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.models import Club, Entry, Round
from league.permissions import may_organize
from league.queries.access import competition_for
from league.queries.matches import MatchView, starts_of, table_of
from league.queries.schedule import RoundView, clubs_in, rounds_of
from league.queries.table_facts import entries_of
from league.queries.versions import of_competition
from league.views.following import following
from league.words.figures import plain_figure
from league.words.match_states import open_words
from league.words.schedule import round_title, round_when, state_words
from league.words.sorting import name_key
from league.words.standings import names_of


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchLine:
    """A match in one line. Scores are text, empty while nothing is written: never 0-0."""

    url: str
    where: str
    table: int
    a: SafeString
    b: SafeString
    score_a: str
    score_b: str
    best_of: int
    winner: str | None
    pill: str
    words: str
    games: tuple[tuple[str, str], ...]
    by_hand: str = ""
    corrected: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundLines:
    """A round under its heading."""

    round: Round
    title: str
    when: str
    draft: bool
    lines: tuple[MatchLine, ...]
    byes: tuple[SafeString, ...]


@require_safe
@following(every=10, competitions=of_competition, asks={"club", "partnership"})
def schedule(request: HttpRequest, pk: int) -> HttpResponse:
    """All rounds, or those of one club or one partnership (?club=, ?partnership=)."""
    competition = competition_for(request.user, pk)
    organizer = may_organize(request.user, competition.club)
    entries = entries_of(competition)
    clubs = clubs_in(entries)
    club = _chosen_club(clubs, request.GET.get("club", ""))
    entry = _chosen_entry(entries, request.GET.get("partnership", ""))
    rounds = rounds_of(
        competition,
        drafts=organizer,
        club=club.pk if club else None,
        partnership=entry.partnership_id if entry else None,
    )
    today = timezone.localdate()
    context = {
        "competition": competition,
        "tab": "schedule",
        "now": next((view.round for view in rounds if _is_now(view, today)), None),
        "rounds": [round_lines(view, today) for view in rounds],
        "to_make_up": _to_make_up(rounds, today),
        "clubs": clubs,
        "entries": sorted(entries, key=lambda one: (name_key(str(one)), one.pk)),
        "club": club,
        "entry": entry,
        "organizer": organizer,
    }
    return render(request, "schedule/schedule.html", context)


def _to_make_up(rounds: Sequence[RoundView], today: date) -> list[MatchLine]:
    """Matches that were put off and are not over, those with a day first."""
    views = [
        view for one in rounds for view in one.matches if view.match.postponed and not view.over
    ]
    views.sort(
        key=lambda view: (view.match.starts_at is None, view.match.starts_at or view.match.pk)
    )
    return [match_line(view, today, where=str(view.match.round)) for view in views]


def round_lines(view: RoundView, today: date) -> RoundLines:
    """A round as the pages show it."""
    return RoundLines(
        round=view.round,
        title=round_title(view.round),
        when=round_when(view.round.starts_at),
        draft=view.draft,
        lines=tuple(match_line(match, today) for match in view.matches),
        byes=tuple(names_of(entry) for entry in view.byes),
    )


def match_line(view: MatchView, today: date, *, where: str = "") -> MatchLine:
    """A match as one line; `where` stands for its table when given (a date, a competition)."""
    match = view.match
    starts_at = starts_of(match)
    pill, words = state_words(
        view.state,
        over=view.over,
        closed=match.round.state == Round.State.CLOSED,
        past=starts_at is not None and timezone.localtime(starts_at).date() < today,
    )
    score_a, score_b = _scores(view)
    if match.postponed and view.state == "waiting":
        pill, words = "waiting", _put_off(starts_at, today)
    if view.over and not view.settled:
        pill, words = open_words(disputed=view.disputed)
    if view.forfeit == "both":
        words = _("both forfeit")
    if view.left:
        words = _("withdrawn")
    if view.state == "playing" and view.current is not None and view.current.hands:
        words = _("hand %(number)d") % {"number": len(view.current.hands)}
    return MatchLine(
        url=reverse("match", args=[match.pk]),
        where=where or _("Table %(table)d") % {"table": table_of(match)},
        table=table_of(match),
        a=names_of(match.entry_a),
        b=names_of(match.entry_b),
        score_a=score_a,
        score_b=score_b,
        best_of=view.best_of,
        winner=None if view.left else view.winner,
        pill=pill,
        words=words,
        games=tuple((plain_figure(game.a), plain_figure(game.b)) for game in view.games),
        by_hand=match.made_reason,
        corrected=match.corrected_at is not None and view.over,
    )


def made_up_lines(views: Sequence[MatchView], today: date) -> list[MatchLine]:
    """Matches made up on a day, each with its table and the round it is of."""
    return [
        match_line(
            view,
            today,
            where=_("Table %(table)d · %(round)s")
            % {"table": table_of(view.match), "round": view.match.round},
        )
        for view in views
    ]


def _put_off(starts_at: datetime | None, today: date) -> str:
    if starts_at is None:
        return _("postponed")
    local = timezone.localtime(starts_at)
    if local.date() == today:
        return _("made up today, %(time)s") % {"time": f"{local:%H:%M}"}
    return _("made up %(when)s") % {"when": date_format(local, "D, M j, H:i")}


def _is_now(view: RoundView, today: date) -> bool:
    """Whether this is the round a reader looks for first: today's, else the next one."""
    return not view.draft and view.day is not None and view.day >= today


def _scores(view: MatchView) -> tuple[str, str]:
    """What stands beside the names: points of a single game, else games won."""
    if view.state == "forfeit" or not view.games:
        return "", ""
    if view.best_of == 1:
        game = view.games[-1]
        return plain_figure(game.a), plain_figure(game.b)
    return str(view.score.games_a), str(view.score.games_b)


def _chosen_club(clubs: list[Club], slug: str) -> Club | None:
    return next((club for club in clubs if club.slug == slug), None)


def _chosen_entry(entries: list[Entry], pk: str) -> Entry | None:
    return next((entry for entry in entries if str(entry.partnership_id) == pk), None)
