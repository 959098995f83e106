"""The rules of a competition: for everybody to read, for organizers to change."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.actions.errors import ActionError
from league.actions.rules import change_points, change_rules, change_strictness
from league.forms.points import PointsForm
from league.forms.rules import RulesForm
from league.forms.strictness import StrictnessForm
from league.permissions import may_organize
from league.queries.access import competition_for
from league.queries.competitions import begun_of
from league.queries.hands import rules_of
from league.queries.seasons import season_of
from league.queries.versions import of_competition
from league.views.following import following
from league.views.refusals import put_on_form
from league.views.requests import SignedInRequest
from league.views.sheets_rules import sheets_words
from league.words.points import after_a_split, describe_points, describe_tie_breaks
from league.words.rules import (
    PRESET_ABOUT,
    PRESET_NAMES,
    describe_match_play,
    describe_rules,
    summary,
)
from league.words.seasons import describe_season
from league.words.strictness import LOWERABLE_WORDS
from scoring import PRESETS, RuleSet, StandingsRules


@require_safe
@following(every=60, competitions=of_competition)
def rules(request: HttpRequest, pk: int) -> HttpResponse:
    """The whole rule set, match play, points and tie-breaks in plain words."""
    competition = competition_for(request.user, pk)
    rule_set = rules_of(competition)
    standings = StandingsRules.from_json(competition.standings_rules)
    organizer = may_organize(request.user, competition.club)
    season = season_of(competition)
    context = {
        "competition": competition,
        "tab": "rules",
        "organizer": organizer,
        "may_change": organizer and not begun_of(competition).scored,
        "summary": summary(rule_set),
        "match_play": describe_match_play(competition.match_play, rule_set),
        "groups": describe_rules(rule_set),
        "points": describe_points(standings),
        "tie_breaks": describe_tie_breaks(standings),
        "after_a_split": after_a_split(standings),
        "season": describe_season(
            season.exits,
            grace=season.grace,
            best=season.best_nights,
            absence=season.absence,
        ),
        "sheets_words": sheets_words(competition),
        "lowered": [LOWERABLE_WORDS[code] for code in competition.lowered],
    }
    return render(request, "competitions/rules.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def rules_edit(request: SignedInRequest, pk: int) -> HttpResponse:
    """Option by option; `?preset=` fills the page with a preset, to be looked at and saved."""
    competition = competition_for(request.user, pk, "organizer")
    stored = rules_of(competition)
    asked = request.POST.get("preset") or request.GET.get("preset") or ""
    shown = stored
    if asked in PRESETS and asked != stored.preset:
        shown = RuleSet.from_preset(asked)
    begun = begun_of(competition)
    form = RulesForm(
        request.POST if request.method == "POST" else None,
        shown=shown,
        match_play=competition.match_play,
    )
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                change_rules(
                    competition, rules=form.rules, match_play=form.match_play, by=request.user
                )
            except ActionError as refused:
                status = put_on_form(form, refused)
            else:
                messages.success(request, _("Saved: %(rules)s") % {"rules": summary(form.rules)})
                return redirect("competition_setup", pk)
    context = {
        "competition": competition,
        "tab": "setup",
        "organizer": True,
        "form": form,
        "begun": begun,
        "presets": [(key, PRESET_NAMES[key], PRESET_ABOUT[key]) for key in PRESETS],
        "shown": shown,
        "preset_name": PRESET_NAMES.get(shown.preset, shown.preset),
        "fresh": shown is not stored,
    }
    return render(request, "competitions/rules_edit.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def points_edit(request: SignedInRequest, pk: int) -> HttpResponse:
    """Points, ranking and tie-breaks in order."""
    competition = competition_for(request.user, pk, "organizer")
    begun = begun_of(competition).anything
    form = PointsForm(
        request.POST if request.method == "POST" else None,
        shown=StandingsRules.from_json(competition.standings_rules),
        begun=begun,
    )
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            reason = form.cleaned_data.get("reason", "")
            try:
                change_points(competition, rules=form.rules, reason=reason, by=request.user)
            except ActionError as refused:
                status = put_on_form(form, refused)
            else:
                messages.success(request, _("Saved. The standings follow at once."))
                return redirect("competition_setup", pk)
    context = {
        "competition": competition,
        "tab": "setup",
        "organizer": True,
        "form": form,
        "begun": begun,
    }
    return render(request, "competitions/points_edit.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def strictness_edit(request: SignedInRequest, pk: int) -> HttpResponse:
    """Which faults of a sheet are warnings."""
    competition = competition_for(request.user, pk, "organizer")
    form = StrictnessForm(
        request.POST if request.method == "POST" else None,
        initial={"lowered": competition.lowered},
    )
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                change_strictness(competition, by=request.user, **form.cleaned_data)
            except ActionError as refused:
                status = put_on_form(form, refused)
            else:
                messages.success(request, _("Saved. It holds from the next hand on."))
                return redirect("competition_setup", pk)
    context = {"competition": competition, "tab": "setup", "organizer": True, "form": form}
    return render(request, "competitions/strictness_edit.html", context, status=status)
