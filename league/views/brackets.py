"""A bracket: made, looked at by everybody, published, and what is chosen after a correction."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.actions.brackets import (
    BracketPlan,
    keep_cut,
    make_bracket,
)
from league.actions.cuts import CutSettled, CutTied
from league.actions.errors import ActionError, StaleEdit
from league.actions.held_slots import decide_draw, decide_held
from league.actions.rounds import publish_rounds
from league.forms.brackets import BracketForm, DecideForm, DrawnForm, first_told
from league.models import Competition, Division, Round, Stage
from league.permissions import may_organize
from league.queries.access import competition_for, stage_for
from league.queries.brackets import bracket_state, seeds_of, stamp_of_held
from league.queries.cuts import CutLine, cut_table, recut_of
from league.queries.seeds import first_pairs, met_by_hand
from league.queries.standings import standings_of
from league.queries.versions import of_stage
from league.views.bracket_lines import parts_of, places_of, seed_swap_lines, slot_name
from league.views.following import following
from league.views.gone import or_gone
from league.views.readers import for_everybody
from league.views.refusals import put_on_form
from league.views.requests import PageRequest, SignedInRequest
from league.words.brackets import cut_words
from league.words.standings import names_of

LARGEST_ON_PAPER = 16  # a bigger bracket is printed round by round


@require_http_methods(["GET", "HEAD", "POST"])
@or_gone("stage", "competition_setup")
@following(every=10, competitions=of_stage)
def bracket(request: PageRequest, pk: int) -> HttpResponse:
    """The bracket for everybody once a round is published. POST `step` for organizers:
    publish (the next round, or all), keep_cut, decide."""
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    found = _made(request, pk, "organizer" if request.method == "POST" else None)
    form, status = None, 200
    if request.method == "POST":
        step = request.POST.get("step", "")
        if step == "decide":
            form = DecideForm(request.POST)
        try:
            if form is None or form.is_valid():
                return _act(request, found, step, form)  # type: ignore[arg-type]
            status = 422
        except StaleEdit as stale:
            status, form = 409, None
            messages.error(request, stale.message)
        except ActionError as refused:
            if form is None:
                messages.error(request, refused.message)
                return redirect("bracket", pk)
            status = put_on_form(form, refused)
    return render(request, "brackets/bracket.html", _page(request, found, form), status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def bracket_new(request: SignedInRequest, pk: int) -> HttpResponse:
    """Which kind, who is in it, when."""
    competition = competition_for(request.user, pk, "organizer")
    planned = Stage.objects.filter(competition=competition, kind__in=Stage.BRACKETS)
    waiting = next((stage for stage in planned if not seeds_of(stage)), None)
    return _make(request, competition, waiting, None)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@or_gone("stage", "competition_setup")
def bracket_edit(request: SignedInRequest, pk: int) -> HttpResponse:
    """Make it again, with the table as it is now, while nothing of it has begun."""
    found = _made(request, pk, "organizer")
    return _make(request, found.competition, found, found.pk)


@require_safe
@for_everybody
def print_bracket(request: PageRequest, pk: int) -> HttpResponse:
    """The bracket on paper, with lines to write on where nobody is known yet."""
    found = _made(request, pk, None)
    state = bracket_state(found)
    organizer = may_organize(request.user, found.competition.club)
    parts = parts_of(state, organizer=organizer)
    context = {
        "competition": found.competition,
        "stage": found,
        "parts": parts,
        "third_beside": [one.part for one in parts[1:2]] == ["third"] and len(parts[0].columns) > 2,
        "as_list": len(state.seeds) > LARGEST_ON_PAPER,
        "champion": names_of(state.champion) if state.champion else "",
    }
    return render(request, "brackets/print.html", context)


def _made(request: PageRequest | SignedInRequest, pk: int, need: str | None) -> Stage:
    """The bracket at this address, once it is made; a draft for organizers alone."""
    found = stage_for(request.user, pk, need)
    if found.kind not in Stage.BRACKETS or not seeds_of(found):
        raise Http404
    out = found.rounds.exclude(state=Round.State.DRAFT).exists()
    if not out and not may_organize(request.user, found.competition.club):
        raise Http404
    return found


def _act(
    request: SignedInRequest, found: Stage, step: str, form: DecideForm | None
) -> HttpResponse:
    if step in ("publish", "publish_all"):
        drafts = list(found.rounds.filter(state=Round.State.DRAFT).order_by("number"))
        publish_rounds(
            found.competition, drafts if step == "publish_all" else drafts[:1], by=request.user
        )
        messages.success(request, _("Published: everybody sees it now."))
    elif step == "keep_cut":
        keep_cut(found, by=request.user)
        messages.success(request, _("The bracket stays as it is. The log says so."))
    elif step == "drawn":
        return _decide_drawn(request, found)
    elif form is not None:
        decide_held(found, by=request.user, **form.cleaned_data)
        messages.success(request, _("Done. The log keeps what you chose, and why."))
    return redirect("bracket", found.pk)


def _decide_drawn(request: SignedInRequest, found: Stage) -> HttpResponse:
    """Who goes on from a drawn match."""
    state = bracket_state(found)
    asked = request.POST.get("match", "")
    view = next((one for one in state.drawn if str(one.match.pk) == asked), None)
    if view is None:
        raise ActionError(_("This match is not drawn any more. Look again."))
    form = DrawnForm(request.POST, view=view)
    if not form.is_valid():
        context = _page(request, found, None)
        context["drawn"] = [
            form if one.match == view.match else DrawnForm(view=one) for one in state.drawn
        ]
        return render(request, "brackets/bracket.html", context, status=422)
    typed = form.cleaned_data
    decide_draw(view.match, entry=typed["entry"], how=typed["how"], by=request.user)
    messages.success(request, _("Done. The log keeps what you chose, and why."))
    return redirect("bracket", found.pk)


def _make(
    request: SignedInRequest, competition: Competition, shown: Stage | None, replaces: int | None
) -> HttpResponse:
    posted = request.POST if request.method == "POST" else None
    begun = standings_of(competition).begun if posted is None else True
    divided = Division.objects.filter(stage__competition=competition).exists()
    first = first_told(shown, begun=begun)
    tied = _tied(request, competition)
    form = BracketForm(posted, initial=first, divided=divided, tied=tied)
    status = 200
    if posted is not None:
        status = 422
        if form.is_valid():
            try:
                stage = make_bracket(
                    competition,
                    BracketPlan(**form.plan),
                    settled=_settled(form),
                    replaces=replaces,
                    by=request.user,
                )
            except CutTied as level:
                form = BracketForm(posted, divided=divided, tied=level.lines)
                form.is_valid()
                form.errors.clear()
                form.add_error(None, level.message)
            except ActionError as refused:
                status = put_on_form(form, refused)
            else:
                messages.success(request, _("Made, as a draft. Look at it, then publish it."))
                return redirect("bracket", stage.pk)
    context = {
        "competition": competition,
        "stage": shown if replaces else None,
        "tab": "setup",
        "organizer": True,
        "form": form,
    }
    return render(request, "brackets/new.html", context, status=status)


def _tied(request: SignedInRequest, competition: Competition) -> list[CutLine]:
    """The tied lines, when the form that is sent says how they were settled."""
    order = request.POST.get("order")
    asked = {"standings": "places", "divisions": "each"}.get(order or "")
    count = request.POST.get(asked, "") if asked and "tied" in request.POST else ""
    if not (count.isascii() and count.isdigit() and len(count) < 5):
        return []
    places, each = (int(count), None) if order == "standings" else (None, int(count))
    return [line for line in cut_table(competition, places, each=each).lines if line.tied]


def _settled(form: BracketForm) -> dict[int, CutSettled]:
    return {number: CutSettled(**told) for number, told in form.settled.items()}


def _page(
    request: PageRequest | SignedInRequest, found: Stage, form: DecideForm | None
) -> dict[str, Any]:
    state = bracket_state(found)
    organizer = may_organize(request.user, found.competition.club)
    names = {pk: names_of(entry) for pk, entry in state.entries.items()}
    recut = recut_of(found) if organizer else None
    stamp = stamp_of_held(state.to_decide)
    return {
        "competition": found.competition,
        "stage": found,
        "tab": "bracket",
        "organizer": organizer,
        "state": state,
        "parts": parts_of(state, organizer=organizer),
        "champion": names_of(state.champion) if state.champion else "",
        "places": places_of(state),
        "consolation": places_of(state, consolation=True),
        "cut": cut_words(found.draw.get("cut") or {}, names),
        "same_club": _still_meeting(found, "same_club", names),
        "same_division": _still_meeting(found, "same_division", names),
        "by_hand_club": [(names[a], names[b]) for a, b in met_by_hand(found, state.entries)],
        "seed_swaps": seed_swap_lines(state),
        "drafts": [one for one in state.rounds if one.state == Round.State.DRAFT],
        "recut": None
        if recut is None
        else {
            key: [names_of(one) for one in getattr(recut, key)] for key in ("comes", "goes", "tied")
        },
        "held": [
            {
                "round": slot_name(state, one.key),
                "plays": [names[pk] for pk in one.plays if pk in names],
                "should": [names[pk] for pk in one.should if pk in names],
            }
            for one in state.to_decide
        ],
        "drawn": [DrawnForm(view=one) for one in state.drawn] if organizer else [],
        "form": form or DecideForm(initial={"stamp": stamp}),
    }


def _still_meeting(
    found: Stage, kept: str, names: Mapping[int, SafeString]
) -> list[tuple[SafeString, SafeString]]:
    """The pairs that seeding could not part, as far as they meet first still."""
    pairs = first_pairs(found)
    told = [(a, b) for a, b in found.draw.get(kept, []) if frozenset((a, b)) in pairs]
    return [(names[a], names[b]) for a, b in told if a in names and b in names]
