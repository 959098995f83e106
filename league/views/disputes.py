"""A side disputes a sheet; an organizer settles it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.actions.disputes import dispute_match, settle_dispute, withdraw_dispute
from league.actions.errors import ActionError
from league.forms.disputes import DisputeForm, SettleForm
from league.queries.access import match_for
from league.views.match_states import other_side
from league.views.refusals import put_on_form
from league.views.requests import PageRequest, SignedInRequest
from league.views.scorers import at_the_table, scorers_only
from league.views.tables import match_context


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@scorers_only
def match_dispute(request: PageRequest, pk: int) -> HttpResponse:
    """What is wrong with the sheet; POST `step` back takes the dispute back."""
    found, scorer = at_the_table(request, pk)
    if request.POST.get("step") == "back":
        try:
            taken = withdraw_dispute(found, by=scorer.by)
        except ActionError as refused:
            messages.error(request, refused.message)
        else:
            words = _("The dispute is taken back.") if taken else _("It is settled already.")
            messages.success(request, words)
        return redirect("match_accept", pk)
    data = request.POST if request.method == "POST" else None
    side = scorer.side or other_side(found.submitted_side)
    form = DisputeForm(data, match=found, initial={"side": side} if side else {})
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                made = dispute_match(found, by=scorer.by, **form.cleaned_data)
            except ActionError as refused:
                status = put_on_form(form, refused)
            else:
                words = _("An organizer settles it. It counts for nobody until then.")
                messages.success(request, words if made else _("It is disputed already."))
                return redirect("match_accept", pk)
    context = match_context(request, found) | {"form": form}
    return render(request, "disputes/dispute.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def match_settle(request: SignedInRequest, pk: int) -> HttpResponse:
    """What was disputed, the ways to put the sheet right, and how it is settled."""
    found = match_for(request.user, pk, "organizer")
    form = SettleForm(request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                settled = settle_dispute(found, by=request.user, **form.cleaned_data)
            except ActionError as refused:
                status = put_on_form(form, refused)
            else:
                words = _("The dispute is settled.") if settled else _("It is settled already.")
                messages.success(request, words)
                return redirect("match", pk)
    context = match_context(request, found) | {"form": form, "may_score": True}
    return render(request, "disputes/settle.html", context, status=status)
