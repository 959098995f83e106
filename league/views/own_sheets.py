"""The page where one side writes its own sheet: seats, hands, the bell, totals, handing it in."""

from collections.abc import Callable, Mapping
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from league.actions.errors import ActionError, StaleEdit
from league.actions.hands import UnsoundSheet
from league.actions.results import Totals
from league.actions.second_sheets import (
    record_own_hand,
    ring_own_bell,
    seat_own_game,
    undo_own_hand,
    write_own_totals,
)
from league.actions.settled_sheets import hand_in_sheet, take_back_sheet
from league.forms.games import StartForm
from league.forms.results import TotalsForm
from league.queries.second_sheets import both_write
from league.views.own_desks import Desk, desk_at, read_again
from league.views.own_pages import own_page, seat_form, seats_page
from league.views.requests import PageRequest, number_in
from league.views.scorers import scorers_only
from league.views.sums import sum_line
from league.views.tables import read_form


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@scorers_only
def own_sheet(request: PageRequest, pk: int, side: str) -> HttpResponse:
    """The sheet of one side, to write on; POST does the `step` that its button names."""
    desk = desk_at(request, pk, side)
    if desk is None or not both_write(desk.match):
        return redirect("own_sheets", pk)
    if request.method == "POST":
        step = next((name for name in _STEPS if name in request.POST), None)
        return _STEPS[step](desk) if step else redirect(desk.address)
    to_seat = "start" in request.GET or not (desk.view.games or "totals" in request.GET)
    if to_seat and not desk.is_in and desk.to_seat is not None:
        return seats_page(desk, seat_form(desk))
    return own_page(desk)


@never_cache
@require_POST
@scorers_only
def own_check(request: PageRequest, pk: int, side: str) -> HttpResponse:
    """The live sum under the form of one's own sheet. Writes nothing."""
    desk = desk_at(request, pk, side)
    game = desk.view.current if desk else None
    if desk is None or game is None or game.over or game.totals_only:
        return HttpResponse(status=204)
    form, check, _good = read_form(request, desk.view, game)
    line = sum_line(form, check, desk.view, game)
    return render(request, "hands/_sum.html", {"form": form, "sum": line})


def _seat(desk: Desk) -> HttpResponse:
    form = StartForm(desk.request.POST, players=desk.players)
    if "swap" in desk.request.POST:
        swapped = form.swapped(desk.request.POST["swap"])
        return seats_page(desk, StartForm(players=desk.players, initial=swapped))
    if not form.is_valid():
        return seats_page(desk, form, status=422)
    try:
        seat_own_game(
            desk.match,
            side=desk.side,
            number=form.cleaned_data["number"],
            seats=form.chosen_seats(),
            first_dealer=form.first_dealer(),
            by=desk.scorer.by,
        )
    except ActionError as refused:
        form.add_error(None, refused.message)
        return seats_page(desk, form, status=_status(refused))
    return redirect(desk.address)


def _hand(desk: Desk) -> HttpResponse:
    game = desk.view.current
    if game is None or game.totals_only:
        return redirect(desk.address)
    form, check, good = read_form(desk.request, desk.view, game)
    line = sum_line(form, check, desk.view, game)
    if "preview" in desk.request.POST:
        return own_page(desk, form=form, line=line)
    data = form.cleaned_data if check is not None else {}
    if not good or data.get("client_id") is None:
        return own_page(desk, form=form, line=line, status=422)
    try:
        record_own_hand(
            desk.match,
            side=desk.side,
            sheet=form.sheet,
            client_id=data["client_id"],
            game=data["game"],
            number=data["number"],
            by=desk.scorer.by,
        )
    except UnsoundSheet as unsound:
        form.add_problems(unsound.problems)
        return own_page(desk, form=form, line=line, status=422)
    except ActionError as refused:
        return own_page(desk, note=refused.message, form=form, line=line, status=_status(refused))
    return redirect(desk.address)


def _undo(desk: Desk) -> HttpResponse:
    try:
        client_id = UUID(desk.request.POST["undo"])
    except ValueError:
        return redirect(desk.address)
    return _do(desk, lambda: undo_own_hand(
        desk.match, side=desk.side, client_id=client_id, by=desk.scorer.by
    ))  # fmt: skip


def _bell(desk: Desk) -> HttpResponse:
    in_play = desk.request.POST["bell"] == "in_play"
    return _do(desk, lambda: ring_own_bell(
        desk.match, side=desk.side, in_play=in_play, by=desk.scorer.by
    ))  # fmt: skip


def _totals(desk: Desk) -> HttpResponse:
    form = TotalsForm(desk.request.POST, view=desk.view)
    form.fields.pop("reason", None)
    if not desk.may_total:
        return redirect(desk.address)
    if not form.is_valid():
        return own_page(desk, totals=form, status=422)
    given = [Totals(**one._asdict()) for one in form.totals]
    try:
        write_own_totals(desk.match, side=desk.side, totals=given, by=desk.scorer.by)
    except ActionError as refused:
        form.add_error(refused.field if refused.field in form.fields else None, refused.message)
        return own_page(desk, totals=form, status=_status(refused))
    return redirect(desk.address)


def _hand_in(desk: Desk) -> HttpResponse:
    try:
        came = hand_in_sheet(
            desk.match,
            side=desk.side,
            player_id=number_in(desk.request.POST["player"]),
            revision=number_in(desk.request.POST.get("revision", "")),
            by=desk.scorer.by,
        )
    except ActionError as refused:
        return own_page(read_again(desk), note=refused.message, status=_status(refused))
    messages.success(desk.request, _came_words(came))
    if came in ("in", "before"):
        return redirect(desk.address)
    return redirect("compare" if came == "differ" else "match", desk.match.pk)


def _take_back(desk: Desk) -> HttpResponse:
    return _do(desk, lambda: take_back_sheet(desk.match, side=desk.side, by=desk.scorer.by))


_STEPS: Mapping[str, Callable[[Desk], HttpResponse]] = {
    "swap": _seat,
    "start": _seat,
    "undo": _undo,
    "bell": _bell,
    "totals": _totals,
    "player": _hand_in,
    "take_back": _take_back,
    "preview": _hand,
    "save": _hand,
}


def _do(desk: Desk, act: Callable[[], object]) -> HttpResponse:
    try:
        act()
    except ActionError as refused:
        return own_page(read_again(desk), note=refused.message, status=_status(refused))
    return redirect(desk.address)


def _status(refused: ActionError) -> int:
    return 409 if isinstance(refused, StaleEdit) else 422


def _came_words(came: str) -> str:
    return {
        "in": _("The sheet is in. Nobody reads it until the other one is in too."),
        "before": _("It was handed in already."),
        "equal": _("Both wrote the same: the result is accepted."),
        "rule": _("The two sheets differ; the rule of the competition chose."),
        "differ": _("The two sheets differ: an organizer settles it."),
    }[came]
