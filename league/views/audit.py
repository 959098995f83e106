"""The log of a competition, of a match and of a club, for organizers; searched and by day."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.html import strip_tags
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.forms.audit import LogSearchForm
from league.models import AuditEntry, Club, Competition, Match
from league.queries.access import club_for, competition_for, match_for
from league.queries.audit import names_for
from league.queries.audit_search import log_of, narrowed, writers_of
from league.queries.people import search_key
from league.views.requests import SignedInRequest
from league.words.audit import place_of, sentence_of
from league.words.audit_who import who_of

A_PAGE = 100
# Words are looked for in the sentences as they are read, and those are made when they are shown.
MOST_READ = 5000


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One thing that was done, ready to be shown."""

    at: datetime
    who: str
    sentence: SafeString
    place: SafeString
    reason: str


@require_safe
@never_cache
@login_required
def audit(request: SignedInRequest, pk: int) -> HttpResponse:
    """Who did what in a competition, day by day, the newest first."""
    competition = competition_for(request.user, pk, "organizer")
    more = {"competition": competition, "tab": "audit", "organizer": True}
    return _shown(request, "competitions/audit.html", competition, competition, more)


@require_safe
@never_cache
@login_required
def match_audit(request: SignedInRequest, pk: int) -> HttpResponse:
    """Who did what at one match."""
    match = match_for(request.user, pk, "organizer")
    competition = match.round.stage.competition
    more = {"competition": competition, "match": match}
    return _shown(request, "audit/match.html", match, competition, more)


@require_safe
@never_cache
@login_required
def club_audit(request: SignedInRequest, slug: str) -> HttpResponse:
    """Who did what in a club: its people, accounts and roles, and what was deleted."""
    club = club_for(request.user, slug, "organizer")
    return _shown(request, "audit/club.html", club, None, {"club": club})


def _shown(
    request: SignedInRequest,
    template: str,
    place: Competition | Match | Club,
    competition: Competition | None,
    more: dict[str, Any],
) -> HttpResponse:
    log = log_of(place)
    asked = request.GET if request.GET.keys() - {"page"} else None
    form = LogSearchForm(asked, writers=writers_of(log), tables=isinstance(place, Competition))
    search = form.search
    found: Any = narrowed(log, search)
    if search.words:
        found = _with_words(_lines(competition, list(found[:MOST_READ])), search.words)
    page = Paginator(found, A_PAGE).get_page(request.GET.get("page"))
    here: Any = page.object_list
    lines = list(here) if search.words else _lines(competition, list(here))
    kept = request.GET.copy()
    kept.pop("page", None)
    context = {
        **more,
        "form": form,
        "searched": search.narrows,
        "page": page,
        "kept": f"{kept.urlencode()}&" if kept else "",
        "days": _by_day(lines),
    }
    return render(request, template, context, status=422 if asked and form.errors else 200)


def _lines(competition: Competition | None, entries: Sequence[AuditEntry]) -> list[Line]:
    names = names_for(competition, entries)
    return [
        Line(
            at=timezone.localtime(entry.at),
            who=who_of(entry),
            sentence=sentence_of(entry, names),
            place=place_of(entry, names),
            reason=entry.reason,
        )
        for entry in entries
    ]


def _with_words(lines: Sequence[Line], words: str) -> list[Line]:
    """The lines in which each of the words is read, wherever in the line, whatever the accents."""
    wanted = search_key(words).split()
    read = (
        (line, search_key(strip_tags(f"{line.sentence} {line.place} {line.reason} {line.who}")))
        for line in lines
    )
    return [line for line, text in read if all(word in text for word in wanted)]


def _by_day(lines: Sequence[Line]) -> list[tuple[date, list[Line]]]:
    days = groupby(lines, key=lambda line: line.at.date())
    return [(day, list(found)) for day, found in days]
