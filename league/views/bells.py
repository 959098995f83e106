"""The bell's clock of a round."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from league.actions.bells import clear_clock, extend_clock, pause_clock, resume_clock, start_clock
from league.actions.errors import ActionError
from league.forms.bells import ExtendForm
from league.queries.access import round_for
from league.queries.bells import clock_of, may_ring, minutes_of
from league.views.requests import SignedInRequest

STEPS = {
    "start": start_clock,
    "pause": pause_clock,
    "resume": resume_clock,
    "clear": clear_clock,
}


@never_cache
@require_safe
def round_clock(request: HttpRequest, pk: int) -> HttpResponse:
    """The clock alone, for everybody: what pages with it fetch again every few seconds."""
    found = round_for(request.user, pk)
    context = {"round": found, "clock": clock_of(found), "bell_on": may_ring(found)}
    return render(request, "bells/_clock.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def round_bell(request: SignedInRequest, pk: int) -> HttpResponse:
    """POST `step`: start, pause, resume, extend (by `minutes`) or clear."""
    found = round_for(request.user, pk, "organizer")
    step = request.POST.get("step", "") if request.method == "POST" else ""
    form = ExtendForm(request.POST if step == "extend" else None)
    status, problem = 200, ""
    try:
        if step in STEPS:
            STEPS[step](found, by=request.user)
            return redirect("round_bell", pk)
        if step == "extend" and form.is_valid():
            extend_clock(found, by=request.user, **form.cleaned_data)
            messages.success(request, _("The clock is set."))
            return redirect("round_bell", pk)
    except ActionError as refused:
        status, problem = 422, refused.message
    found.refresh_from_db(fields=["bell"])
    context = {
        "round": found,
        "competition": found.stage.competition,
        "tab": "results",
        "organizer": True,
        "clock": clock_of(found),
        "minutes": minutes_of(found),
        "form": form,
        "problem": problem,
    }
    return render(request, "bells/bell.html", context, status=422 if form.errors else status)
