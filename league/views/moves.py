"""A sheet in the wrong place: another table, the other side, other seats."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.actions.errors import ActionError
from league.actions.impacts import ImpactUnseen
from league.actions.moves import (
    move_sheet,
    reseat_game,
    stamp_of_seats,
    stamp_of_two,
    turn_sheet,
)
from league.forms.moves import MoveForm, ReseatForm, WhyForm
from league.models import Match
from league.queries.access import match_for
from league.queries.matches import MatchView, load_match, people_of
from league.queries.moves import other_tables
from league.views.impacts import act_on_table, impact_context
from league.views.refusals import put_on_form
from league.views.requests import SignedInRequest
from league.words.names import short_names


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def match_move(request: SignedInRequest, pk: int) -> HttpResponse:
    """What is wrong with where this sheet stands; each is put right in one step."""
    match = match_for(request.user, pk, "organizer")
    view = load_match(match)
    forms = _forms(request, match, view)
    status = 200
    moved: dict[str, Any] = {}
    if request.method == "POST":
        step = request.POST.get("step", "")
        form = forms.get(step)
        if form is not None:
            status = 422
            if form.is_valid():
                try:
                    where = act_on_table(
                        request,
                        match.round.stage.competition,
                        lambda: _act(match, view, step, form, request),
                        match=match,
                        by=request.user,
                    )
                except ImpactUnseen as unseen:
                    moved = {**impact_context(unseen), "impact_step": step}
                except ActionError as refused:
                    status = put_on_form(form, refused)
                else:
                    messages.success(request, _("Saved. The log keeps both."))
                    return redirect("match", where)
    context = {
        "match": match,
        "round": match.round,
        "competition": match.round.stage.competition,
        "tab": "results",
        "organizer": True,
        "view": view,
        "move": forms["move"],
        "turn": forms["turn"],
        "stamps": request.POST.get("stamps") or stamp_of_seats(view),
        "seats": [
            (number, form) for key, form in forms.items() if (number := key.partition("seats")[2])
        ],
        **moved,
    }
    return render(request, "moves/move.html", context, status=status)


def _forms(request: HttpRequest, match: Match, view: MatchView) -> dict[str, Any]:
    """Every form of the page by its step; the one that was sent is bound."""
    step = request.POST.get("step", "")

    def data(key: str) -> Any:
        return request.POST if step == key else None

    stamp = {"stamp": stamp_of_seats(view)}
    people = people_of(match)
    players = {str(player.pk): player.called for player in people["a"] + people["b"]}
    forms: dict[str, Any] = {
        "move": MoveForm(data("move"), others=other_tables(match)),
        "turn": WhyForm(data("turn"), initial=stamp, auto_id="turn_%s"),
    }
    for game in view.games:
        if game.seats:
            forms[f"seats{game.number}"] = ReseatForm(
                data(f"seats{game.number}"),
                game=game,
                people=list(short_names(players).items()),
                initial=stamp,
                auto_id=f"seats{game.number}_%s",
            )
    return forms


def _act(match: Match, view: MatchView, step: str, form: Any, request: SignedInRequest) -> int:
    """Do it; gives the match to look at then."""
    typed = form.cleaned_data
    if step == "move":
        target = form.by_number[typed["target"]]
        # The sheet that moves is the one that was read; the other one is looked at now.
        seen = request.POST.get("stamps", "")
        if seen != stamp_of_seats(view):
            raise ActionError(_("The sheet has changed meanwhile. Look at it again."))
        move_sheet(
            match,
            target,
            turned=typed["turned"] == "yes",
            exchange=typed["exchange"],
            stamp=stamp_of_two(view, load_match(target)),
            reason=typed["reason"],
            by=request.user,
        )
        return int(target.pk)
    if step == "turn":
        turn_sheet(match, stamp=typed["stamp"], reason=typed["reason"], by=request.user)
    else:
        game = next(one.game for one in view.games if f"seats{one.number}" == step)
        game.match = match
        reseat_game(
            game, form.seats(), stamp=typed["stamp"], reason=typed["reason"], by=request.user
        )
    return match.pk
