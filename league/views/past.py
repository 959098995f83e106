"""A competition as it stood at a minute of the past, put together from its log."""

from dataclasses import replace
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.forms.audit import MomentForm
from league.models import Competition, Match
from league.queries.access import competition_for
from league.queries.brackets import is_cup
from league.queries.matches import load_match
from league.queries.past import PastState, first_kept, state_at
from league.queries.past_database import past_database
from league.queries.schedule import RoundView, rounds_of
from league.queries.score_sheets import game_sheets
from league.queries.stages import rotating
from league.queries.standings import standings_of
from league.views.cup_places import cup_context
from league.views.player_standings import player_table
from league.views.requests import SignedInRequest
from league.views.schedule import RoundLines, round_lines
from league.views.standings import table_context

# The page is about what was, not about who reads it.
_NOBODY = AnonymousUser()


@require_safe
@never_cache
@login_required
def past(request: SignedInRequest, pk: int) -> HttpResponse:
    """Standings, tables and sheets as they stood at `?at=`, for organizers."""
    competition = competition_for(request.user, pk, "organizer")
    begins = first_kept(pk)
    form = MomentForm(request.GET if "at" in request.GET else None, initial={"at": timezone.now()})
    context: dict[str, Any] = {
        "competition": competition,
        "tab": "audit",
        "organizer": True,
        "form": form,
        "begins": begins,
    }
    if form.is_valid():
        moment = _end_of_minute(form.cleaned_data["at"])
        state = state_at(pk, moment)
        context["moment"] = form.cleaned_data["at"]
        if state is not None:
            context["state"] = state
            context["parts"] = _parts(state, moment, form.cleaned_data)
    return render(request, "audit/past.html", context, status=422 if form.errors else 200)


def _end_of_minute(at: datetime) -> datetime:
    """All of a minute that was asked for as one."""
    return at if at.second else at.replace(second=59, microsecond=999_999)


def _parts(state: PastState, moment: datetime, asked: dict[str, Any]) -> list[SafeString]:
    """The page's parts, made while the database of that moment is there."""
    query = {"at": timezone.localtime(asked["at"]).strftime("%Y-%m-%dT%H:%M:%S")}
    with past_database(state, moment) as competition:
        parts = [
            _standings(competition),
            _rounds(competition, moment, query),
        ]
        match = Match.objects.filter(pk=asked["match"]).first() if asked["match"] else None
        if match is not None:
            parts.insert(0, _sheets(match, query))
    return parts


def _standings(competition: Competition) -> SafeString:
    if is_cup(competition):
        return render_to_string("standings/_cups.html", cup_context(competition, _NOBODY))
    context = table_context(standings_of(competition), _NOBODY)
    if not context["lines"] and rotating(competition):
        context |= player_table(competition, _NOBODY)
    return render_to_string("audit/_past_standings.html", context)


def _rounds(competition: Competition, moment: datetime, query: dict[str, str]) -> SafeString:
    today = timezone.localdate(moment)
    rounds = [
        _linked(round_lines(view, today), view, query)
        for view in rounds_of(competition, drafts=True)
    ]
    return render_to_string("audit/_past_rounds.html", {"rounds": rounds})


def _linked(one: RoundLines, view: RoundView, query: dict[str, str]) -> RoundLines:
    """The lines lead to the sheets of then, not to the match of now."""
    lines = zip(one.lines, view.matches, strict=True)
    return replace(
        one,
        lines=tuple(
            replace(line, url="?" + urlencode({**query, "match": seen.match.pk}) + "#sheets")
            for line, seen in lines
        ),
    )


def _sheets(match: Match, query: dict[str, str]) -> SafeString:
    view = load_match(match, sheets=True)
    context = {
        "match": view.match,
        "view": view,
        "sheets": game_sheets(view),
        "back": "?" + urlencode(query),
    }
    return render_to_string("audit/_past_sheets.html", context)
