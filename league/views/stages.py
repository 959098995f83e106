"""Stages drawn round by round: set up, looked at by everybody with the reasons, changed."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.actions.errors import ActionError
from league.actions.stages import StagePlan, add_stage, edit_stage
from league.forms.stages import StageForm
from league.models import Bye, Entry, Match, Player, Round, Stage
from league.permissions import may_organize
from league.queries.access import competition_for, stage_for
from league.queries.bells import Clock, clock_of
from league.queries.next_rounds import age_of
from league.queries.stages import (
    announced_hash,
    draft_of,
    drawn_rounds,
    hash_of,
    next_hash,
    players_sitting_out,
    state_of,
)
from league.queries.versions import of_stage
from league.views.following import following
from league.views.gone import or_gone
from league.views.refusals import put_on_form
from league.views.requests import PageRequest, SignedInRequest
from league.words.draws import (
    bye_sentence,
    corrected_sentence,
    missing_sentence,
    note_sentence,
    put_off_sentence,
    since_sentences,
    why_sentence,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPart:
    """A round as the page shows it: tables with their reasons, who sits out, what is to be told.

    `seed` is shown once the round is published, `hash` always: it is what was shown before.
    """

    round: Round
    tables: tuple[tuple[Match, str], ...]
    byes: tuple[Bye, ...]
    sitting_out: tuple[Player, ...]
    bye_why: str
    notes: tuple[str, ...]
    hash: str
    seed: str
    thrown_away: int
    clock: Clock | None


@require_safe
@following(every=10, competitions=of_stage)
def stage(request: PageRequest, pk: int) -> HttpResponse:
    """Every round with its tables and why they meet; for organizers what comes next."""
    return render(request, "stages/stage.html", stage_context(request, round_by_round(request, pk)))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def stage_new(request: SignedInRequest, pk: int) -> HttpResponse:
    """How rounds are drawn, how many, when."""
    competition = competition_for(request.user, pk, "organizer")
    form = StageForm(request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                made = add_stage(
                    competition, _plan(form, form.cleaned_data["kind"]), by=request.user
                )
            except ActionError as refused:
                status = put_on_form(form, refused)
            else:
                messages.success(request, _("Set up. Each round is drawn when you say so."))
                return redirect("stage", made.pk)
    context = {"competition": competition, "tab": "setup", "organizer": True, "form": form}
    return render(request, "stages/new.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@or_gone("stage", "competition_setup")
def stage_edit(request: SignedInRequest, pk: int) -> HttpResponse:
    """How many rounds and when."""
    found = round_by_round(request, pk, "organizer")
    posted = request.method == "POST"
    form = StageForm(request.POST if posted else None, stage=found)
    status = 200
    try:
        if posted and form.is_valid():
            edit_stage(found, _plan(form, found.kind), by=request.user)
            messages.success(request, _("Saved."))
            return redirect("stage", pk)
    except ActionError as refused:
        status = put_on_form(form, refused)
    if posted:
        status = max(status, 422) if form.errors else status
    context = {
        "competition": found.competition,
        "stage": found,
        "tab": "setup",
        "organizer": True,
        "form": form,
        "drawn": found.rounds.count(),
    }
    return render(request, "stages/edit.html", context, status=status)


def round_by_round(
    request: PageRequest | SignedInRequest, pk: int, need: str | None = None
) -> Stage:
    """The stage at this address, when its rounds are drawn one by one; else 404."""
    found = stage_for(request.user, pk, need)
    if found.kind not in Stage.DRAWN_ROUND_BY_ROUND:
        raise Http404
    return found


def stage_context(
    request: PageRequest | SignedInRequest, found: Stage, **more: Any
) -> dict[str, Any]:
    """What `stages/stage.html` needs."""
    organizer = may_organize(request.user, found.competition.club)
    rounds = drawn_rounds(found, drafts=organizer)
    players = players_sitting_out(rounds)
    state = state_of(found) if organizer else None
    draft = state.draft if state else draft_of(found)
    out = sum(one.state != Round.State.DRAFT for one in rounds)
    return {
        "competition": found.competition,
        "stage": found,
        "tab": "stage",
        "organizer": organizer,
        "state": state,
        "since": _since(draft, found) if organizer and draft else (),
        "planned": found.draw.get("rounds"),
        "draft_seen": hash_of(draft.draw.get("seed", "")) if draft else "",
        "next_hash": next_hash(found, draft) if out < int(found.draw.get("rounds") or 0) else "",
        "rounds": [_part(one, found, players) for one in rounds],
        **more,
    }


def _part(one: Round, found: Stage, players: dict[int, Player]) -> RoundPart:
    matches = list(one.matches.all())
    byes = list(one.byes.all())
    told = one.draw
    entries = [entry for match in matches for entry in (match.entry_a, match.entry_b)]
    names = {entry.pk: str(entry) for entry in [*entries, *(bye.entry for bye in byes)]}
    notes = [
        corrected_sentence() if told.get("corrected") else "",
        missing_sentence(told.get("missing", [])),
        put_off_sentence(told.get("put_off", [])),
        *(note_sentence(note, names) for note in told.get("notes", [])),
    ]
    seed = told.get("seed", "")
    discarded = found.draw.get("discarded") or {}
    return RoundPart(
        round=one,
        tables=tuple((match, why_of(match, one.number == 1)) for match in matches),
        byes=tuple(byes),
        sitting_out=tuple(players[pk] for pk in told.get("sitting_out", []) if pk in players),
        bye_why=bye_sentence(told.get("bye_why", {}), first_round=one.number == 1),
        notes=tuple(note for note in notes if note),
        hash=announced_hash(seed),
        seed=seed if one.state != Round.State.DRAFT else "",
        thrown_away=len(discarded.get(str(one.number), [])),
        clock=clock_of(one) if one.state == Round.State.PUBLISHED else None,
    )


def _since(draft: Round, found: Stage) -> tuple[str, ...]:
    """What the draft does not know of, in sentences; () while it is up to date."""
    age = age_of(draft, found)
    if age is None:
        return ()
    people: dict[int, Any] = (
        Player.objects.in_bulk([*age.left, *age.came])
        if found.kind == Stage.Kind.ROTATING
        else Entry.objects.select_related("partnership__first", "partnership__second").in_bulk(
            [*age.left, *age.came]
        )
    )
    return since_sentences(
        left=[str(people[pk]) for pk in age.left if pk in people],
        came=[str(people[pk]) for pk in age.came if pk in people],
        other=age.other,
    )


def why_of(match: Match, first_round: bool) -> str:
    """Why these two meet; "" for a table that was set by hand, which says so itself."""
    if match.made_reason:
        return ""
    same_club = match.why.get("code") == "club_unavoidable"
    club = match.entry_a.partnership.club.name if same_club else ""
    return why_sentence(match.why, first_round=first_round, club=club)


def _plan(form: StageForm, kind: str) -> StagePlan:
    return StagePlan(
        kind=kind,
        rounds=form.cleaned_data["rounds"],
        keep_clubs_apart=form.cleaned_data["keep_clubs_apart"],
        told=form.told,
    )
