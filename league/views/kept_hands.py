"""A hand in question: what a phone sent beside what stands, and the ways to settle it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.actions.errors import ActionError, StaleEdit
from league.actions.hands import UnsoundSheet
from league.actions.impacts import ImpactUnseen
from league.actions.settled_hands import let_go, take_off, use_as_next, use_in_place
from league.forms.sent_hands import MOST_KEPT, SettleHandForm, kept_sheet, kept_texts
from league.models import Hand, SentHand
from league.queries.games import GameView, dealer_turn, table_side
from league.queries.hands import completed, sheet_of
from league.queries.matches import MatchView, load_match
from league.queries.score_sheets import names_of
from league.queries.scorers import Scorer
from league.queries.sent_hands import kept_named, stands_beside
from league.views.impacts import act_on_match, impact_context
from league.views.refusals import put_on_form
from league.views.requests import PageRequest
from league.views.scorers import at_the_table, scorers_only
from league.words.calls import compare_rows, sheet_rows
from league.words.names import TableNames
from league.words.problems import problem_words
from scoring import HandSheet, judge, score_checked


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@scorers_only
def kept_hand(request: PageRequest, pk: int) -> HttpResponse:
    """Both values side by side; POST settles it. 409 when the sheet has moved on since."""
    kept, scorer = hand_in_question(request, pk)
    if kept.outcome != SentHand.Outcome.KEPT:
        return settled_before(request, kept)
    if request.method != "POST":
        return _page(request, kept, SettleHandForm(initial={"reason": kept.reason[:MOST_KEPT]}))
    form = SettleHandForm(request.POST)
    if not form.is_valid():
        return _page(request, kept, form, status=422)
    view = load_match(kept.match, sheets=True)
    moved: Mapping[str, Any] = {}
    status = 422
    try:
        done = _settle(request, kept, view, form, scorer)
    except ImpactUnseen as unseen:
        moved = impact_context(unseen)
    except UnsoundSheet as unsound:
        for problem in unsound.problems:
            form.add_error(None, problem_words(problem, _names(view, kept)))
    except ActionError as refused:
        status = put_on_form(form, refused)
    else:
        if not done:
            return settled_before(request, kept)
        messages.success(request, settled_words(form.cleaned_data["step"]))
        return redirect("match", pk=kept.match_id)
    return _page(request, kept, form, status=status, moved=moved)


def hand_in_question(request: PageRequest, pk: int) -> tuple[SentHand, Scorer]:
    """The hand that is or was in question, in its match, and who settles it. Raises Http404 and
    PermissionDenied."""
    kept = kept_named(pk)
    kept.match, scorer = at_the_table(request, kept.match_id)
    if kept.match.accepted_at is not None and not scorer.organizes:
        raise PermissionDenied
    return kept, scorer


def _settle(
    request: PageRequest, kept: SentHand, view: MatchView, form: SettleHandForm, scorer: Scorer
) -> bool:
    """Do what was chosen; False when somebody has settled it before."""
    data, by = form.cleaned_data, scorer.by
    seen = data["seen"] or 0
    if data["step"] == "drop":
        return let_go(kept, seen=seen, by=by)
    sheet = kept_sheet(kept, view.rules)
    note = kept.note[:MOST_KEPT]
    if data["step"] == "next":
        game = view.current
        dealer = dealer_turn(game, view.rules) if game is not None else None
        if sheet is None:
            raise ActionError(_("This hand cannot be read: write it on the sheet, then drop it."))
        return use_as_next(
            kept,
            replace(sheet, dealer=dealer or sheet.dealer),
            seen=seen,
            game=data["game"] or 0,
            number=data["number"] or 0,
            note=note,
            by=by,
        )
    stored = stands_beside(view, kept)
    if stored is None or stored.pk != data["hand"]:
        raise StaleEdit(_("The sheet has changed since you read it."), stored=stored, offered=sheet)
    how = {
        "seen": seen,
        "hand": stored,
        "revision": data["revision"] or 0,
        "reason": settled_reason(data["reason"]),
        "end_confirmed": data["end_confirmed"],
    }
    if data["step"] == "off":
        return once_seen(request, view, lambda: take_off(kept, **how, by=by), scorer)
    if sheet is None:
        raise ActionError(_("This hand cannot be read: correct the stored one, then drop it."))
    return once_seen(
        request, view, lambda: use_in_place(kept, sheet, **how, note=note, by=by), scorer
    )


def once_seen(
    request: PageRequest, view: MatchView, act: Callable[[], bool], scorer: Scorer
) -> bool:
    """Once what it moves was seen, as every correction."""
    told: list[bool] = []
    act_on_match(request, view, lambda: told.append(act()), by=scorer.by)
    return told[0]


def _page(
    request: PageRequest,
    kept: SentHand,
    form: SettleHandForm,
    *,
    status: int = 200,
    moved: Mapping[str, Any] | None = None,
) -> HttpResponse:
    view = load_match(kept.match, sheets=True)
    sheet = None if kept.kind == SentHand.Kind.UNDO else kept_sheet(kept, view.rules)
    stored = stands_beside(view, kept)
    game = view.current
    in_play = game is not None and not game.over and not view.over and not game.totals_only
    its_game = game is not None and kept.game in (0, game.number)
    undo = kept.kind == SentHand.Kind.UNDO
    may_be_next = not undo and its_game and (kept.kind == SentHand.Kind.RECORD or stored is None)
    context = {
        "kept": kept,
        "match": kept.match,
        "round": kept.match.round,
        "competition": kept.match.round.stage.competition,
        "form": form,
        "sheet": sheet,
        "sound": sheet is not None and judge(sheet, view.rules)[1] is not None,
        "stored": stored,
        "rows": _rows(view, kept, sheet, stored),
        "texts": kept_texts(kept),
        "next_number": len(game.hands) + 1 if game is not None and in_play and may_be_next else 0,
        "ahead": kept.game > (game.number if game is not None else 0),
        "game": game,
        **(moved or {}),
    }
    return render(request, "kept_hands/kept.html", context, status=status)


def _rows(
    view: MatchView, kept: SentHand, sheet: HandSheet | None, stored: Hand | None
) -> list[tuple[str, str, str, bool]]:
    """(label, sent, stored, differs); the one there is stands for the other where there is one."""
    game, names = _game(view, kept), _names(view, kept)
    if game is None:
        return []
    left = table_side(game.game, "a")
    mine = theirs = None
    if sheet is not None:
        _problems, score = judge(sheet, view.rules)
        mine = sheet_rows(completed(sheet, view.rules), score, names, left, kept.note)
        if score is None:
            mine.append((_("Written"), ""))
    if stored is not None:
        written = sheet_of(stored)
        score = score_checked(written, view.rules)
        theirs = sheet_rows(completed(written, view.rules), score, names, left, stored.note)
    if mine is None and theirs is None:
        return []
    return compare_rows(mine or theirs or [], theirs or mine or [])


def _game(view: MatchView, kept: SentHand) -> GameView | None:
    return next((one for one in view.games if one.number == kept.game), view.current)


def _names(view: MatchView, kept: SentHand) -> TableNames:
    game = _game(view, kept)
    if game is None:
        return TableNames(seats={seat: seat for seat in "NESW"}, sides={"NS": "NS", "EW": "EW"})
    return names_of(view, game)


def settled_before(request: PageRequest, kept: SentHand) -> HttpResponse:
    """To the match: nothing is left to settle."""
    messages.info(request, _("This hand is settled already."))
    return redirect("match", pk=kept.match_id)


def settled_reason(typed: str) -> str:
    """Why the stored hand is changed, where nobody says more."""
    return typed.strip() or _("a hand in question was settled")


def settled_words(step: str) -> str:
    """What was done, to whoever did it."""
    return {
        "next": _("It is on the sheet as the next hand."),
        "place": _("It stands in the place of the other one."),
        "off": _("The hand is off the sheet."),
        "drop": _("It is let go: what is stored stands."),
    }[step]
