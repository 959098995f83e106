"""Correcting a hand and striking one out, with what moves shown before it is done."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.actions.corrections import correct_hand, needs_reason, void_hand
from league.actions.errors import ActionError, StaleEdit
from league.actions.hands import UnsoundSheet
from league.actions.impacts import ImpactUnseen
from league.forms.games import ReasonForm
from league.forms.hands import HandForm
from league.models import Actor, Hand, Match
from league.queries.checks import Check, check_void
from league.queries.games import GameView, table_side
from league.queries.matches import MatchView, load_match
from league.queries.score_sheets import names_of
from league.views.conflicts import conflict
from league.views.impacts import act_on_match, impact_context
from league.views.live_sums import words_address
from league.views.requests import PageRequest
from league.views.scorers import hand_of_table, scorers_only, undone_hand_of_table
from league.views.sums import SumLine, end_sentence, goes_on, moves_of, sum_line
from league.views.tables import (
    correction_form,
    evening,
    form_context,
    read_form,
    written_line,
)
from league.words.games import after_end_words, blocked_words


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@scorers_only
def hand_correct(request: PageRequest, pk: int) -> HttpResponse:
    """The stored hand in the form; POST puts the new sheet in its place."""
    undone = undone_hand_of_table(request, pk) if request.method == "POST" else None
    if undone is not None:
        return _undone(request, undone[0])
    match, view, game, hand, by = _place(request, pk)
    if request.method != "POST":
        form = correction_form(view, game, hand)
        line = written_line(form, view, game, hand, correcting=True)
        return _page(request, form, line, view, game, hand)
    form, check, good = read_form(request, view, game, hand=hand)
    if "preview" in request.POST:
        return _page(request, form, _line(form, check, view, game), view, game, hand)
    if check is None or not good:
        return _page(request, form, _line(form, check, view, game), view, game, hand, status=422)
    moved = {}
    try:
        act_on_match(
            request,
            view,
            lambda: correct_hand(
                hand,
                form.sheet,
                revision=form.cleaned_data["revision"] or 0,
                note=form.cleaned_data["note"],
                reason=form.cleaned_data["reason"].strip(),
                end_confirmed=form.cleaned_data["end_confirmed"],
                by=by,
            ),
            by=by,
        )
    except ImpactUnseen as unseen:
        moved = impact_context(unseen)
    except StaleEdit as stale:
        return conflict(request, match, game, form, stale)
    except UnsoundSheet as unsound:
        form.add_problems(unsound.problems)
    except ActionError as refused:
        form.add_error(refused.field or None, refused.message)
    else:
        messages.success(request, _("Hand %(number)d is corrected.") % {"number": hand.number})
        return redirect(_line_url(match, hand))
    line = _line(form, check, view, game)
    return _page(request, form, line, view, game, hand, status=422, moved=moved)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@scorers_only
def hand_void(request: PageRequest, pk: int) -> HttpResponse:
    """Strike a hand out: what moves, and the reason."""
    match, view, game, hand, by = _place(request, pk)
    check = check_void(view, game, hand)
    form = ReasonForm(request.POST or None, initial={"revision": hand.revision})
    status = 200
    moved = {}
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                act_on_match(
                    request,
                    view,
                    lambda: void_hand(
                        hand,
                        revision=form.cleaned_data["revision"] or 0,
                        reason=form.cleaned_data["reason"].strip(),
                        end_confirmed=form.cleaned_data["end_confirmed"],
                        by=by,
                    ),
                    by=by,
                )
            except ImpactUnseen as unseen:
                moved = impact_context(unseen)
            except StaleEdit as stale:
                form.add_error(None, stale.message)
                status = 409
            except ActionError as refused:
                form.add_error(refused.field or None, refused.message)
            else:
                message = _("Hand %(number)d is struck out.") % {"number": hand.number}
                messages.success(request, message)
                return redirect(_line_url(match, hand))
    context = {
        "form": form,
        "hand": hand,
        "match": match,
        "view": view,
        "game": game,
        "moves": moves_of(check, table_side(game.game, "a")),
        "blocked": blocked_words(check.blocked, game.number) if check.blocked else "",
        "goes_on": goes_on(check),
        "end_question": after_end_words(check.after_end) if check.after_end else "",
    }
    context |= _columns(view, game) | moved
    return render(request, "hands/void.html", context, status=status)


def _place(request: PageRequest, pk: int) -> tuple[Match, MatchView, GameView, Hand, Actor]:
    """The hand in its match; 404 and 403 as everywhere, organizers alone once it is signed."""
    found, scorer = hand_of_table(request, pk)
    if found.game.match.accepted_at is not None and not scorer.organizes:
        raise PermissionDenied
    match = found.game.match
    view = load_match(match, sheets=True)
    game = next(played for played in view.games if played.game.pk == found.game_id)
    hand = next(stored for stored in game.hands if stored.pk == found.pk)
    hand.game = game.game
    return match, view, game, hand, scorer.by


def _undone(request: PageRequest, hand: Hand) -> HttpResponse:
    """Somebody took the hand off while it was corrected: what was written can be saved anew."""
    match = hand.game.match
    view = load_match(match, sheets=True)
    game = next(played for played in view.games if played.game.pk == hand.game_id)
    form = HandForm(request.POST, rules=view.rules, names=names_of(view, game))
    if not form.is_valid():
        return evening(request, match, form=form, status=422)
    message = _("Hand %(number)d was undone meanwhile.") % {"number": hand.number}
    return conflict(request, match, game, form, StaleEdit(message, stored=None, offered=form.sheet))


def _line(form: HandForm, check: Check | None, view: MatchView, game: GameView) -> SumLine:
    return sum_line(form, check, view, game, correcting=True)


def _page(
    request: PageRequest,
    form: HandForm,
    line: SumLine,
    view: MatchView,
    game: GameView,
    hand: Hand,
    *,
    status: int = 200,
    moved: Mapping[str, Any] | None = None,
) -> HttpResponse:
    context = form_context(form, line, view, game, hand=hand)
    context["needs_reason"] = needs_reason(view, game, hand)
    context["correcting"] = True
    context["words_address"] = words_address()
    context |= _columns(view, game) | dict(moved or {})
    return render(request, "hands/correct.html", context, status=status)


def _columns(view: MatchView, game: GameView) -> dict[str, str]:
    names = names_of(view, game)
    return {side: names.sides[table_side(game.game, side)] for side in ("a", "b")} | {
        "end": end_sentence(game.score, names, view.rules.target)
    }


def _line_url(match: Match, hand: Hand) -> str:
    """The hand's line on the match page."""
    page = reverse("match", args=[match.pk])
    return f"{page}#hand-{hand.game.number}-{hand.number}"
