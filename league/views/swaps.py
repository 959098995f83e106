"""Tables of a round changed by hand, and changed back."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.actions.errors import ActionError
from league.actions.player_swaps import swap_players
from league.actions.swaps import swap_entries, undo_swap
from league.forms.swaps import SwapForm
from league.models import Round, Stage, User
from league.queries.access import round_for
from league.queries.player_seats import PlayerSeat, seats_of
from league.queries.swaps import Place, places_of
from league.views.refusals import put_on_form, status_of
from league.views.requests import SignedInRequest


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def round_swap(request: SignedInRequest, pk: int) -> HttpResponse:
    """Two entries, or where partners rotate two players, change places. POST `step` undo takes the
    last change back."""
    found = round_for(request.user, pk, "organizer")
    undoing = request.POST.get("step") == "undo"
    alone = found.stage.kind == Stage.Kind.ROTATING
    places: Mapping[int, Place | PlayerSeat] = seats_of(found) if alone else places_of(found)
    data = request.POST if request.method == "POST" and not undoing else None
    swaps = found.draw.get("swaps", [])
    form = SwapForm(data, places=places.values(), initial={"count": len(swaps)})
    status, problem = 200, ""
    try:
        if undoing:
            count = request.POST.get("count", "")
            seen = int(count) if count.isdecimal() and len(count) < 5 else 0
            undo_swap(found, count=seen, by=request.user)
            messages.success(request, _("Taken back: the tables are what they were."))
            return redirect("round_swap", pk)
        if data is not None and form.is_valid():
            (swap_players if alone else swap_entries)(found, by=request.user, **form.cleaned_data)
            messages.success(request, _("Changed. Everybody sees who did it and why."))
            return redirect("round_swap", pk)
    except ActionError as refused:
        if undoing:
            status, problem = status_of(refused), refused.message
        else:
            status = put_on_form(form, refused)
    if form.errors and status == 200:
        status = 422
    context = {
        "round": found,
        "competition": found.stage.competition,
        "stage": found.stage,
        "tab": "results",
        "organizer": True,
        "form": form,
        "problem": problem,
        "alone": alone,
        "swaps": _swaps(found, places),
    }
    return render(request, "swaps/swap.html", context, status=status)


def _swaps(found: Round, places: Mapping[int, Place | PlayerSeat]) -> list[dict[str, Any]]:
    """The changes by hand so far, with the names of who changed places."""
    swaps = found.draw.get("swaps", [])
    people = User.objects.in_bulk({one["by"] for one in swaps})
    names = {pk: str(place.who) for pk, place in places.items()}
    return [
        {
            "one": names.get(one["one"], ""),
            "other": names.get(one["other"], ""),
            "by": people.get(one["by"]),
            "reason": one["reason"],
        }
        for one in swaps
    ]
