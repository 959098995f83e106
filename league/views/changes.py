"""One part of how a competition is played, changed on a page of its own."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from league.actions.errors import ActionError
from league.models import Competition
from league.views.refusals import put_on_form
from league.views.requests import SignedInRequest


def change_page(
    request: SignedInRequest,
    competition: Competition,
    form: Any,
    change: Callable[..., Any],
    template: str,
    **context: object,
) -> HttpResponse:
    """The page with its form, which has `changes()` and a reason.

    Sent and sound, `change(competition, changes, reason=, by=)` is done and the set-up page comes;
    422, or 409 for what changed meanwhile, with what was typed."""
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            reason = form.cleaned_data["reason"]
            try:
                change(competition, form.changes(), reason=reason, by=request.user)
            except ActionError as refused:
                status = put_on_form(form, refused)
            else:
                messages.success(request, _("Saved."))
                return redirect("competition_setup", competition.pk)
    context |= {"competition": competition, "tab": "setup", "organizer": True, "form": form}
    return render(request, template, context, status=status)
