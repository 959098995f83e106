"""The board: screens for the hall's wall that turn by themselves, for everybody to read."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from threading import Lock
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from league.actions.boards import hold_board, release_board, turn_board
from league.forms.boards import BoardForm
from league.models import Competition
from league.queries.access import club_for, competition_for
from league.queries.boards import board_of, boards_tonight
from league.queries.versions import version_of
from league.views.board_facts import Facts, facts_of
from league.views.board_screens import Screen, clock_on, screens_of
from league.views.following import made_aside
from league.views.readers import for_everybody
from league.views.requests import SignedInRequest
from league.views.versions import etag_of, is_live, unchanged, with_version
from league.words.figures import local_time
from league.words.match_states import moment_words

# How often a board asks whether anything has changed, in seconds.
EVERY = 3
_FACTS = Lock()


@require_safe
@for_everybody
def board(request: HttpRequest, pk: int) -> HttpResponse:
    """The board of one competition. ?screen= names the one to begin with, ?stay keeps it."""
    competition = competition_for(request.user, pk)
    return _board(request, [competition], competition.name)


@require_safe
@for_everybody
def club_board(request: HttpRequest, slug: str) -> HttpResponse:
    """The boards of all competitions of a club that are on tonight, one after the other."""
    club = club_for(request.user, slug)
    return _board(request, boards_tonight(club, timezone.localdate()), club.name, several=True)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def board_steer(request: SignedInRequest, pk: int) -> HttpResponse:
    """From the organizer's phone. POST `step`: turn (a page, seconds), hold, release."""
    competition = competition_for(request.user, pk, "organizer")
    steered = board_of(competition)
    step = request.POST.get("step", "") if request.method == "POST" else ""
    kept = {"page": steered.page or "all", "seconds": steered.seconds}
    form = BoardForm(request.POST if step == "turn" else None, initial=kept)
    if step == "turn" and form.is_valid():
        turn_board(competition, by=request.user, **form.cleaned_data)
        messages.success(request, _("The board shows it within seconds."))
        return redirect("board_steer", pk)
    if step == "hold":
        held = hold_board(competition, facts=facts_of(competition, timezone.now()), by=request.user)
        told = _("The board is held as it is.") if held else _("It is held already.")
        messages.success(request, told)
        return redirect("board_steer", pk)
    if step == "release":
        released = release_board(competition, by=request.user)
        told = _("The board follows again.") if released else _("It was not held.")
        messages.success(request, told)
        return redirect("board_steer", pk)
    context = {
        "competition": competition,
        "tab": "results",
        "organizer": True,
        "board": steered,
        "form": form,
        "held": moment_words(steered.held_at) if steered.held_at else "",
    }
    return render(request, "boards/steer.html", context, status=422 if form.errors else 200)


def _board(
    request: HttpRequest, competitions: Sequence[Competition], name: str, *, several: bool = False
) -> HttpResponse:
    now = timezone.now()
    versions = {one.pk: version_of(one, now) for one in competitions}
    etag = etag_of(request, *versions.values())
    same = unchanged(request, etag)
    if same is not None:
        return same
    return made_aside(
        request, lambda: _made(request, competitions, name, versions, etag, now, several=several)
    )


def _made(
    request: HttpRequest,
    competitions: Sequence[Competition],
    name: str,
    versions: Mapping[int, str],
    etag: str,
    now: datetime,
    *,
    several: bool,
) -> HttpResponse:
    boards = {one.pk: board_of(one) for one in competitions}
    screens: list[Screen] = []
    for one in competitions:
        facts = boards[one.pk].held or _facts(one, versions[one.pk], now)
        prefix = f"{one.pk}." if several else ""
        screens += screens_of(one, boards[one.pk], facts, now, prefix=prefix)
    at = _place(screens, request.GET.get("screen", ""))
    shown = screens[at] if screens else None
    stay = "stay" in request.GET
    steered = boards[shown.competition.pk] if shown else None
    after = screens[(at + 1) % len(screens)] if len(screens) > 1 and not stay else None
    context = {
        "name": name,
        "screen": shown,
        "screens": screens,
        "stay": stay,
        "here": _address(request, shown, stay=stay),
        "next": _address(request, after) if after else "",
        "seconds": steered.seconds if steered else EVERY,
        "every": EVERY,
        "version": etag,
        "zone": settings.TIME_ZONE,
        "as_of": local_time(now),
        "held": local_time(steered.held_at) if steered and steered.held_at else "",
        "clock": _clock(shown, now),
    }
    template = "boards/_board.html" if is_live(request) else "boards/board.html"
    return with_version(render(request, template, context), etag)


def _facts(competition: Competition, version: str, now: datetime) -> Facts:
    """The figures of this version, worked out once for all screens of the hall."""
    key = f"board-{version}"
    kept: Facts | None = caches["pages"].get(key)
    if kept is not None:
        return kept
    with _FACTS:  # whoever asks meanwhile waits for them instead of working them out too
        kept = caches["pages"].get(key)
        if kept is None:
            kept = facts_of(competition, now)
            caches["pages"].set(key, kept)
    return kept


def _place(screens: Sequence[Screen], key: str) -> int:
    """Where the screen asked for is; the first of its kind where it is there no more."""
    kind = key.rpartition(".")[2].partition("-")[0]
    exact = (at for at, one in enumerate(screens) if one.key == key)
    alike = (at for at, one in enumerate(screens) if one.kind == kind)
    return next(exact, next(alike, 0))


def _address(request: HttpRequest, screen: Screen | None, *, stay: bool = False) -> str:
    if screen is None:
        return request.path
    asked = {"screen": screen.key, **({"stay": "1"} if stay else {})}
    return f"{request.path}?{urlencode(asked)}"


def _clock(screen: Screen | None, now: datetime) -> object:
    """The bell's clock in the head of a screen that is not the clock's own."""
    if screen is None or screen.kind == "clock":
        return None
    return clock_on(screen.competition, now)
