"""Table links, for organizers: of a round, of one match, of a whole evening; shown and revoked."""

from itertools import groupby
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from league.actions.errors import ActionError
from league.actions.links import (
    make_match_link,
    make_night_links,
    make_round_links,
    revoke_all_links,
    revoke_link,
    revoke_round_links,
)
from league.forms.links import NightLinksForm, RevokeAllForm
from league.models import Competition, Match, TableLink
from league.queries.access import competition_for, match_for, round_for
from league.queries.links import (
    last_uses,
    lines_of,
    link_for_revoking,
    link_of,
    live_links,
    most_tables,
    secret_of,
)
from league.queries.matches import table_of
from league.views.codes import Code, code_of
from league.views.refusals import put_on_form
from league.views.requests import SignedInRequest


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def round_links(request: SignedInRequest, pk: int) -> HttpResponse:
    """Each table of a round with its link; POST `step` makes what is missing or revokes all."""
    found = round_for(request.user, pk, "organizer")
    revoking = request.POST.get("step") == "revoke"
    form = RevokeAllForm(request.POST if revoking else None)
    if request.method == "POST" and (not revoking or form.is_valid()):
        try:
            if revoking:
                _say_revoked(request, revoke_round_links(found, by=request.user))
            else:
                _say_made(request, make_round_links(found, by=request.user))
        except ActionError as refused:
            messages.error(request, refused.message)
        return redirect("round_links", pk)
    lines = lines_of(found)
    context = {
        **_page_of(found.stage.competition, "results"),
        "round": found,
        "lines": lines,
        "linked": sum(line.link is not None for line in lines),
        "revocable": any(line.link is not None and line.link.night is None for line in lines),
        "revoke_form": form,
    }
    return render(request, "links/round.html", context, status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def match_link(request: SignedInRequest, pk: int) -> HttpResponse:
    """The link that opens one match, big on the screen; POST makes one where there is none."""
    match = match_for(request.user, pk, "organizer")
    competition = match.round.stage.competition
    if request.method == "POST":
        try:
            _say_made(request, int(make_match_link(match, by=request.user)))
        except ActionError as refused:
            messages.error(request, refused.message)
        return redirect("match_link", pk)
    link = link_of(live_links(competition), match)
    context = {
        **_page_of(competition, "results"),
        "match": match,
        "table": table_of(match),
        "link": link,
        "code": None if link is None else code_of_link(request, link),
        "last_used": None if link is None else last_uses([link]).get(link.pk),
    }
    return render(request, "links/match.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def links(request: SignedInRequest, pk: int) -> HttpResponse:
    """All live links of a competition; POST makes those of an evening, `step` revoke ends all."""
    competition = competition_for(request.user, pk, "organizer")
    revoking = request.POST.get("step") == "revoke"
    revoke_form = RevokeAllForm(request.POST if revoking else None)
    initial = {"night": timezone.localdate(), "tables": most_tables(competition)}
    making = request.method == "POST" and not revoking
    form = NightLinksForm(request.POST if making else None, initial=initial)
    if revoke_form.is_valid():
        _say_revoked(request, revoke_all_links(competition, by=request.user))
        return redirect("links", pk)
    if form.is_valid():
        try:
            made = make_night_links(competition, by=request.user, **form.cleaned_data)
        except ActionError as refused:
            put_on_form(form, refused)
        else:
            _say_made(request, made)
            return redirect("links", pk)
    status = 422 if form.errors or revoke_form.errors else 200
    live = live_links(competition)
    used = last_uses(live)
    nights = groupby((link for link in live if link.night), key=lambda link: link.night)
    context = {
        **_page_of(competition, "setup"),
        "form": form,
        "revoke_form": revoke_form,
        "live": len(live),
        "nights": [(night, [(link, used.get(link.pk)) for link in of]) for night, of in nights],
        "others": [(link, used.get(link.pk)) for link in live if not link.night],
    }
    return render(request, "links/links.html", context, status=status)


@require_POST
@login_required
def link_revoke(request: SignedInRequest, pk: int) -> HttpResponse:
    """End one link at once, on every phone that has it."""
    link = link_for_revoking(request.user, pk)
    _say_revoked(request, int(revoke_link(link, by=request.user)))
    return redirect(*_back_from(link))


def code_of_link(request: HttpRequest, link: TableLink) -> Code:
    """The secret address of a link, as a code; for organizers' eyes and paper alone."""
    return code_of(request, reverse("link_enter", args=[secret_of(link)]))


def codes_of(request: HttpRequest, matches: list[Match]) -> dict[int, Code]:
    """The codes of those of these matches that have a link, by the match's id."""
    if not matches:
        return {}
    live = live_links(matches[0].round.stage.competition)
    found = {match.pk: link_of(live, match) for match in matches}
    return {pk: code_of_link(request, link) for pk, link in found.items() if link is not None}


def _back_from(link: TableLink) -> tuple[str, int]:
    if link.round_id is not None:
        return ("round_links", link.round_id)
    if link.match_id is not None:
        return ("match_link", link.match_id)
    return ("links", link.competition_id)


def _page_of(competition: Competition, tab: str) -> dict[str, Any]:
    return {"competition": competition, "tab": tab, "organizer": True}


def _say_made(request: SignedInRequest, made: int) -> None:
    if made:
        said = ngettext("Made %(n)d table link.", "Made %(n)d table links.", made)
        messages.success(request, said % {"n": made})
    else:
        messages.info(request, _("Every table has its link already."))


def _say_revoked(request: SignedInRequest, ended: int) -> None:
    if ended:
        said = ngettext(
            "%(n)d table link is revoked: it opens nothing any more.",
            "%(n)d table links are revoked: they open nothing any more.",
            ended,
        )
        messages.success(request, said % {"n": ended})
    else:
        messages.info(request, _("It had ended already: nothing was revoked."))
