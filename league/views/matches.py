"""The match for everybody, like the paper sheet; signing it, opening it again."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.actions.errors import ActionError, StaleEdit
from league.actions.matches import accept_match, reopen_match
from league.forms.games import ReasonForm
from league.queries.access import match_for
from league.queries.rulings import rulings_of_match
from league.queries.substitutes import substitutes_of
from league.views.requests import PageRequest, SignedInRequest, number_in
from league.views.ruling_lines import ruling_lines
from league.views.scorers import at_the_table, scorer_here, scorers_only
from league.views.stages import why_of
from league.views.tables import evening, match_context


@require_safe
def match(request: PageRequest, pk: int) -> HttpResponse:
    """The score sheets of a match, game by game."""
    found = match_for(request.user, pk)
    context = match_context(request, found)
    context["substitutes"] = substitutes_of(found)
    context["may_score"] = scorer_here(request, found) is not None
    context["rulings"] = ruling_lines(context["view"], rulings_of_match(found))
    context["why"] = why_of(found, found.round.number == 1)
    return render(request, "matches/match.html", context)


@never_cache
@require_POST
@scorers_only
def match_accept(request: PageRequest, pk: int) -> HttpResponse:
    """A player signs the sheet; signed twice it is signed once."""
    found, scorer = at_the_table(request, pk)
    try:
        signed = accept_match(
            found,
            player_id=number_in(request.POST.get("player", "")),
            stamp=request.POST.get("stamp", ""),
            by=scorer.by,
        )
    except StaleEdit as stale:
        return evening(request, found, note=stale.message, status=409)
    except ActionError as refused:
        return evening(request, found, note=refused.message, status=422)
    messages.success(request, _("The sheet is signed.") if signed else _("It was signed already."))
    if request.htmx:
        return evening(request, at_the_table(request, pk)[0])
    return redirect("match", pk=pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def match_reopen(request: SignedInRequest, pk: int) -> HttpResponse:
    """An organizer takes the signature off, with a reason."""
    found = match_for(request.user, pk, "organizer")
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            reopen_match(found, reason=form.cleaned_data["reason"], by=request.user)
        except ActionError as refused:
            form.add_error(refused.field or None, refused.message)
        else:
            messages.success(request, _("The sheet is open again."))
            return redirect("score", pk=pk)
    status = 422 if form.errors else 200
    return render(request, "matches/reopen.html", {"match": found, "form": form}, status=status)
