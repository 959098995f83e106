"""Whoever writes at a table: signed in, or with a table link that this browser has opened."""

from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse

from league.models import Hand, Match
from league.queries.access import hand_named, match_for, match_named, undone_hand_named
from league.queries.scorers import Scorer, match_at_table, scorer_of
from league.views.requests import PageRequest

_HELD = "table_links"
_MOST = 12  # a phone that is passed around tables all season keeps its last ones


def links_of(request: HttpRequest) -> list[int]:
    """The ids of the table links this browser has opened, the newest last."""
    return list(request.session.get(_HELD, []))


def hold_link(request: PageRequest, number: int) -> None:
    """Keep a table link in this browser's session, which gets a new key with it: whoever gave the
    browser its old one opens nothing."""
    request.session.cycle_key()
    request.session[_HELD] = [*(n for n in links_of(request) if n != number), number][-_MOST:]


def let_links_go(request: PageRequest) -> None:
    """Forget the table links of this browser."""
    request.session.pop(_HELD, None)


def scorers_only(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Like `login_required`, but whoever has opened the link of that table may come in too.

    Where the link does not lead, its holder is a guest: asked to sign in, whatever is there.
    """
    signed_in = login_required(view)

    @wraps(view)
    def with_link_or_account(request: PageRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated and links_of(request):
            with suppress(Http404):
                return view(request, *args, **kwargs)
        return signed_in(request, *args, **kwargs)

    return with_link_or_account


def at_the_table(request: PageRequest, pk: int, *, people: bool = True) -> tuple[Match, Scorer]:
    """The match (without its partnerships where no name is shown: `people=False`) and who writes
    there. Raises Http404 and PermissionDenied."""
    return match_at_table(request.user, links_of(request), pk, people=people)


def hand_of_table(request: PageRequest, pk: int) -> tuple[Hand, Scorer]:
    """A hand, in its match, and who writes there. Raises Http404 and PermissionDenied."""
    hand = hand_named(pk)
    hand.game.match, scorer = match_at_table(request.user, links_of(request), hand.game.match_id)
    return hand, scorer


def undone_hand_of_table(request: PageRequest, pk: int) -> tuple[Hand, Scorer] | None:
    """The same for a hand that was taken off the sheet; None for any other."""
    hand = undone_hand_named(pk)
    if hand is None:
        return None
    hand.game.match, scorer = match_at_table(request.user, links_of(request), hand.game.match_id)
    return hand, scorer


def scorer_here(request: PageRequest, match: Match) -> Scorer | None:
    """Who this reader is at the table of a match that everybody may read."""
    return scorer_of(request.user, links_of(request), match)


def match_to_read(request: PageRequest, pk: int) -> Match:
    """The match as everybody may read it; of a rehearsal, which is nobody else's business, also
    for whoever scores it with a table link. Raises Http404."""
    try:
        return match_for(request.user, pk)
    except Http404:
        match = match_named(pk)
        if scorer_here(request, match) is None:
            raise
        return match
