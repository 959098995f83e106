"""The organizer's list of a club's people, and the pasted list of names."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from league.actions.errors import ActionError
from league.actions.partnerships import Stored, store_people
from league.forms.pasted_names import PasteForm, read_paste
from league.permissions import may_own
from league.queries.access import club_for
from league.queries.me import claims_of
from league.queries.people import count_people, partnerships_of, people_of, told_apart
from league.views.requests import SignedInRequest


@require_safe
@login_required
def people(request: SignedInRequest, slug: str) -> HttpResponse:
    """Players and partnerships, searched by `?q=`; htmx gets the lists alone."""
    club = club_for(request.user, slug, "organizer")
    search = request.GET.get("q", "")[:100]
    players = people_of(club, search)
    partners = told_apart(club, players)
    context = {
        "club": club,
        "search": search,
        "players": [(player, partners.get(player.pk, "")) for player in players],
        "partnerships": partnerships_of(club, search),
        "anybody": count_people(club),
        "claims": claims_of(club),
        "may_own": may_own(request.user, club),
    }
    part = request.htmx and not request.htmx.boosted
    return render(request, "people/_lists.html" if part else "people/people.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def people_paste(request: SignedInRequest, slug: str) -> HttpResponse:
    """Paste a list, look at what it would store, then store it.

    Nothing is stored before `confirm`; a list with a problem or an open choice comes back
    with every line as it was typed.
    """
    club = club_for(request.user, slug, "organizer")
    if request.method != "POST":
        return render(request, "people/paste.html", {"club": club, "form": PasteForm()})
    form = PasteForm(request.POST)
    if not form.is_valid():
        return render(request, "people/paste.html", {"club": club, "form": form}, status=422)
    reading = read_paste(club, form.lines, request.POST)
    confirmed = "confirm" in request.POST
    context = {"club": club, "form": form, "reading": reading, "confirmed": confirmed}
    if not confirmed or not reading.ready:
        wrong = reading.problems or (confirmed and not reading.ready)
        return render(request, "people/paste_check.html", context, status=422 if wrong else 200)
    try:
        stored = store_people(club, reading.people, seen=reading.seen, by=request.user)
    except ActionError as refused:
        context["problem"] = refused.message
        return render(request, "people/paste_check.html", context, status=422)
    messages.success(request, _what_was_stored(stored))
    return redirect("people", club.slug)


def _what_was_stored(stored: Stored) -> str:
    people = ngettext("%(n)d new person", "%(n)d new people", stored.players)
    pairs = ngettext("%(n)d new partnership", "%(n)d new partnerships", len(stored.partnerships))
    said = _("Saved: %(people)s, %(pairs)s.") % {
        "people": people % {"n": stored.players},
        "pairs": pairs % {"n": len(stored.partnerships)},
    }
    if not stored.known:
        return said
    known = ngettext(
        "%(n)d partnership was known already.",
        "%(n)d partnerships were known already.",
        len(stored.known),
    )
    return f"{said} {known % {'n': len(stored.known)}}"
