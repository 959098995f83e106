"""The pages of a side's own sheet: who sits where, and the sheet with what is entered next."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from league.forms.games import StartForm
from league.forms.hands import HandForm
from league.forms.results import TotalsForm
from league.queries.matches import people_of
from league.queries.next_seats import sitting_down
from league.queries.score_sheets import game_sheets
from league.views.games import first_seats
from league.views.live_sums import words_address
from league.views.match_states import pair_of
from league.views.own_desks import Desk
from league.views.sums import SumLine, empty_sum_line
from league.views.tables import form_context, new_form


def seat_form(desk: Desk) -> StartForm:
    """The seats as in the last game, or partners opposite as they were entered."""
    number, players = desk.to_seat, desk.players
    people = people_of(desk.match)
    sitting = sitting_down(desk.match, people, number or 1)
    current = desk.view.current
    seated = current if current is not None and current.number == number else None
    return StartForm(players=players, initial=first_seats(desk.view, sitting, seated))


def seats_page(desk: Desk, form: StartForm, *, status: int = 200) -> HttpResponse:
    """Who sits where in the game that is next on this sheet."""
    context = {
        "match": desk.match,
        "view": desk.view,
        "form": form,
        "number": form["number"].value(),
        "seats": form.seats(),
        "seated": None,
        "again": bool(desk.view.games),
        "own": pair_of(desk.match, desk.side),
        "own_totals": desk.may_total and not desk.view.games,
    }
    return render(desk.request, "games/start.html", context, status=status)


def own_page(
    desk: Desk,
    *,
    form: HandForm | None = None,
    line: SumLine | None = None,
    totals: TotalsForm | None = None,
    note: str = "",
    status: int = 200,
) -> HttpResponse:
    """The sheet, and below it the next hand, the totals, or who hands it in."""
    view, match = desk.view, desk.match
    game = view.current
    last = game.hands[-1] if game is not None and game.hands else None
    context: dict[str, Any] = {
        "match": match,
        "view": view,
        "competition": match.round.stage.competition,
        "round": match.round,
        "own": pair_of(match, desk.side),
        "own_sheet": desk.sheet,
        "address": desk.address,
        "is_in": desk.is_in,
        "sheets": game_sheets(view),
        "note": note,
        "current": game,
        "last": last,
        "can_undo": last is not None and not desk.is_in,
        "signers": people_of(match)[desk.side],
        "bell": match.round.stage.competition.match_play.get("mode") == "bell",
        "may_total": desk.may_total,
    }
    if totals is not None or ("totals" in desk.request.GET and context["may_total"]):
        found = totals or TotalsForm(view=view)
        found.fields.pop("reason", None)
        context["totals"] = found
    elif game is not None and not (game.over or game.totals_only or desk.is_in):
        form = form or new_form(view, game)
        context |= form_context(form, line or empty_sum_line(), view, game)
        context |= {
            "entering": True,
            "words_address": words_address(),
            "save_url": desk.address,
            "check_url": reverse("own_check", args=[match.pk, desk.side]),
        }
    return render(desk.request, "second_sheets/sheet.html", context, status=status)
