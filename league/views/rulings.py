"""Ruling on a claimed misplay, taking that back, and the list of a competition's rulings."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import BaseForm
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from league.actions.errors import ActionError
from league.actions.hands import UnsoundSheet
from league.actions.impacts import ImpactUnseen
from league.actions.rulings import (
    Finding,
    Penalty,
    rule_on_hand,
    rule_on_match,
    take_ruling_back,
)
from league.forms.games import ReasonForm
from league.forms.rulings import PenaltyForm, RulingForm
from league.models import Hand, Match, Ruling
from league.permissions import may_organize
from league.queries.access import competition_for, hand_for, match_for, ruling_for
from league.queries.games import GameView
from league.queries.matches import MatchView, load_match
from league.queries.rulings import penalized, ruled_matches, ruling_in_force
from league.queries.score_sheets import game_sheet
from league.queries.versions import of_competition
from league.views.following import following
from league.views.impacts import act_on_table, impact_context
from league.views.refusals import put_on_form
from league.views.requests import PageRequest, SignedInRequest
from league.views.ruling_lines import claim_line, ruling_lines
from league.words.names import TableNames
from league.words.problems import problem_words

_DONE = 302


@require_safe
@following(every=10, competitions=of_competition)
def rulings(request: PageRequest, pk: int) -> HttpResponse:
    """Every ruling of a competition, and every misplay that its table settled; for everybody."""
    competition = competition_for(request.user, pk)
    found = ruled_matches(competition)
    context = {
        "competition": competition,
        "tab": "rules",
        "organizer": may_organize(request.user, competition.club),
        "matches": [
            (
                one.view.match,
                ruling_lines(one.view, one.rulings),
                [claim_line(one.view, game, hand) for game, hand in one.claims],
            )
            for one in found
        ],
    }
    return render(request, "rulings/rulings.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def hand_ruling(request: SignedInRequest, pk: int) -> HttpResponse:
    """An organizer rules on a misplay claimed in this hand; ruled on before, rules again."""
    hand = hand_for(request.user, pk, "organizer")
    match = hand.game.match
    view = load_match(match, sheets=True)
    game = next(played for played in view.games if played.game.pk == hand.game_id)
    holds = ruling_in_force(hand)
    people = [game.seats[seat] for seat in "NESW"]
    form = RulingForm(
        request.POST if request.method == "POST" else None,
        field=penalized(match),
        people=people,
        rules=view.rules,
        initial=_start(game, hand, holds),
    )
    status: int = 200
    moved: Mapping[str, Any] = {}
    sheet = game_sheet(view, game, {})
    if request.method == "POST":
        status, moved = _attempt(form, lambda: _rule(request, view, hand, form), sheet.names)
        if status == _DONE:
            messages.success(request, _("Ruled. It stands on the match's page."))
            return redirect("match", match.pk)
    context = _page(match) | {"hand": hand, "game": game, "form": form, "holds": holds}
    context |= {"sheet": sheet, "view": view}
    context["line"] = next(line for line in sheet.lines if line.hand.pk == hand.pk)
    return render(request, "rulings/hand.html", context | dict(moved), status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def match_ruling(request: SignedInRequest, pk: int) -> HttpResponse:
    """An organizer penalizes somebody of this match for what is no misplay of a hand."""
    match = match_for(request.user, pk, "organizer")
    form = PenaltyForm(
        request.POST if request.method == "POST" else None,
        field=penalized(match),
        initial={"client_id": uuid4()},
    )
    status: int = 200
    moved: Mapping[str, Any] = {}
    if request.method == "POST":
        status, moved = _attempt(form, lambda: _penalize(request, match, form))
        if status == _DONE:
            messages.success(request, _("Ruled. It stands on the match's page."))
            return redirect("match", match.pk)
    context = _page(match) | {"form": form} | dict(moved)
    return render(request, "rulings/match.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def ruling_take_back(request: SignedInRequest, pk: int) -> HttpResponse:
    """A ruling is undone, with a reason: hand and penalties are as they were before it."""
    ruling = ruling_for(request.user, pk, "organizer")
    match = ruling.of_match
    form = ReasonForm(request.POST if request.method == "POST" else None)
    status: int = 200
    moved: Mapping[str, Any] = {}
    if ruling.ended_at is not None:
        messages.info(request, _("This ruling is taken back already."))
        return redirect("match", match.pk)
    if request.method == "POST":
        status, moved = _attempt(form, lambda: _take_back(request, match, ruling, form))
        if status == _DONE:
            messages.success(request, _("The ruling is taken back."))
            return redirect("match", match.pk)
    view = load_match(match, sheets=True)
    context = _page(match) | {"form": form, "lines": ruling_lines(view, [ruling])} | dict(moved)
    return render(request, "rulings/take_back.html", context, status=status)


def _attempt(
    form: BaseForm, act: Callable[[], None], names: TableNames | None = None
) -> tuple[int, Mapping[str, Any]]:
    """Do what a valid form asks for: `_DONE`, or the answer's status with what the page shows of
    the refusal; `names` at the table, for what is wrong with a sheet."""
    if not form.is_valid():
        return 422, {}
    try:
        act()
    except ImpactUnseen as unseen:
        return 422, impact_context(unseen)
    except UnsoundSheet as unsound:
        if names is None:
            raise
        for problem in unsound.problems:
            form.add_error(None, problem_words(problem, names))
        return 422, {}
    except ActionError as refused:
        asks_end = refused.field == "end_confirmed"
        return put_on_form(form, refused), {"end_question": refused.message} if asks_end else {}
    return _DONE, {}


def _start(game: GameView, hand: Hand, holds: Ruling | None) -> dict[str, Any]:
    """The form to begin with: what the last ruling, or the table, has said."""
    start: dict[str, Any] = {"client_id": uuid4(), "revision": hand.revision}
    if holds is not None:
        return start | {
            "instead_of": holds.pk,
            "claimant": holds.claimant_id,
            "accused": holds.accused_id,
            "trick": holds.trick,
            "card": holds.card,
            "found": holds.found,
        }
    claim = hand.claim or {}
    if claim.get("upheld") is not None:
        start["found"] = Ruling.Found.UPHELD if claim["upheld"] else Ruling.Found.WRONG
    if claim.get("seat"):
        start["accused"] = game.seats[claim["seat"]].pk
    return start | {"trick": claim.get("trick"), "card": claim.get("card")}


def _rule(request: SignedInRequest, view: MatchView, hand: Hand, form: RulingForm) -> None:
    typed = form.cleaned_data
    act_on_table(
        request,
        view.match.round.stage.competition,
        lambda: rule_on_hand(
            hand,
            Finding(
                claimant=form.people[typed["claimant"]],
                accused=form.people[typed["accused"]],
                found=typed["found"],
                trick=typed["trick"],
                card=typed["card"],
            ),
            penalty=_penalty(form) if form.chosen else None,
            reason=typed["reason"],
            client_id=typed["client_id"],
            revision=typed["revision"],
            instead_of=typed["instead_of"],
            end_confirmed=typed["end_confirmed"],
            by=request.user,
        ),
        match=view.match,
        by=request.user,
    )


def _penalize(request: SignedInRequest, match: Match, form: PenaltyForm) -> None:
    typed = form.cleaned_data
    act_on_table(
        request,
        match.round.stage.competition,
        lambda: rule_on_match(
            match,
            _penalty(form),
            reason=typed["reason"],
            client_id=typed["client_id"],
            by=request.user,
        ),
        by=request.user,
    )


def _take_back(request: SignedInRequest, match: Match, ruling: Ruling, form: ReasonForm) -> None:
    typed = form.cleaned_data
    act_on_table(
        request,
        match.round.stage.competition,
        lambda: take_ruling_back(
            ruling,
            reason=typed["reason"].strip(),
            end_confirmed=typed["end_confirmed"],
            by=request.user,
        ),
        match=match,
        by=request.user,
    )


def _penalty(form: PenaltyForm) -> Penalty:
    typed = form.cleaned_data
    return Penalty(
        owners=form.chosen,
        match_points=typed["match_points"] or 0,
        points=typed["points"] or 0,
        rule=typed["rule"],
    )


def _page(match: Match) -> dict[str, Any]:
    return {
        "match": match,
        "round": match.round,
        "competition": match.round.stage.competition,
        "organizer": True,
    }
