"""Partnerships that come after the draw."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from league.actions.errors import ActionError
from league.actions.late_entries import LatePlan, add_late_entries
from league.actions.partnerships import store_people
from league.forms.late_entries import LateForm
from league.models import Competition, Entry
from league.queries.access import competition_for
from league.queries.late_entries import late_ways
from league.views.refusals import put_on_form
from league.views.requests import SignedInRequest


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def late_entry(request: SignedInRequest, pk: int) -> HttpResponse:
    """Who came late, and how they come in; no table that is drawn changes."""
    competition = competition_for(request.user, pk, "organizer")
    ways = late_ways(competition)
    if ways is None:
        messages.info(request, _("Nothing is published yet: enter them as usual."))
        return redirect("entries_edit", pk)
    data = request.POST if request.method == "POST" else None
    form = LateForm(data, club=competition.club, ways=ways)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                entries = _enter(competition, form, request)
            except ActionError as refused:
                status = put_on_form(form, refused)
            else:
                messages.success(request, _words(entries))
                return redirect("results", pk)
    context = {
        "competition": competition,
        "tab": "setup",
        "organizer": True,
        "form": form,
        "ways": ways,
    }
    return render(request, "late_entries/late.html", context, status=status)


@transaction.atomic
def _enter(competition: Competition, form: LateForm, request: SignedInRequest) -> list[Entry]:
    """New people and their entries are stored together or not at all."""
    assert form.reading is not None
    stored = store_people(
        competition.club, form.reading.people, seen=form.reading.seen, by=request.user
    )
    plan = LatePlan(
        how=form.cleaned_data["how"],
        points=form.cleaned_data.get("points") or 0,
        make_up=bool(form.cleaned_data.get("make_up")),
    )
    pairs = [*stored.partnerships, *stored.known]
    return add_late_entries(competition, pairs, plan, by=request.user)


def _words(entries: list[Entry]) -> str:
    if not entries:
        return _("They were entered already; nothing changed.")
    return ngettext("%(n)d partnership came in.", "%(n)d partnerships came in.", len(entries)) % {
        "n": len(entries)
    }
