"""Table links on paper: slips to cut, one for each table of a round or of an evening."""

from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.forms.nights import read_day
from league.models import Round
from league.queries.access import competition_for, round_for
from league.queries.links import live_links
from league.queries.matches import table_of
from league.queries.prints import matches_of
from league.views.codes import Code
from league.views.links import code_of_link, codes_of
from league.views.readers import for_everybody
from league.views.requests import SignedInRequest
from league.words.schedule import round_title
from league.words.standings import names_of

A_PAGE = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """What stands on one slip; `a` and `b` are empty where the table has its code all evening."""

    table: int
    code: Code
    a: SafeString | str = ""
    b: SafeString | str = ""


@never_cache
@require_safe
@login_required
@for_everybody
def print_codes(request: SignedInRequest, pk: int) -> HttpResponse:
    """The slips of a round: those of its tables that have a link."""
    found = round_for(request.user, pk, "organizer")
    matches = matches_of(found)
    codes = codes_of(request, matches)
    slips = [
        Slip(
            table=table_of(one),
            code=codes[one.pk],
            a=names_of(one.entry_a),
            b=names_of(one.entry_b),
        )
        for one in matches
        if one.pk in codes
    ]
    return _slips(
        request,
        slips,
        competition=found.stage.competition,
        where=_where(found),
        until=_("until the round is closed"),
        back=reverse("round_links", args=[pk]),
    )


@never_cache
@require_safe
@login_required
def print_night_codes(request: SignedInRequest, pk: int) -> HttpResponse:
    """The slips of an evening; `?night=2026-10-20`."""
    competition = competition_for(request.user, pk, "organizer")
    try:
        night = read_day(request.GET.get("night", ""))
    except ValidationError:
        return redirect("links", pk=pk)
    slips = [
        Slip(table=link.table or 0, code=code_of_link(request, link))
        for link in live_links(competition)
        if link.night == night
    ]
    return _slips(
        request,
        sorted(slips, key=lambda slip: slip.table),
        competition=competition,
        where=date_format(night, "l, F j"),
        until=_("all evening, round after round"),
        back=reverse("links", args=[pk]),
    )


def _where(found: Round) -> str:
    if found.starts_at is None:
        return round_title(found)
    day = date_format(timezone.localtime(found.starts_at), "D, M j")
    return f"{round_title(found)} · {day}"


def _slips(request: SignedInRequest, slips: list[Slip], **said: object) -> HttpResponse:
    pages = [slips[at : at + A_PAGE] for at in range(0, len(slips), A_PAGE)]
    return render(request, "prints/codes.html", {"pages": pages, **said})
