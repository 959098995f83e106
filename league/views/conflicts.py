"""Two versions of one hand side by side, with ways to go on: nothing typed is lost (409)."""

from uuid import uuid4

from django.http import HttpResponse
from django.shortcuts import render

from league.actions.errors import StaleEdit
from league.forms.hands import HandForm
from league.models import Hand, Match
from league.queries.games import GameView, dealer_turn, table_side
from league.queries.hands import completed, sheet_of
from league.queries.matches import load_match
from league.queries.score_sheets import names_of
from league.views.requests import PageRequest
from league.words.calls import compare_rows, sheet_rows
from scoring import judge, score_checked

# Sent anew by each way of going on.
_OWN = {"csrfmiddlewaretoken", "client_id", "number", "game", "dealer", "revision", "preview"}


def conflict(
    request: PageRequest, match: Match, game: GameView, form: HandForm, stale: StaleEdit
) -> HttpResponse:
    """What was typed beside what is stored. Ways on: keep mine as the next hand, put mine in the
    place of the stored one, or let mine go."""
    view = load_match(match, sheets=True)
    stored: Hand | None = stale.stored
    if stored is not None and stored.status == Hand.Status.UNDONE:
        stored = None
    left = table_side(game.game, "a")
    names = names_of(view, game)
    _problems, score = judge(form.sheet, view.rules)
    mine = sheet_rows(
        completed(form.sheet, view.rules), score, names, left, form.cleaned_data["note"]
    )
    theirs = mine
    if stored is not None:
        sheet = sheet_of(stored)
        score = score_checked(sheet, view.rules)
        theirs = sheet_rows(completed(sheet, view.rules), score, names, left, stored.note)
    current = view.current
    in_play = current is not None and not current.over and not view.over
    dealer = dealer_turn(current, view.rules) if current is not None and in_play else None
    context = {
        "match": match,
        "view": view,
        "message": stale.message,
        "stored": stored,
        "rows": compare_rows(mine, theirs),
        "typed": [
            (name, value)
            for name, values in request.POST.lists()
            for value in values
            if name not in _OWN
        ],
        "dealer": request.POST.get("dealer", ""),
        "next_dealer": str(dealer) if dealer else request.POST.get("dealer", ""),
        "game": current,
        "next_number": len(current.hands) + 1 if current is not None and in_play else None,
        "client_id": uuid4(),
    }
    part = bool(request.htmx)
    template = "hands/_conflict.html" if part else "hands/conflict.html"
    return render(request, template, context, status=409)
