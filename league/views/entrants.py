"""Players entered one by one, where partners rotate."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from league.actions.entrants import add_players, bring_player_back, remove_player
from league.actions.errors import ActionError
from league.forms.entrants import TickPlayersForm
from league.models import Entrant
from league.queries.access import competition_for
from league.queries.competitions import setup_of
from league.queries.entrants import entrants_of, players_to_enter
from league.queries.stages import rotating
from league.views.gone import or_gone
from league.views.refusals import put_on_form
from league.views.requests import SignedInRequest


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def players_edit(request: SignedInRequest, pk: int) -> HttpResponse:
    """Tick players of the host club or (`?guests=1`) of others; after the first round too."""
    competition = competition_for(request.user, pk, "organizer")
    if not rotating(competition):
        raise Http404
    form = TickPlayersForm(request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                new = add_players(competition, list(form.cleaned_data["players"]), by=request.user)
            except ActionError as refused:
                status = put_on_form(form, refused)
            else:
                said = ngettext("%(n)d player entered.", "%(n)d players entered.", len(new))
                messages.success(request, said % {"n": len(new)})
                return redirect(request.get_full_path())
    search = request.GET.get("q", "")[:100]
    guests = request.GET.get("guests") == "1"
    context = {
        "competition": competition,
        "tab": "setup",
        "organizer": True,
        "setup": setup_of(competition),
        "entrants": entrants_of(competition),
        "players": players_to_enter(competition, search=search, guests=guests),
        "search": search,
        "guests": guests,
        "form": form,
    }
    return render(request, "entrants/players_edit.html", context, status=status)


@require_POST
@login_required
@or_gone("entrant", "players_edit")
def entrant_remove(request: SignedInRequest, pk: int) -> HttpResponse:
    """Take a player off, or let one who has played leave; POST `step` back brings him back."""
    entrant = get_object_or_404(Entrant.objects.select_related("player").filter(entry=None), pk=pk)
    competition = competition_for(request.user, entrant.competition_id, "organizer")
    act = bring_player_back if request.POST.get("step") == "back" else remove_player
    try:
        act(entrant, by=request.user)
    except ActionError as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, _("%(name)s: done.") % {"name": entrant.player.called})
    return redirect("players_edit", competition.pk)
