"""Promotion and relegation into next season's divisions."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.actions.errors import ActionError
from league.actions.promotions import exchange_words, promote
from league.forms.promotions import PromotionForm
from league.queries.access import competition_for
from league.queries.divisions import division_tables
from league.queries.promotions import Promotion, next_seasons, promotion_of
from league.queries.standings import standings_of
from league.views.refusals import put_on_form
from league.views.requests import SignedInRequest
from league.words.standings import names_of
from scoring.season import SeasonError


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def promotion(request: SignedInRequest, pk: int) -> HttpResponse:
    """POST `step`: look (who moves) or apply (set the next season's divisions)."""
    competition = competition_for(request.user, pk, "organizer")
    divisions = division_tables(standings_of(competition))
    form = PromotionForm(
        request.POST if request.method == "POST" else None,
        divisions=divisions,
        seasons=next_seasons(competition),
    )
    status, seen = 200, None
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                seen = promotion_of(competition, form.exchanges, form.settled)
                if request.POST.get("step") != "apply":
                    status = 200
                elif (into := form.by_number.get(form.cleaned_data["into"])) is None:
                    form.add_error("into", _("Choose the next season."))
                else:
                    promote(
                        competition,
                        into,
                        form.exchanges,
                        settled=form.settled,
                        way=form.cleaned_data["way"],
                        by=request.user,
                    )
                    messages.success(
                        request, _("The divisions of %(name)s are set.") % {"name": into}
                    )
                    return redirect("divisions_edit", into.pk)
            except SeasonError as problem:
                form.add_error(None, exchange_words(problem))
            except ActionError as refused:
                status = put_on_form(form, refused)
    context = {
        "competition": competition,
        "tab": "setup",
        "organizer": True,
        "form": form,
        "divisions": divisions,
        **_seen(seen, form),
    }
    return render(request, "promotions/promotion.html", context, status=status)


def _seen(seen: Promotion | None, form: PromotionForm) -> dict[str, Any]:
    """Who moves, by name; the lines that a tie stops, and those whose order was written."""
    if seen is None:
        return {"moves": None, "ties": []}
    ties = [
        {
            "division": seen.divisions[line.division].name,
            "up": line.direction == "up",
            "places": line.places_left,
            "rows": [
                (f"order-{line.division}-{line.direction}-{name}", names_of(seen.entry(name)))
                for name in line.tied
            ],
        }
        for line in seen.lines
    ]
    orders = [
        (f"order-{division}-{direction}-{name}", place)
        for (division, direction), order in form.settled.items()
        for place, name in enumerate(order, 1)
    ]
    if seen.after is None:
        return {"moves": None, "ties": ties, "orders": orders}
    moves = [
        (names_of(seen.entry(m.entry)), m.after < m.before, seen.divisions[m.after].name)
        for m in seen.after.moves
    ]
    return {"moves": moves, "ties": [], "orders": orders}
