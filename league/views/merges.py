"""Two records of one person made one, listed, and taken back."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.actions.errors import ActionError
from league.actions.merges import merge_players, undo_merge
from league.forms.merges import MergeForm
from league.models import Merge, Player
from league.queries.access import club_for
from league.queries.merges import merges_of, where_played
from league.queries.people import others_like, player_for
from league.views.gone import or_gone
from league.views.refusals import put_on_form
from league.views.requests import SignedInRequest


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
@or_gone("player", "people")
def player_merge(request: SignedInRequest, pk: int) -> HttpResponse:
    """Say which other record of the club is the same person, and which of the two stays."""
    found = player_for(request.user, pk, "organizer")
    others = others_like(found)
    form = MergeForm(
        request.POST if request.method == "POST" else None,
        others=others,
        called=str(found),
        initial={"keep": "this"},
    )
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                merge = _merge(request, found, form.cleaned_data)
            except ActionError as refused:
                status = put_on_form(form, refused)
            else:
                said = _("Two records are one now: %(name)s. It can be taken back.")
                messages.success(request, said % {"name": merge.kept})
                return redirect("merges", merge.kept.club.slug)
    context = {
        "club": found.club,
        "player": found,
        "played": sorted(where_played(found).values()),
        "form": form,
        "anybody": bool(others),
    }
    return render(request, "merges/merge.html", context, status=status)


@require_safe
@login_required
@never_cache
def merges(request: SignedInRequest, slug: str) -> HttpResponse:
    """What was merged in a club, and taken back."""
    club = club_for(request.user, slug, "organizer")
    return render(request, "merges/merges.html", {"club": club, "merges": merges_of(club)})


@require_POST
@login_required
@never_cache
def merge_undo(request: SignedInRequest, pk: int) -> HttpResponse:
    """Make two records of it again."""
    merge = get_object_or_404(Merge.objects.select_related("kept__club"), pk=pk)
    club = club_for(request.user, merge.kept.club.slug, "organizer")
    try:
        if undo_merge(merge, by=request.user):
            messages.success(request, _("They are two records again, each with what was its own."))
        else:
            messages.info(request, _("They are two records already: somebody took it back before."))
    except ActionError as refused:
        context = {"club": club, "merges": merges_of(club), "problem": refused.message}
        return render(request, "merges/merges.html", context, status=422)
    return redirect("merges", club.slug)


def _merge(request: SignedInRequest, found: Player, typed: dict[str, Any]) -> Merge:
    other = player_for(request.user, typed["other"], "organizer")
    kept, gone = (found, other) if typed["keep"] == "this" else (other, found)
    return merge_players(kept, gone, by=request.user)
