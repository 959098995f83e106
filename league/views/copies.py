"""A copy of a competition."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.actions.copies import copy_competition
from league.actions.errors import ActionError
from league.forms.copies import CopyForm
from league.queries.access import competition_for
from league.views.refusals import put_on_form
from league.views.requests import SignedInRequest


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def competition_copy(request: SignedInRequest, pk: int) -> HttpResponse:
    """Next year's, with rules, points and play as they are; or (`?rehearsal=1`) a rehearsal."""
    competition = competition_for(request.user, pk, "organizer")
    rehearsal = request.GET.get("rehearsal") == "1"
    name = _("%(name)s, rehearsal") if rehearsal else _("%(name)s, again")
    form = CopyForm(
        request.POST if request.method == "POST" else None,
        initial={
            "name": (name % {"name": competition.name})[:100],
            "entries": rehearsal,
            "rehearsal": rehearsal,
        },
    )
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                made = copy_competition(competition, by=request.user, **form.cleaned_data)
            except ActionError as refused:
                status = put_on_form(form, refused)
            else:
                messages.success(request, _("Copied. Nothing is drawn yet."))
                return redirect("competition_setup", made.pk)
    context = {"competition": competition, "tab": "setup", "organizer": True, "form": form}
    return render(request, "copies/copy.html", context, status=status)
