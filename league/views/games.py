"""Starting a game, and the bell."""

from collections.abc import Mapping
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
from league.models import Game, Match, Player
from league.queries.games import GameView
from league.queries.matches import MatchView, load_match, people_of
from league.queries.second_sheets import both_write
from league.queries.sheets_rules import sheets_rules
from league.queries.substitutes import sitting_in
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
    sitting = sitting_in(match, number or 1) if len(players) > 4 else people
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


def first_seats(
    view: MatchView, people: dict[Any, list[Any]], seated: GameView | None
) -> dict[str, Any]:
    """The seats of this game, else of the last one, else partners opposite as they were entered."""
    number = seated.number if seated else view.next_game
    source = seated or view.current
    if source is not None and source.seats:
        seats = {
            f"seat_{seat}": str(player.pk)
            for seat, player in _taking_turns(source.seats, people).items()
        }
    else:
        order = zip("NSEW", people["a"] + people["b"], strict=False)
        seats = {f"seat_{seat}": str(player.pk) for seat, player in order}
    initial: dict[str, Any] = {"number": number, **seats}
    if seated is not None and seated.game.first_dealer:
        initial["dealer"] = seats.get(f"seat_{seated.game.first_dealer}")
    return initial


def _taking_turns(seats: Mapping[str, Player], people: dict[Any, list[Any]]) -> dict[str, Player]:
    """The seats of an earlier game for those who play now: who sits in takes his regular's."""
    now = dict(seats)
    for sitting in people.values():
        free = [player for player in sitting if player not in seats.values()]
        for pair in ("NS", "EW"):
            gone = [seat for seat in pair if seat in seats and seats[seat] not in sitting]
            if len(gone) == len(free) < 2:
                now |= dict(zip(gone, free, strict=True))
    return now


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
