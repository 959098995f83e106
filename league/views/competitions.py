"""A competition begins, shows what comes next, and ends."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.actions.competitions import (
    create_competition,
    finish_competition,
    open_competition,
    rename_competition,
    resume_competition,
)
from league.actions.errors import ActionError
from league.forms.competitions import CompetitionForm, NewCompetitionForm
from league.queries.access import club_for, competition_for
from league.queries.competitions import setup_of
from league.views.refusals import put_on_form
from league.views.requests import SignedInRequest
from league.views.setup_steps import steps_of

STEPS = {
    "open": open_competition,
    "finish": finish_competition,
    "resume": resume_competition,
}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def competition_new(request: SignedInRequest, slug: str) -> HttpResponse:
    """Name and rules to start from; then the hub."""
    club = club_for(request.user, slug, "organizer")
    form = NewCompetitionForm(request.POST or None, initial={"preset": "cape-breton"})
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                competition = create_competition(club, by=request.user, **form.cleaned_data)
            except ActionError as refused:
                status = put_on_form(form, refused)
            else:
                messages.success(request, _("Made. Here is what comes next, step by step."))
                return redirect("competition_setup", competition.pk)
    context = {"club": club, "form": form}
    return render(request, "competitions/new.html", context, status=status)


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
    context = {
        "competition": competition,
        "tab": "setup",
        "organizer": True,
        "setup": setup,
        "steps": steps_of(setup),
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
