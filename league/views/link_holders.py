"""What somebody sees who came with a table link: the way in, and the tables it opens."""

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from league.actions.links import open_link
from league.models import TableLink
from league.queries.links import link_with, links_held, opened_by
from league.queries.matches import MatchView, table_of
from league.views.carry_on import has_kept
from league.views.limits import may_try, too_many_tries
from league.views.requests import PageRequest
from league.views.scorers import hold_link, let_links_go, links_of


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldTable:
    """A table link of this phone: its table, and the matches it opens now."""

    link: TableLink
    table: int
    views: list[MatchView]


@never_cache
@sensitive_variables("secret")
@require_http_methods(["GET", "HEAD", "POST"])
def link_enter(request: PageRequest, secret: str) -> HttpResponse:
    """Which table this link opens; POST keeps it in this browser and goes there.

    A link that never was, has run out or was revoked gets one and the same answer.
    """
    if not may_try(request, "link_wrong", count=False):
        return too_many_tries(request)
    link = link_with(secret)
    if link is None:
        return _dead(request)
    held = _held_table(link)
    if request.method != "POST":
        return _unseen(render(request, "links/enter.html", {"held": held, "link": link}))
    if link.pk not in links_of(request):
        if not may_try(request, "link_opened"):
            return too_many_tries(request)
        if not open_link(link):
            return _dead(request)
    hold_link(request, link.pk)
    if has_kept(request):
        return _unseen(redirect("carry_on"))
    on = [view for view in held.views if not view.over]
    if len(on) == 1:
        return _unseen(redirect("score", pk=on[0].match.pk))
    return _unseen(redirect("my_table"))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def my_table(request: PageRequest) -> HttpResponse:
    """The tables this phone scores, round after round; POST lets go of them."""
    if request.method == "POST":
        let_links_go(request)
        return redirect("my_table")
    tables = [_held_table(link) for link in links_held(links_of(request))]
    context = {"tables": tables, "ended": bool(links_of(request)) and not tables}
    return render(request, "links/my_table.html", context)


def _dead(request: PageRequest) -> HttpResponse:
    may_try(request, "link_wrong")
    return _unseen(render(request, "links/dead.html", status=404))


def _held_table(link: TableLink) -> HeldTable:
    views = opened_by(link)
    table = link.table or (table_of(link.match) if link.match is not None else 0)
    return HeldTable(link=link, table=table, views=views)


def _unseen(response: HttpResponse) -> HttpResponse:
    """Keep the address out of what other pages and their servers are told, and of search engines.

    Not "no-referrer": with that a browser sends its own forms without saying from where, and they
    are refused as a stranger's.
    """
    response["Referrer-Policy"] = "strict-origin"
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response
