"""Which player an account is: said by its owner, decided by an organizer, and undone."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.actions.claims import (
    claim_player,
    confirm_claim,
    decline_claim,
    part_player,
    withdraw_claim,
)
from league.actions.errors import ActionError
from league.actions.hidden_names import hide_name, show_name
from league.forms.me import ClaimForm
from league.queries.me import (
    claim_for,
    claimable_by,
    own_claim,
    own_or_organized_player,
    player_of_club,
)
from league.views.me import my_page
from league.views.requests import SignedInRequest


@require_POST
@login_required
def claim(request: SignedInRequest) -> HttpResponse:
    """One of the names of the list on one's own page."""
    form = ClaimForm(request.POST, claimable=claimable_by(request.user))
    if not form.is_valid():
        return my_page(request, claiming=form)
    try:
        claim_player(form.cleaned_data["player"], by=request.user)
    except ActionError as refused:
        form.add_error("player", refused.message)
        return my_page(request, claiming=form)
    messages.success(request, _asked())
    return redirect("me")


@require_POST
@login_required
def player_claim(request: SignedInRequest, pk: int) -> HttpResponse:
    """The button on the player's own page."""
    player = player_of_club(request.user, pk)
    try:
        claim_player(player, by=request.user)
    except ActionError as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, _asked())
    return redirect("me")


@require_POST
@login_required
def claim_withdraw(request: SignedInRequest, pk: int) -> HttpResponse:
    """Take back what one has said."""
    found = own_claim(request.user, pk)
    try:
        withdraw_claim(found, by=request.user)
    except ActionError as refused:
        messages.info(request, refused.message)
    else:
        messages.success(request, _("Taken back."))
    return redirect("me")


@require_POST
@login_required
def claim_decide(request: SignedInRequest, pk: int) -> HttpResponse:
    """Confirm or decline, on the list of the club's people."""
    found = claim_for(request.user, pk)
    confirms = request.POST.get("answer") == "confirm"
    try:
        if confirms:
            confirm_claim(found, by=request.user)
        else:
            decline_claim(found, by=request.user)
    except ActionError as refused:
        messages.info(request, refused.message)
    else:
        said = _("%(name)s has an account now.") if confirms else _("Declined: %(name)s has none.")
        messages.success(request, said % {"name": found.player.called})
    return redirect("people", found.player.club.slug)


@require_POST
@login_required
def player_part(request: SignedInRequest, pk: int) -> HttpResponse:
    """The account is not this player, or not any more; the record stays as it is."""
    player = own_or_organized_player(request.user, pk)
    own = player.user_id == request.user.pk
    if part_player(player, by=request.user):
        said = _("%(name)s belongs to no account now. The record stays.")
        messages.success(request, said % {"name": player.called})
    else:
        messages.info(request, _("It belonged to no account before."))
    return redirect("me") if own else redirect("player_edit", player.pk)


@require_POST
@login_required
def player_hide(request: SignedInRequest, pk: int) -> HttpResponse:
    """Hide the full name from everybody outside the club, or show it again."""
    player = own_or_organized_player(request.user, pk)
    own = player.user_id == request.user.pk
    if "show" in request.POST:
        changed = show_name(player, by=request.user)
        said = _("Everybody reads the full name again.")
    else:
        changed = hide_name(player, by=request.user)
        said = _("Hidden: outside the club everybody reads “%(name)s” now, old results too.")
        player.refresh_from_db()
    if changed:
        messages.success(request, said % {"name": player.name})
    else:
        messages.info(request, _("It was so before."))
    return redirect("me") if own else redirect("player_edit", player.pk)


def _asked() -> str:
    return _("Said. An organizer of the club confirms it; until then nothing changes.")
