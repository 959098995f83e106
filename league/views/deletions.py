"""What is deleted: asked for by its typed name, listed for thirty days, restored."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.actions.brackets import drop_bracket
from league.actions.clubs import delete_club
from league.actions.competitions import delete_competition
from league.actions.deletions import restore_deletion
from league.actions.errors import ActionError
from league.actions.stages import remove_stage
from league.forms.deletions import DeleteForm
from league.models import Club, Competition, Deletion, Round, Stage
from league.queries.access import club_for, competition_for, stage_for
from league.queries.deletions import deleted_club, deleted_clubs, deleted_of, deletion_for
from league.views.gone import gone_words, or_gone
from league.views.refusals import put_on_form
from league.views.requests import SignedInRequest
from league.words.deletions import back_until, deleted_words, what_goes


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
@or_gone("competition", "club")
def competition_delete(request: SignedInRequest, pk: int) -> HttpResponse:
    """Delete a competition or a rehearsal with all that hangs on it."""
    found = competition_for(request.user, pk, "organizer")
    form = DeleteForm(request.POST if request.method == "POST" else None, called=found.name)
    context = {"competition": found, "what": found.name, "back": ("competition_setup", found.pk)}
    return delete_page(
        request,
        form,
        lambda **_typed: delete_competition(found, by=request.user),
        context,
        to=("club", found.club.slug),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def club_delete(request: SignedInRequest, slug: str) -> HttpResponse:
    """Delete a club with its people and its competitions; its owners alone."""
    try:
        found = club_for(request.user, slug, "owner")
    except Http404:
        if deleted_club(request.user, slug) is None:
            raise
        messages.info(request, gone_words())
        return redirect("clubs_deleted")
    form = DeleteForm(request.POST if request.method == "POST" else None, called=found.name)
    context = {"club": found, "what": found.name, "back": ("club_edit", found.slug)}
    return delete_page(
        request,
        form,
        lambda **_typed: delete_club(found, by=request.user),
        context,
        to=("clubs_deleted",),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
@or_gone("stage", "competition_setup")
def stage_delete(request: SignedInRequest, pk: int) -> HttpResponse:
    """Take a stage off of which nothing is drawn, or a bracket of which nothing has begun."""
    found = stage_for(request.user, pk, "organizer")
    bracket = found.kind in Stage.BRACKETS
    if not bracket and found.kind not in Stage.DRAWN_ROUND_BY_ROUND:
        raise Http404
    out = bracket and found.rounds.exclude(state=Round.State.DRAFT).exists()
    form = DeleteForm(
        request.POST if request.method == "POST" else None, called=str(found), why=out
    )

    def act(reason: str = "") -> None:
        if bracket:
            drop_bracket(found, reason=reason, by=request.user)
        else:
            remove_stage(found, by=request.user)

    context = {
        "competition": found.competition,
        "what": str(found),
        "back": ("bracket" if bracket else "stage_edit", found.pk),
    }
    to = ("competition_setup", found.competition_id)
    return delete_page(request, form, act, context, to=to)


@require_safe
@login_required
@never_cache
def deleted(request: SignedInRequest, slug: str) -> HttpResponse:
    """What was deleted of a club in the last thirty days."""
    club = club_for(request.user, slug, "organizer")
    context = {"club": club, "lines": _lines(deleted_of(club))}
    return render(request, "deletions/deleted.html", context)


@require_safe
@login_required
@never_cache
def clubs_deleted(request: SignedInRequest) -> HttpResponse:
    """The reader's own clubs that were deleted."""
    return render(request, "deletions/deleted.html", {"lines": _lines(deleted_clubs(request.user))})


@require_POST
@login_required
@never_cache
def deletion_restore(request: SignedInRequest, pk: int) -> HttpResponse:
    """Put it back; what stands in its way is said."""
    found = deletion_for(request.user, pk)
    try:
        if restore_deletion(found, by=request.user):
            messages.success(request, _("%(name)s is back, as it was.") % {"name": found.label})
        else:
            messages.info(request, _("It is back already: somebody restored it before."))
    except ActionError as refused:
        club = Club.objects.filter(pk=found.club_id).first()
        listed = deleted_of(club) if club else deleted_clubs(request.user)
        context = {"club": club, "lines": _lines(listed), "problem": refused.message}
        return render(request, "deletions/deleted.html", context, status=422)
    return redirect(*_page_of(found))


def delete_page(
    request: SignedInRequest,
    form: DeleteForm,
    act: Callable[..., object],
    context: dict[str, Any],
    *,
    to: tuple[Any, ...],
) -> HttpResponse:
    """The page that asks for the name; once it is typed, `act` is done and `to` is next.

    `context` has `what` goes, where `back` leads, and the `club` or `competition`.
    """
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                act(**form.told)
            except ActionError as refused:
                status = put_on_form(form, refused)
            else:
                messages.success(request, deleted_words(context["what"]))
                return redirect(*to)
    context = {"tab": "setup", "organizer": True, **context, "form": form}
    return render(request, "deletions/delete.html", context, status=status)


def _lines(found: list[Deletion]) -> list[dict[str, Any]]:
    now = timezone.now()
    return [
        {
            "deletion": one,
            "kind": one.get_kind_display(),
            "goes": what_goes(one.about),
            "left": back_until((one.until - now).days + 1),
        }
        for one in found
    ]


def _page_of(found: Deletion) -> tuple[Any, ...]:
    """Where what came back is seen."""
    if found.kind == Deletion.Kind.COMPETITION:
        return ("competition_setup", found.number)
    if found.competition_id is not None and Competition.objects.filter(pk=found.competition_id):
        return ("competition_setup", found.competition_id)
    club = Club.objects.get(pk=found.club_id)
    return ("club" if found.kind == Deletion.Kind.CLUB else "people", club.slug)
