"""The match for everybody, like the paper sheet; opening it again."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from league.actions.errors import ActionError
from league.actions.matches import reopen_match
from league.forms.games import ReasonForm
from league.queries.access import match_for
from league.queries.rulings import rulings_of_match
from league.queries.substitutes import substitutes_of
from league.queries.versions import versions_of_match
from league.views.following import following
from league.views.requests import PageRequest, SignedInRequest
from league.views.ruling_lines import ruling_lines
from league.views.scorers import match_to_read, scorer_here
from league.views.second_sheet_lines import own_context
from league.views.stages import why_of
from league.views.tables import match_context


@require_safe
@following(every=3, versions=versions_of_match)
def match(request: PageRequest, pk: int) -> HttpResponse:
    """The score sheets of a match, game by game."""
    found = match_to_read(request, pk)
    context = match_context(request, found)
    context["substitutes"] = substitutes_of(found)
    context["may_score"] = scorer_here(request, found) is not None
    context |= own_context(found)
    context["rulings"] = ruling_lines(context["view"], rulings_of_match(found))
    context["why"] = why_of(found, found.round.number == 1)
    return render(request, "matches/match.html", context)


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
