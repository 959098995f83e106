"""Seeds of a bracket exchanged by hand, and exchanged back."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.actions.errors import ActionError
from league.actions.seeds import swap_seeds, undo_seed_swap
from league.forms.seeds import SeedSwapForm
from league.models import Stage
from league.queries.access import stage_for
from league.queries.brackets import bracket_state, seeds_of
from league.queries.seeds import seed_places, seed_swaps
from league.views.bracket_lines import seed_swap_lines
from league.views.refusals import put_on_form, status_of
from league.views.requests import SignedInRequest


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def bracket_seeds(request: SignedInRequest, pk: int) -> HttpResponse:
    """Two entries exchange their seeds. POST `step` undo takes the last exchange back."""
    found = stage_for(request.user, pk, "organizer")
    if found.kind not in Stage.BRACKETS or not seeds_of(found):
        raise Http404
    undoing = request.POST.get("step") == "undo"
    data = request.POST if request.method == "POST" and not undoing else None
    first = {"count": len(seed_swaps(found))}
    form = SeedSwapForm(data, places=seed_places(found).values(), initial=first)
    status, problem = 200, ""
    try:
        if undoing:
            count = request.POST.get("count", "")
            seen = int(count) if count.isdecimal() and len(count) < 5 else 0
            undo_seed_swap(found, count=seen, by=request.user)
            messages.success(request, _("Taken back: the bracket is what it was."))
            return redirect("bracket_seeds", pk)
        if data is not None and form.is_valid():
            swap_seeds(found, by=request.user, **form.cleaned_data)
            messages.success(request, _("Changed. Everybody sees who did it and why."))
            return redirect("bracket_seeds", pk)
    except ActionError as refused:
        if undoing:
            status, problem = status_of(refused), refused.message
        else:
            status = put_on_form(form, refused)
    if form.errors and status == 200:
        status = 422
    return render(request, "seeds/seeds.html", _page(found, form, problem), status=status)


def _page(found: Stage, form: SeedSwapForm, problem: str) -> dict[str, Any]:
    state = bracket_state(found)
    return {
        "competition": found.competition,
        "stage": found,
        "tab": "bracket",
        "organizer": True,
        "form": form,
        "problem": problem,
        "begun": state.begun,
        "swaps": seed_swap_lines(state),
    }
