"""Substitutes of a match."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.actions.errors import ActionError
from league.actions.players import add_player
from league.actions.substitutes import add_substitute, remove_substitute
from league.forms.substitutes import SubstituteForm
from league.models import Match
from league.queries.access import match_for
from league.queries.substitutes import may_sit_in, regulars_of, substitutes_of
from league.views.gone import gone_words
from league.views.refusals import put_on_form
from league.views.requests import SignedInRequest


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def match_substitutes(request: SignedInRequest, pk: int) -> HttpResponse:
    """Name one, or (POST `remove`) take one back."""
    match = match_for(request.user, pk, "organizer")
    removing = "remove" in request.POST
    people = regulars_of(match)
    form = SubstituteForm(
        request.POST if request.method == "POST" and not removing else None,
        regulars=people["a"] + people["b"],
        free=may_sit_in(match),
        best_of=match.round.stage.best_of,
    )
    status = 200
    if request.method == "POST":
        try:
            if removing:
                _remove(request, match)
                return redirect("match_substitutes", pk)
            if form.is_valid():
                _add(request, match, form)
                return redirect("match_substitutes", pk)
            status = 422
        except ActionError as refused:
            if removing:
                messages.error(request, refused.message)
                return redirect("match_substitutes", pk)
            status = put_on_form(form, refused)
    context = {
        "match": match,
        "round": match.round,
        "competition": match.round.stage.competition,
        "tab": "results",
        "organizer": True,
        "form": form,
        "substitutes": substitutes_of(match),
    }
    return render(request, "substitutes/substitutes.html", context, status=status)


@transaction.atomic
def _add(request: SignedInRequest, match: Match, form: SubstituteForm) -> None:
    """Somebody new and the substitution are stored together or not at all."""
    typed = form.cleaned_data
    if typed["name"]:
        club = match.round.stage.competition.club
        try:
            player = add_player(club, name=typed["name"], by=request.user)
        except ActionError as refused:
            raise ActionError(
                _("Somebody of that name is in the club: choose them from the list."),
                field="name",
            ) from refused
    else:
        player = form.free[typed["player"]]
    add_substitute(match, out=typed["out"], player=player, game=typed.get("game"), by=request.user)
    messages.success(request, _("%(name)s sits in.") % {"name": player})


def _remove(request: SignedInRequest, match: Match) -> None:
    number = request.POST["remove"]
    found = next((one for one in substitutes_of(match) if str(one.pk) == number), None)
    if found is None:
        messages.info(request, gone_words())
        return
    found.match = match
    remove_substitute(found, by=request.user)
    messages.success(request, _("Taken back."))
