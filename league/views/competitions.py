"""A competition begins, shows what comes next, and ends."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.actions.competitions import (
    finish_competition,
    open_competition,
    rename_competition,
    resume_competition,
)
from league.actions.errors import ActionError
from league.actions.stages import StagePlan
from league.actions.starting_points import Start, begin
from league.forms.competitions import CompetitionForm, NewCompetitionForm
from league.models import Stage
from league.queries.access import club_for, competition_for
from league.queries.competitions import setup_of
from league.queries.home import competitions_for
from league.queries.next_steps import progress_of
from league.views.refusals import put_on_form
from league.views.reminders import reminder_lines
from league.views.requests import SignedInRequest
from league.views.setup_steps import steps_of
from league.views.sheets_rules import sheets_words

STEPS = {
    "open": open_competition,
    "finish": finish_competition,
    "resume": resume_competition,
}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def competition_new(request: SignedInRequest, slug: str) -> HttpResponse:
    """What it is, its name and the rules to start from; then the hub."""
    club = club_for(request.user, slug, "organizer")
    form = NewCompetitionForm(request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                competition = begin(club, _start(form), by=request.user)
            except ActionError as refused:
                status = put_on_form(form, refused)
            else:
                messages.success(request, _("Made. Here is what comes next, step by step."))
                return redirect("competition_setup", competition.pk)
    earlier = [one for one in competitions_for(request.user, club) if not one.rehearsal]
    context = {"club": club, "form": form, "earlier": earlier[:12]}
    return render(request, "competitions/new.html", context, status=status)


def _start(form: NewCompetitionForm) -> Start:
    typed = form.cleaned_data
    stage = None
    if typed["start"] == "saturday":
        stage = StagePlan(kind=typed["draws"] or Stage.Kind.SWISS, rounds=typed["rounds"])
    return Start(
        name=typed["name"],
        preset=typed["preset"],
        kind=typed["start"],
        match_play=form.match_play,
        stage=stage,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def competition_setup(request: SignedInRequest, pk: int) -> HttpResponse:
    """What is done and what comes next. POST `step`: open, finish or resume."""
    competition = competition_for(request.user, pk, "organizer")
    if request.method == "POST":
        step = STEPS.get(request.POST.get("step", ""))
        if step is not None:
            try:
                step(competition, by=request.user)
            except ActionError as refused:
                messages.error(request, refused.message)
        return redirect("competition_setup", pk)
    setup = setup_of(competition)
    progress = progress_of(setup)
    context = {
        "competition": competition,
        "tab": "setup",
        "organizer": True,
        "setup": setup,
        "next": progress.next,
        "reminders": reminder_lines(competition),
        "sheets_words": sheets_words(competition),
        "steps": steps_of(setup, progress),
    }
    return render(request, "competitions/setup.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def competition_edit(request: SignedInRequest, pk: int) -> HttpResponse:
    """Name and notes."""
    competition = competition_for(request.user, pk, "organizer")
    form = CompetitionForm(
        request.POST if request.method == "POST" else None,
        initial={"name": competition.name, "notes": competition.notes},
    )
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                rename_competition(competition, by=request.user, **form.cleaned_data)
            except ActionError as refused:
                status = put_on_form(form, refused)
            else:
                messages.success(request, _("Saved."))
                return redirect("competition_setup", pk)
    context = {"competition": competition, "tab": "setup", "organizer": True, "form": form}
    return render(request, "competitions/edit.html", context, status=status)
