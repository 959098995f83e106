"""Starting a game, and the bell."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.actions.errors import ActionError, StaleEdit
from league.actions.games import ring_bell, silence_bell, start_game, take_back_game
from league.forms.games import StartForm
from league.models import Game, Match
from league.queries.games import GameView
from league.queries.matches import MatchView, load_match, people_of
from league.queries.next_seats import People, next_seats, sitting_down
from league.queries.second_sheets import both_write
from league.queries.sheets_rules import sheets_rules
from league.views.gone import gone_words
from league.views.requests import PageRequest
from league.views.scorers import at_the_table, scorers_only


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@scorers_only
def game_start(request: PageRequest, pk: int) -> HttpResponse:
    """Who sits where and who won the cut; also to seat a game again before its first hand."""
    match, scorer = at_the_table(request, pk)
    if both_write(match):
        return redirect("own_sheets", pk=pk)
    view = load_match(match)
    people = people_of(match)
    players = people["a"] + people["b"]
    seated = _seated_without_hand(view)
    number = seated.number if seated else view.next_game
    sitting = sitting_down(match, people, number or 1)
    if request.method != "POST":
        if view.next_game is None and seated is None:
            return redirect("score", pk=pk)
        form = StartForm(players=players, initial=first_seats(view, sitting, seated))
        return _page(request, match, view, form, seated)
    form = StartForm(request.POST, players=players)
    if "swap" in request.POST:
        form = StartForm(players=players, initial=form.swapped(request.POST["swap"]))
        return _page(request, match, view, form, seated)
    if "take_back" in request.POST:
        if seated is None:
            messages.info(request, gone_words())
            return redirect("match", pk=pk)
        try:
            take_back_game(match, number=seated.number, by=scorer.by)
        except ActionError as refused:
            messages.error(request, refused.message)
        return redirect("match", pk=pk)
    status = 422
    if form.is_valid():
        try:
            start_game(
                match,
                number=form.cleaned_data["number"],
                seats=form.chosen_seats(),
                first_dealer=form.first_dealer(),
                by=scorer.by,
            )
        except StaleEdit as stale:
            form.add_error(None, stale.message)
            status = 409
        except ActionError as refused:
            form.add_error(None, refused.message)
        else:
            return redirect("score", pk=pk)
    return _page(request, match, view, form, seated, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@scorers_only
def game_bell(request: PageRequest, pk: int) -> HttpResponse:
    """The bell has gone: is a hand being played? Or it was a mistake."""
    game = get_object_or_404(Game, pk=pk)
    game.match, scorer = at_the_table(request, game.match_id)
    error = ""
    if request.method == "POST":
        try:
            if request.POST.get("bell") == "mistake":
                silence_bell(game, by=scorer.by)
                messages.info(request, _("The bell is taken back; the game goes on."))
            else:
                ring_bell(game, in_play=request.POST.get("bell") == "in_play", by=scorer.by)
                messages.info(request, _("The bell has gone."))
        except ActionError as refused:
            error = refused.message
        else:
            return redirect("score", pk=game.match_id)
    context = {"game": game, "match": game.match, "view": load_match(game.match), "error": error}
    return render(request, "games/bell.html", context, status=422 if error else 200)


def _seated_without_hand(view: MatchView) -> GameView | None:
    """The game that was started and has no hand yet: it can be seated again."""
    last = view.current
    if last is None or last.hands or last.totals_only or view.forfeit is not None:
        return None
    return last


def first_seats(view: MatchView, people: People, seated: GameView | None) -> dict[str, Any]:
    """What the start form begins with: the seats of this game, else those of the next
    (`next_seats`); and who dealt first in this one."""
    source = seated or view.current
    seats = {f"seat_{seat}": str(player.pk) for seat, player in next_seats(source, people).items()}
    number = seated.number if seated else view.next_game
    initial: dict[str, Any] = {"number": number, **seats}
    if seated is not None and seated.game.first_dealer:
        initial["dealer"] = seats.get(f"seat_{seated.game.first_dealer}")
    return initial


def _may_report(view: MatchView) -> bool:
    """Whether the sides may write the totals alone here, because nothing is written yet."""
    rules = sheets_rules(view.match.round.stage.competition)
    return rules.sides_report and rules.acceptance != "blind" and not view.games


def _page(
    request: PageRequest,
    match: Match,
    view: MatchView,
    form: StartForm,
    seated: GameView | None,
    *,
    status: int = 200,
) -> HttpResponse:
    number = form["number"].value()
    context = {
        "match": match,
        "view": view,
        "form": form,
        "number": number,
        "seats": form.seats(),
        "seated": seated,
        "again": view.current is not None and seated is None,
        "reports": _may_report(view),
    }
    return render(request, "games/start.html", context, status=status)
