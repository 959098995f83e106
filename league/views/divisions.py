"""Divisions of a league, pools of a tournament: how many, and who plays in which."""

import secrets
from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from league.actions.divisions import plan_divisions
from league.actions.errors import ActionError
from league.draws.pools import deal_pools
from league.draws.round_robin import shuffled
from league.forms.divisions import MOST_DIVISIONS, DivisionsForm
from league.models import Entry
from league.queries.access import competition_for
from league.queries.competitions import entries_of_competition, setup_of
from league.queries.divisions import Planned, planned_divisions
from league.views.refusals import put_on_form
from league.views.requests import SignedInRequest


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def divisions_edit(request: SignedInRequest, pk: int) -> HttpResponse:
    """POST `step`: deal (evenly, by lot, clubs apart), save (as chosen), none (all in one)."""
    competition = competition_for(request.user, pk, "organizer")
    entries = entries_of_competition(competition)
    now = planned_divisions(competition)
    step = request.POST.get("step", "")
    form = DivisionsForm(request.POST if step == "save" else None, entries=entries, now=now)
    status = 200
    if step:
        status = 422
        try:
            planned = _planned(request, step, form, entries)
            if planned is not None:
                plan_divisions(competition, planned, by=request.user)
                messages.success(request, _saved(len(planned)))
                return redirect("divisions_edit", pk)
        except ActionError as refused:
            if step == "save" and form.is_bound:
                status = put_on_form(form, refused)
            else:
                messages.error(request, refused.message)
                return redirect("divisions_edit", pk)
    context = {
        "competition": competition,
        "tab": "setup",
        "organizer": True,
        "form": form,
        "setup": setup_of(competition),
        "divisions": now,
        "most": min(MOST_DIVISIONS, len(entries) // 2),
    }
    return render(request, "divisions/divisions.html", context, status=status)


def _planned(
    request: SignedInRequest, step: str, form: DivisionsForm, entries: Sequence[Entry]
) -> list[Planned] | None:
    """What was asked for; None when the form has something to say."""
    if step == "none":
        return []
    if step == "save":
        return form.planned if form.is_valid() else None
    text = request.POST.get("count", "")
    count = int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0
    if not 2 <= count <= min(MOST_DIVISIONS, len(entries) // 2):
        raise ActionError(_("Each division needs two partnerships or more."))
    clubs = {entry.pk: entry.partnership.club_id for entry in entries}
    seed = secrets.token_hex(4)
    dealt = deal_pools(shuffled(list(clubs), seed), count, seed=seed, clubs=clubs)
    return [
        Planned(name=_("Division %(n)d") % {"n": number}, entries=pool)
        for number, pool in enumerate(dealt.pools, 1)
    ]


def _saved(count: int) -> str:
    if not count:
        return _("All play in one.")
    return ngettext("%(n)d division.", "%(n)d divisions.", count) % {"n": count}
