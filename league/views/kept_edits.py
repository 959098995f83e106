"""A hand in question put right in the hand form, and stored with it in one step."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.actions.errors import ActionError, StaleEdit
from league.actions.hands import UnsoundSheet
from league.actions.impacts import ImpactUnseen
from league.actions.settled_hands import use_as_next, use_in_place
from league.forms.hands import HandForm
from league.forms.sent_hands import kept_values
from league.models import Hand, SentHand
from league.queries.checks import Check, check_correction, check_new
from league.queries.games import GameView, dealer_turn, table_side
from league.queries.matches import MatchView, load_match
from league.queries.score_sheets import names_of
from league.queries.scorers import Scorer
from league.queries.sent_hands import stands_beside
from league.views.impacts import impact_context
from league.views.kept_hands import (
    hand_in_question,
    once_seen,
    settled_before,
    settled_reason,
    settled_words,
)
from league.views.live_sums import words_address
from league.views.refusals import put_on_form
from league.views.requests import PageRequest, number_in
from league.views.scorers import scorers_only
from league.views.sums import sum_line
from league.views.tables import form_context


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """Where it is to stand: in a game, as the next hand or in the place of a stored one."""

    game: GameView
    hand: Hand | None

    @property
    def number(self) -> int:
        return self.hand.number if self.hand is not None else len(self.game.hands) + 1


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@scorers_only
def kept_hand_edit(request: PageRequest, pk: int, step: str) -> HttpResponse:
    """The hand form with what a phone sent, what is wrong with it on its fields. POST stores what
    is typed, `step` says where: 422 with what is wrong, 409 when the sheet has moved on."""
    kept, scorer = hand_in_question(request, pk)
    if step not in ("next", "place") or kept.kind == SentHand.Kind.UNDO:
        raise Http404
    if kept.outcome != SentHand.Outcome.KEPT:
        return settled_before(request, kept)
    if request.method != "POST":
        return _page(request, kept, step, None)
    view = load_match(kept.match, sheets=True)
    place = _place(view, kept, step)
    if place is None or "preview" in request.POST:
        return _page(request, kept, step, request.POST)
    form, _check, good = _read(request.POST, view, place)
    if not good:
        return _page(request, kept, step, request.POST, status=422)
    try:
        done = _store(request, kept, view, place, form, scorer)
    except ImpactUnseen as unseen:
        moved = impact_context(unseen)
        return _page(request, kept, step, request.POST, status=422, moved=moved)
    except UnsoundSheet:  # somebody was faster, and now it does not add up: the form says so
        return _page(request, kept, step, request.POST, status=422)
    except ActionError as refused:
        return _page(request, kept, step, request.POST, refused=refused)
    if not done:
        return settled_before(request, kept)
    messages.success(request, settled_words(step))
    return redirect("match", pk=kept.match_id)


def _place(view: MatchView, kept: SentHand, step: str) -> _Place | None:
    """None where it cannot stand there, or not any more."""
    stored = stands_beside(view, kept)
    if step == "place":
        game = next((one for one in view.games if stored in one.hands), None)
        return _Place(game=game, hand=stored) if game is not None else None
    game = view.current
    if game is None or game.over or view.over or game.totals_only:
        return None
    return _Place(game=game, hand=None) if kept.kind == "record" or stored is None else None


def _sent(kept: SentHand, view: MatchView, place: _Place) -> QueryDict:
    """What the phone sent, as a form posts it; as the next hand, by the dealer whose turn it is."""
    data = QueryDict(mutable=True)
    data.update(kept_values(kept))
    dealer = None if place.hand is not None else dealer_turn(place.game, view.rules)
    if dealer is not None:
        data["dealer"] = str(dealer)
    return data


def _read(data: QueryDict, view: MatchView, place: _Place) -> tuple[HandForm, Check | None, bool]:
    """The form, what its sheet would come to there, and whether it may be stored as it is."""
    form = HandForm(data, rules=view.rules, names=names_of(view, place.game))
    if not form.is_valid():
        return form, None, False
    if place.hand is None:
        check = check_new(view, place.game, form.sheet)
    else:
        check = check_correction(view, place.game, place.hand, form.sheet)
    return form, check, form.add_problems(check.problems)


def _store(
    request: PageRequest,
    kept: SentHand,
    view: MatchView,
    place: _Place,
    form: HandForm,
    scorer: Scorer,
) -> bool:
    """False when somebody has settled it before. Raises StaleEdit where something else stands there
    than what was read."""
    data, sheet, by = form.cleaned_data, form.sheet, scorer.by
    seen = number_in(request.POST.get("seen", ""))
    if place.hand is None:
        game, number, note = data["game"], data["number"], data["note"]
        return use_as_next(kept, sheet, seen=seen, game=game, number=number, note=note, by=by)
    hand = place.hand
    if str(hand.pk) != request.POST.get("hand"):
        raise StaleEdit(_("The sheet has changed since you read it."), stored=hand, offered=sheet)

    def act() -> bool:
        return use_in_place(
            kept,
            sheet,
            seen=seen,
            hand=hand,
            revision=data["revision"] or 0,
            note=data["note"],
            reason=settled_reason(data["reason"]),
            end_confirmed=data["end_confirmed"],
            by=by,
        )

    return once_seen(request, view, act, scorer)


def _page(
    request: PageRequest,
    kept: SentHand,
    step: str,
    typed: QueryDict | None,
    *,
    status: int = 200,
    moved: Mapping[str, Any] | None = None,
    refused: ActionError | None = None,
) -> HttpResponse:
    """The form with what was typed, at first with what was sent, for the place as it is now."""
    view = load_match(kept.match, sheets=True)
    place = _place(view, kept, step)
    if place is None:
        messages.info(request, _("The sheet has moved on: it cannot stand there any more."))
        return redirect("kept_hand", pk=kept.pk)
    game, hand = place.game, place.hand
    data = _sent(kept, view, place) if typed is None else typed.copy()
    data["game"], data["number"] = str(game.number), str(place.number)
    data["revision"] = str(hand.revision) if hand is not None else ""
    form, check, _good = _read(data, view, place)
    if refused is not None:
        status = put_on_form(form, refused)
    line = sum_line(form, check, view, game, correcting=hand is not None)
    context = form_context(form, line, view, game, hand=hand) | {
        "kept": kept,
        "round": kept.match.round,
        "number": place.number,
        "correcting": hand is not None,
        "save_url": reverse("kept_hand_edit", args=[kept.pk, step]),
        "back_url": reverse("kept_hand", args=[kept.pk]),
        "words_address": words_address(),
        **{side: form.names.sides[table_side(game.game, side)] for side in ("a", "b")},
        **(moved or {}),
    }
    return render(request, "kept_hands/edit.html", context, status=status)
