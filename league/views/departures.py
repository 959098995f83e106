"""A partnership leaves, is put back, comes back."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from league.actions.departures import come_back, leave, put_back
from league.actions.errors import ActionError
from league.forms.departures import LeaveForm
from league.models import Entry
from league.queries.access import entry_for
from league.queries.departures import leavetaking_of
from league.queries.seasons import season_of
from league.views.gone import or_gone
from league.views.refusals import put_on_form
from league.views.requests import SignedInRequest
from league.views.schedule import match_line
from league.words.departures import consequence, describe_exits, left_sentence


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@or_gone("entry", "entries_edit")
def entry_leave(request: SignedInRequest, pk: int) -> HttpResponse:
    """Leaving, with what it comes to; for those who left: put back as it was, or coming back."""
    entry = entry_for(request.user, pk, "organizer")
    form = LeaveForm(request.POST if "state" in request.POST else None)
    status = 200
    if request.method == "POST":
        step = request.POST.get("step")
        try:
            if step in ("put_back", "come_back"):
                messages.success(request, _return(request, entry, step))
                return redirect("entry_leave", pk)
            if form.is_valid():
                leave(entry, by=request.user, **form.cleaned_data)
                messages.success(request, _("Saved. No other table has changed."))
                return redirect("entry_leave", pk)
            status = 422
        except ActionError as refused:
            status = put_on_form(form, refused)
    return render(request, "departures/leave.html", _page(entry, form), status=status)


def _return(request: SignedInRequest, entry: Entry, step: str) -> str:
    if step == "put_back":
        put_back(entry, by=request.user)
        return _("They are back, and everything is as it was.")
    stay = len(come_back(entry, by=request.user))
    if not stay:
        return _("They are back.")
    return ngettext(
        "They are back; %(n)d match they missed stays forfeited.",
        "They are back; %(n)d matches they missed stay forfeited.",
        stay,
    ) % {"n": stay}


def _page(entry: Entry, form: LeaveForm) -> dict[str, object]:
    coming = leavetaking_of(entry)
    today = timezone.localdate()
    withdrawn, disqualified = (
        consequence(one.judged) for one in (coming.withdrawn, coming.disqualified)
    )
    return {
        "entry": entry,
        "competition": entry.competition,
        "tab": "setup",
        "organizer": True,
        "form": form,
        "left": left_sentence(entry),
        "now": disqualified if entry.state == Entry.State.DISQUALIFIED else withdrawn,
        "if_disqualified": "" if withdrawn == disqualified else disqualified,
        "rule": describe_exits(season_of(entry.competition).exits),
        "pending": [
            match_line(view, today, where=f"{view.match.round} · {view.match}")
            for view in coming.pending
        ],
        "missed": len(coming.missed),
    }
