"""A round at a glance, totals of games, forfeits."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from league.actions.errors import ActionError, StaleEdit
from league.actions.impacts import ImpactUnseen
from league.actions.results import Totals, record_forfeit, record_totals, take_forfeit_back
from league.forms.results import ForfeitForm, TotalsForm
from league.models import Competition, Match, Round
from league.queries.access import competition_for, match_for, round_for
from league.queries.bells import clock_of, may_ring
from league.queries.brackets import bracket_state, seeds_of
from league.queries.competitions import rounds_drawn
from league.queries.matches import MatchView, load_match
from league.queries.postponements import made_up_on
from league.queries.results import Hall, current_round, hall_of
from league.queries.seasons import season_of
from league.queries.versions import of_competition, of_round
from league.views.following import following
from league.views.impacts import act_on_match, impact_context
from league.views.refusals import put_on_form
from league.views.reminders import ReminderLine, reminder_lines
from league.views.requests import SignedInRequest
from league.views.schedule import MatchLine, made_up_lines


@require_safe
@login_required
@following(every=10, competitions=of_competition, minutes=True)
def results(request: SignedInRequest, pk: int) -> HttpResponse:
    """The round that is on."""
    competition = competition_for(request.user, pk, "organizer")
    return _hall(request, competition, current_round(competition))


@require_safe
@login_required
@following(every=10, competitions=of_round, minutes=True)
def round_results(request: SignedInRequest, pk: int) -> HttpResponse:
    """One round: a tile a table, what needs somebody first."""
    found = round_for(request.user, pk, "organizer")
    return _hall(request, found.stage.competition, found)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def match_totals(request: SignedInRequest, pk: int) -> HttpResponse:
    """Totals of the games of a match, without hands."""
    match = match_for(request.user, pk, "organizer")
    view = load_match(match)
    form = TotalsForm(request.POST if request.method == "POST" else None, view=view)
    context = _match_page(match)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                _record(request, match, view, form)
            except ImpactUnseen as unseen:
                context |= impact_context(unseen)
            except StaleEdit as stale:
                status = 409
                context |= {"stale": stale, "stored": stale.stored, "offered": form.totals}
                form = TotalsForm(view=stale.stored)
            except ActionError as refused:
                status = put_on_form(form, refused)
            else:
                messages.success(request, _("Table %(n)d: saved.") % {"n": match.table})
                return redirect("round_results", match.round_id)
    context |= {"form": form, "view": view}
    return render(request, "results/totals.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def match_forfeit(request: SignedInRequest, pk: int) -> HttpResponse:
    """Somebody forfeits; POST `step` back takes it back."""
    match = match_for(request.user, pk, "organizer")
    view = load_match(match)
    taking_back = request.POST.get("step") == "back"
    data = request.POST if request.method == "POST" and not taking_back else None
    form = ForfeitForm(data, view=view, initial={"reason": _no_show(request)})
    status = 200
    moved: dict[str, Any] = {}
    if request.method == "POST":
        status = 422
        try:
            if taking_back:
                act_on_match(
                    request,
                    view,
                    lambda: take_forfeit_back(match, by=request.user),
                    by=request.user,
                )
                messages.success(request, _("The forfeit is taken back."))
                return redirect("round_results", match.round_id)
            if form.is_valid():
                act_on_match(
                    request,
                    view,
                    lambda: record_forfeit(match, by=request.user, **form.cleaned_data),
                    by=request.user,
                )
                messages.success(request, _("Table %(n)d: forfeited.") % {"n": match.table})
                return redirect("round_results", match.round_id)
        except ImpactUnseen as unseen:
            moved = impact_context(unseen)
        except ActionError as refused:
            if taking_back:
                messages.error(request, refused.message)
                return redirect("match_forfeit", pk)
            status = put_on_form(form, refused)
    context = {**_match_page(match), "form": form, "view": view, **moved}
    return render(request, "results/forfeit.html", context, status=status)


def _record(request: SignedInRequest, match: Match, view: MatchView, form: TotalsForm) -> None:
    act_on_match(
        request,
        view,
        lambda: record_totals(
            match,
            [Totals(**one._asdict()) for one in form.totals],
            stamp=form.cleaned_data["stamp"],
            reason=form.cleaned_data.get("reason", ""),
            played_after_all=bool(form.cleaned_data.get("played_after_all")),
            by=request.user,
        ),
        by=request.user,
    )


def _no_show(request: SignedInRequest) -> str:
    """The reason to begin with, when the page was opened for somebody who has not come."""
    if "no_show" not in request.GET:
        return ""
    now = timezone.localtime()
    return _("Did not show up by %(time)s") % {"time": f"{now:%H:%M}"}


def _hall(request: SignedInRequest, competition: Competition, found: Round | None) -> HttpResponse:
    hall = None if found is None else hall_of(found)
    context = {
        "competition": competition,
        "tab": "results",
        "organizer": True,
        "rounds": rounds_drawn(competition),
        "round": found,
        "clock": None if found is None else clock_of(found),
        "bell_on": found is not None and may_ring(found),
        "hall": hall,
        "hall_words": "" if hall is None else _hall_words(hall),
        **_reminders(competition, hall),
        "made_up": _made_up(found),
        **_overdue(competition, hall),
        **_bracket(found),
    }
    return render(request, "results/hall.html", context)


def _reminders(competition: Competition, hall: Hall | None) -> dict[str, Any]:
    """What waits for somebody: said on the tiles of this round, in a list of the others."""
    lines = reminder_lines(competition)
    if hall is None:
        return {"reminders": lines}
    told: dict[int, list[ReminderLine]] = {}
    for line in lines:
        told.setdefault(line.match, []).append(line)
    return {
        "reminders": [line for line in lines if line.round != hall.round.pk],
        "tiles": [(tile, told.get(tile.view.match.pk, [])) for tile in hall.tiles],
    }


def _made_up(found: Round | None) -> list[MatchLine]:
    """What is made up on the night of a round, of other rounds."""
    if found is None or found.starts_at is None:
        return []
    day = timezone.localtime(found.starts_at).date()
    views = made_up_on(day, competition=found.stage.competition)
    return made_up_lines(
        [view for view in views if view.match.round_id != found.pk], timezone.localdate()
    )


def _bracket(found: Round | None) -> dict[str, Any]:
    """The bracket that a round is of, and whether something of it waits for a choice."""
    if found is None or not seeds_of(found.stage):
        return {}
    return {"bracket": found.stage, "held": bracket_state(found.stage).to_decide}


def _overdue(competition: Competition, hall: Hall | None) -> dict[str, Any]:
    """Tables where somebody has not come, once their time of grace is over, on the evening."""
    grace = season_of(competition).grace
    if hall is None or hall.round.state != Round.State.PUBLISHED:
        return {}
    return {"overdue": hall.overdue(timezone.now(), grace), "grace": grace}


def _hall_words(hall: Hall) -> str:
    """The round in one line: "3 of 9 tables are done; 4 playing, 2 waiting. 1 to be signed."."""
    done = sum(tile.view.counts for tile in hall.tiles)
    every = len(hall.tiles)
    words = ngettext(
        "%(done)d of %(all)d table is done", "%(done)d of %(all)d tables are done", every
    ) % {"done": done, "all": every}
    playing, waiting = hall.count("playing"), hall.count("waiting")
    if playing:
        words += "; " + _("%(n)d playing") % {"n": playing}
    if waiting:
        words += "; " + _("%(n)d waiting") % {"n": waiting}
    postponed = hall.count("postponed")
    if postponed:
        words += "; " + _("%(n)d put off") % {"n": postponed}
    unsigned = hall.count("unsigned")
    if unsigned:
        more = ngettext("%(n)d sheet is not signed", "%(n)d sheets are not signed", unsigned)
        words += "; " + more % {"n": unsigned}
    submitted, disputed = hall.count("submitted"), hall.count("disputed")
    if submitted:
        more = ngettext(
            "%(n)d waits for the other side", "%(n)d wait for the other side", submitted
        )
        words += "; " + more % {"n": submitted}
    if disputed:
        words += "; " + _("%(n)d disputed") % {"n": disputed}
    return words + "."


def _match_page(match: Match) -> dict[str, Any]:
    return {
        "match": match,
        "round": match.round,
        "competition": match.round.stage.competition,
        "tab": "results",
        "organizer": True,
    }
