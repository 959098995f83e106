"""The next round of a stage: drawn, drawn again, deleted."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.actions.errors import ActionError
from league.actions.impacts import ImpactUnseen
from league.actions.next_rounds import delete_round, draw_next_round, redraw_round
from league.forms.stages import DeleteRoundForm
from league.models import Round
from league.queries.access import round_for
from league.queries.impact_choices import made_after
from league.queries.results import hall_of
from league.views.gone import gone_words
from league.views.impacts import act_on_table, impact_context
from league.views.refusals import put_on_form, status_of
from league.views.requests import SignedInRequest, number_in
from league.views.stages import round_by_round, stage_context
from league.words.impacts import made_sentence


@require_POST
@login_required
def round_draw(request: SignedInRequest, pk: int) -> HttpResponse:
    """Draw round `number` as a draft; with sheets missing only when `with_missing` is ticked."""
    found = round_by_round(request, pk, "organizer")
    typed = request.POST.get("number", "")
    try:
        draw_next_round(
            found,
            number=int(typed) if typed.isdecimal() and len(typed) < 4 else 0,
            with_missing=request.POST.get("with_missing") == "on",
            by=request.user,
        )
    except ActionError as refused:
        found.refresh_from_db(fields=["draw"])
        context = stage_context(
            request, found, problem=refused.message, may_force=refused.field == "with_missing"
        )
        return render(request, "stages/stage.html", context, status=status_of(refused))
    messages.success(request, _("Drawn. Only organizers see it until you publish it."))
    return redirect("stage", pk)


@require_POST
@login_required
def round_redraw(request: SignedInRequest, pk: int) -> HttpResponse:
    """Draw a draft again with a new seed."""
    found = round_for(request.user, pk, "organizer")
    stage = round_by_round(request, found.stage_id, "organizer")
    try:
        redraw_round(found, seen=request.POST.get("seen", ""), by=request.user)
    except ActionError as refused:
        stage.refresh_from_db(fields=["draw"])
        context = stage_context(request, stage, problem=refused.message)
        return render(request, "stages/stage.html", context, status=status_of(refused))
    messages.success(request, _("Drawn again. Only organizers see it until you publish it."))
    return redirect("stage", found.stage_id)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def round_delete(request: SignedInRequest, pk: int) -> HttpResponse:
    """Delete the last round: a draft at once, a published one with a reason.

    The second of two taps finds it gone, and comes to the stage that the form names.
    """
    if request.method == "POST" and not Round.objects.filter(pk=pk).exists():
        named = round_by_round(request, number_in(request.POST.get("stage", "")), "organizer")
        messages.info(request, gone_words())
        return redirect("stage", named.pk)
    found = round_for(request.user, pk, "organizer")
    round_by_round(request, found.stage_id, "organizer")
    form = DeleteRoundForm(request.POST if request.method == "POST" else None, called=str(found))
    draft = found.state == Round.State.DRAFT
    made = [] if draft else made_after(found)
    moved: dict[str, Any] = {}
    status = 200
    if request.method == "POST":
        status = 422
        if draft or form.is_valid():
            try:
                _delete(request, found, {} if draft else form.told, seen_first=bool(made))
            except ImpactUnseen as unseen:
                moved = impact_context(unseen)
            except ActionError as refused:
                if draft:
                    messages.error(request, refused.message)
                    return redirect("stage", found.stage_id)
                status = put_on_form(form, refused)
            else:
                messages.success(request, _("%(round)s is gone.") % {"round": found})
                return redirect("stage", found.stage_id)
    context = {
        "round": found,
        "competition": found.stage.competition,
        "tab": "stage",
        "organizer": True,
        "hall": hall_of(found),
        "made": [made_sentence(one) for one in made],
        "form": form,
        **moved,
    }
    return render(request, "stages/delete_round.html", context, status=status)


def _delete(
    request: SignedInRequest, found: Round, typed: dict[str, Any], *, seen_first: bool
) -> None:
    """Delete it; what was made from its table is shown and chosen about before."""

    def act() -> None:
        delete_round(found, by=request.user, **typed)

    if seen_first:
        stage = found.stage
        act_on_table(
            request, stage.competition, act, since=(stage.number, found.number), by=request.user
        )
    else:
        act()
