"""Add a person to a club, change a name."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.actions.errors import ActionError
from league.actions.players import add_player, remove_player, rename_player
from league.forms.deletions import DeleteForm
from league.forms.players import PlayerForm, PlayerNameForm
from league.queries.access import club_for
from league.queries.people import player_for
from league.views.deletions import delete_page
from league.views.gone import or_gone
from league.views.refusals import put_on_form
from league.views.requests import SignedInRequest


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def player_new(request: SignedInRequest, slug: str) -> HttpResponse:
    """One person; a name that is in the club already is asked about first."""
    club = club_for(request.user, slug, "organizer")
    form = PlayerForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            player = add_player(club, **form.cleaned_data, by=request.user)
        except ActionError as refused:
            form.add_error(refused.field or None, refused.message)
        else:
            messages.success(request, _("%(name)s is added.") % {"name": player.called})
            return redirect("player_new" if "more" in request.POST else "people", club.slug)
    asked = bool(form.is_bound and (form.errors.get("another") or form.data.get("another")))
    context = {"club": club, "form": form, "asked": asked}
    return render(request, "people/player_new.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@or_gone("player", "people")
def player_edit(request: SignedInRequest, pk: int) -> HttpResponse:
    """Change what a person is called."""
    player = player_for(request.user, pk, "organizer")
    if request.method == "POST":
        form = PlayerNameForm(request.POST)
        if form.is_valid():
            try:
                rename_player(player, name=form.cleaned_data["name"], by=request.user)
            except ActionError as refused:
                put_on_form(form, refused)
            else:
                messages.success(request, _("Saved."))
                return redirect("people", player.club.slug)
    else:
        form = PlayerNameForm(initial={"name": player.own_name})
    context = {"club": player.club, "player": player, "account": player.user, "form": form}
    return render(request, "people/player_edit.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@or_gone("player", "people")
def player_remove(request: SignedInRequest, pk: int) -> HttpResponse:
    """Take somebody off the list who was added by mistake, once the name is typed."""
    player = player_for(request.user, pk, "organizer")
    form = DeleteForm(request.POST if request.method == "POST" else None, called=player.own_name)
    context = {
        "club": player.club,
        "what": player.own_name,
        "rule": _("This is for what was added by mistake. Whoever has a partner or played stays."),
        "back": ("people", player.club.slug),
    }
    return delete_page(
        request,
        form,
        lambda **_typed: remove_player(player, by=request.user),
        context,
        to=("people", player.club.slug),
    )
