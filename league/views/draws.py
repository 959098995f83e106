"""The round robin: asked for, looked at as a draft, published, taken back."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from league.actions.draws import DrawPlan, draw_stage, drop_draft, take_draw_back
from league.actions.errors import ActionError
from league.actions.rounds import publish_rounds
from league.forms.draws import DrawForm
from league.forms.fields import tidy_name
from league.models import Competition, Stage
from league.queries.access import competition_for
from league.queries.competitions import begun_of, stage_of
from league.queries.divisions import planned_divisions
from league.queries.rounds import draw_of
from league.views.refusals import put_on_form, status_of
from league.views.requests import SignedInRequest


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def draw(request: SignedInRequest, pk: int) -> HttpResponse:
    """POST `step`: draw, publish (all rounds), drop (the draft) or back (draft again)."""
    competition = competition_for(request.user, pk, "organizer")
    stage = stage_of(competition)
    step = request.POST.get("step", "draw") if request.method == "POST" else ""
    form = _form(competition, stage, request.POST if step == "draw" else None)
    status = 200
    problem = ""
    if step == "draw":
        status = 422
        if form.is_valid():
            try:
                _draw(competition, form, request)
            except ActionError as refused:
                status = put_on_form(form, refused)
            else:
                return redirect("draw", pk)
    elif step:
        try:
            _take_step(step, competition, stage, request)
        except ActionError as refused:
            status, problem = status_of(refused), refused.message
        else:
            return redirect("draw", pk)
    context = {
        "competition": competition,
        "tab": "setup",
        "organizer": True,
        "form": form,
        "problem": problem,
        "begun": begun_of(competition),
        **_drawn(stage_of(competition)),
    }
    return render(request, "competitions/draw.html", context, status=status)


def _form(competition: Competition, stage: Stage | None, data: Any) -> DrawForm:
    return DrawForm(
        data,
        entries=competition.entries.count(),
        told={} if stage is None else stage.draw,
        divisions=[len(one.entries) for one in planned_divisions(competition)],
        initial={"replaces": stage.pk if stage else None},
    )


def _draw(competition: Competition, form: DrawForm, request: SignedInRequest) -> None:
    if form.entries < 2:
        raise ActionError(_("A draw needs at least two partnerships."))
    plan = DrawPlan(
        seed=form.cleaned_data["seed"],
        legs=form.cleaned_data["legs"],
        starts=form.starts,
        told=form.told,
    )
    draw_stage(competition, plan, replaces=form.cleaned_data["replaces"], by=request.user)
    messages.success(request, _("Drawn. Only organizers see it until you publish it."))


def _take_step(
    step: str, competition: Competition, stage: Stage | None, request: SignedInRequest
) -> None:
    if step == "publish" and stage is not None:
        count = publish_rounds(competition, list(stage.rounds.all()), by=request.user)
        said = ngettext(
            "%(n)d round is published: everybody sees it now.",
            "%(n)d rounds are published: everybody sees them now.",
            count,
        )
        messages.success(request, said % {"n": count})
    elif step == "drop":
        drop_draft(competition, by=request.user)
        messages.success(request, _("The draft is gone. Nobody else saw it."))
    elif step == "back":
        take_draw_back(
            competition, reason=tidy_name(request.POST.get("reason", ""))[:200], by=request.user
        )
        messages.success(request, _("The draw is a draft again; only organizers see it."))


def _drawn(stage: Stage | None) -> dict[str, Any]:
    """The rounds as drawn, and how many of them are out."""
    if stage is None:
        return {"stage": None, "rounds": [], "drafts": 0, "published": 0}
    rounds = draw_of(stage)
    drafts = sum(one.state == one.State.DRAFT for one in rounds)
    return {
        "stage": stage,
        "rounds": rounds,
        "drafts": drafts,
        "published": len(rounds) - drafts,
    }
