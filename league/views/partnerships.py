"""Put two people together."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.actions.errors import ActionError
from league.actions.partnerships import Stored, remove_partnership, store_people
from league.forms.deletions import DeleteForm
from league.forms.partnerships import PartnershipForm
from league.queries.access import club_for
from league.queries.people import partnership_for, people_of
from league.views.deletions import delete_page
from league.views.gone import or_gone
from league.views.requests import SignedInRequest


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def partnership_new(request: SignedInRequest, slug: str) -> HttpResponse:
    """Two names; a new name is a new person. Joe & Anne is the same as Anne & Joe."""
    club = club_for(request.user, slug, "organizer")
    form = PartnershipForm(request.POST if request.method == "POST" else None, club=club)
    if form.is_valid() and form.reading is not None:
        try:
            stored = store_people(
                club, form.reading.people, seen=form.reading.seen, by=request.user
            )
        except ActionError as refused:
            form.add_error(None, refused.message)
        else:
            _say(request, stored)
            return redirect("partnership_new" if "more" in request.POST else "people", club.slug)
    context = {"club": club, "form": form, "people": people_of(club)}
    return render(
        request, "people/partnership_new.html", context, status=422 if form.is_bound else 200
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@or_gone("partnership", "people")
def partnership_remove(request: SignedInRequest, pk: int) -> HttpResponse:
    """Take a partnership off the list that was made by mistake, once its names are typed."""
    pair = partnership_for(request.user, pk, "organizer")
    form = DeleteForm(request.POST if request.method == "POST" else None, called=str(pair))
    context = {
        "club": pair.club,
        "what": str(pair),
        "rule": _("This is for what was added by mistake. Whoever is entered stays."),
        "back": ("people", pair.club.slug),
    }
    return delete_page(
        request,
        form,
        lambda **_typed: remove_partnership(pair, by=request.user),
        context,
        to=("people", pair.club.slug),
    )


def _say(request: HttpRequest, stored: Stored) -> None:
    if stored.known:
        pair = stored.known[0]
        said = _("%(pair)s play together already (%(club)s): nothing to add.")
        messages.info(request, said % {"pair": pair, "club": pair.club.name})
    else:
        messages.success(
            request, _("%(pair)s are a partnership now.") % {"pair": stored.partnerships[0]}
        )
