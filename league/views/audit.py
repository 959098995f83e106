"""The log of a competition, for its organizers."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.models import AuditEntry, Competition
from league.queries.access import competition_for
from league.queries.audit import log_of, names_for
from league.views.requests import SignedInRequest
from league.words.audit import place_of, sentence_of

A_PAGE = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One thing that was done, ready to be shown."""

    at: datetime
    who: str
    sentence: SafeString
    place: SafeString
    reason: str


@require_safe
@login_required
def audit(request: SignedInRequest, pk: int) -> HttpResponse:
    """Who did what, day by day, the newest first."""
    competition = competition_for(request.user, pk, "organizer")
    page = Paginator(log_of(competition), A_PAGE).get_page(request.GET.get("page"))
    context = {
        "competition": competition,
        "tab": "audit",
        "organizer": True,
        "page": page,
        "days": _by_day(competition, list(page.object_list)),
    }
    return render(request, "competitions/audit.html", context)


def _by_day(
    competition: Competition, entries: Sequence[AuditEntry]
) -> list[tuple[date, list[Line]]]:
    names = names_for(competition, entries)
    days = groupby(entries, key=lambda entry: timezone.localdate(entry.at))
    return [
        (
            day,
            [
                Line(
                    at=timezone.localtime(entry.at),
                    who=str(entry.by) if entry.by else _("the system"),
                    sentence=sentence_of(entry, names),
                    place=place_of(entry, names),
                    reason=entry.reason,
                )
                for entry in found
            ],
        )
        for day, found in days
    ]
