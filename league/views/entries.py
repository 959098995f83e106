"""Who plays in a competition: ticked from the clubs' lists, or pasted."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from league.actions.entries import add_entries, remove_entry
from league.actions.errors import ActionError
from league.actions.partnerships import store_people
from league.forms.entries import PasteEntriesForm, TickForm
from league.models import Competition, Entry
from league.queries.access import competition_for, entry_for
from league.queries.competitions import (
    entries_of_competition,
    partnerships_to_enter,
    setup_of,
)
from league.views.gone import or_gone
from league.views.refusals import put_on_form
from league.views.requests import SignedInRequest


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def entries_edit(request: SignedInRequest, pk: int) -> HttpResponse:
    """Tick partnerships of the host club or (`?guests=1`) of others, search, or paste lines."""
    competition = competition_for(request.user, pk, "organizer")
    pasting = "names" in request.POST
    tick = TickForm(request.POST if request.method == "POST" and not pasting else None)
    paste = PasteEntriesForm(request.POST if pasting else None, club=competition.club)
    status = 200
    if request.method == "POST":
        form = paste if pasting else tick
        status = 422
        if form.is_valid():
            try:
                entries = _enter(competition, form, request)
            except ActionError as refused:
                status = put_on_form(form, refused)
            else:
                messages.success(request, _entered(entries))
                return redirect(request.get_full_path())
    return render(
        request,
        "competitions/entries_edit.html",
        _page(request, competition, tick, paste),
        status=status,
    )


@require_POST
@login_required
@or_gone("entry", "entries_edit")
def entry_remove(request: SignedInRequest, pk: int) -> HttpResponse:
    """Take an entry off the list."""
    entry = entry_for(request.user, pk, "organizer")
    name = str(entry)
    try:
        remove_entry(entry, by=request.user)
    except ActionError as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, _("Taken off: %(names)s.") % {"names": name})
    return redirect("entries_edit", entry.competition_id)


@transaction.atomic
def _enter(
    competition: Competition, form: TickForm | PasteEntriesForm, request: SignedInRequest
) -> list[Entry]:
    """New people and their entries are stored together or not at all."""
    if isinstance(form, TickForm):
        chosen = list(form.cleaned_data["partnerships"])
    else:
        assert form.reading is not None
        stored = store_people(
            competition.club, form.reading.people, seen=form.reading.seen, by=request.user
        )
        chosen = [*stored.partnerships, *stored.known]
    return add_entries(competition, chosen, by=request.user)


def _entered(entries: list[Entry]) -> str:
    if not entries:
        return _("They were entered already; nothing changed.")
    return ngettext("%(n)d partnership entered.", "%(n)d partnerships entered.", len(entries)) % {
        "n": len(entries)
    }


def _page(
    request: SignedInRequest, competition: Competition, tick: TickForm, paste: PasteEntriesForm
) -> dict[str, Any]:
    search = request.GET.get("q", "")[:100]
    guests = request.GET.get("guests") == "1"
    return {
        "competition": competition,
        "tab": "setup",
        "organizer": True,
        "setup": setup_of(competition),
        "entries": entries_of_competition(competition),
        "partnerships": partnerships_to_enter(competition, search=search, guests=guests),
        "ticked": request.POST.getlist("partnerships"),
        "search": search,
        "guests": guests,
        "tick": tick,
        "paste": paste,
    }
