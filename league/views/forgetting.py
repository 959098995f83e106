"""A person is forgotten; an account is deleted by whose it is."""

from typing import Any

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.actions.accounts import delete_account
from league.actions.errors import ActionError
from league.actions.forgetting import alias_of, forget_player
from league.forms.deletions import DeleteForm
from league.forms.me import DeleteAccountForm
from league.queries.me import own_or_organized_player, players_held
from league.views.gone import or_gone
from league.views.refusals import put_on_form
from league.views.requests import SignedInRequest


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
@or_gone("player", "people")
def player_forget(request: SignedInRequest, pk: int) -> HttpResponse:
    """Take a person's name out of everything, once it is typed: an organizer of the club, or the
    account that the player is. It cannot be taken back."""
    found = own_or_organized_player(request.user, pk)
    own = found.user_id == request.user.pk
    if found.forgotten_at is not None:
        messages.info(request, _("That person is forgotten already."))
        return redirect("player", pk)
    form = DeleteForm(
        request.POST if request.method == "POST" else None,
        called=found.own_name,
        label=_("Type the name to forget it"),
    )
    if request.method == "POST" and form.is_valid():
        forget_player(found, by=request.user)
        said = _("Forgotten. The results stay, under “%(alias)s”.")
        messages.success(request, said % {"alias": alias_of(pk)})
        return redirect("me") if own else redirect("people", found.club.slug)
    context: dict[str, Any] = {
        "club": found.club,
        "player": found,
        "own": own,
        "alias": alias_of(pk),
        "form": form,
    }
    status = 422 if form.is_bound else 200
    return render(request, "forgetting/player.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
@reauthentication_required
def me_delete(request: SignedInRequest) -> HttpResponse:
    """Delete one's own account, after signing in again, once its address is typed."""
    form = DeleteAccountForm(
        request.POST if request.method == "POST" else None,
        email=request.user.email,
        initial={"forget": True},
    )
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                delete_account(request.user, forget=form.cleaned_data["forget"])
            except ActionError as refused:
                status = put_on_form(form, refused)
            else:
                logout(request)
                messages.success(request, _("Your account is deleted."))
                return redirect("home")
    context = {"form": form, "players": players_held(request.user)}
    return render(request, "forgetting/account.html", context, status=status)
