"""A competition as everybody sees it: how it stands, what is on, who is in it."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from league.permissions import may_organize
from league.queries.access import competition_for
from league.queries.brackets import BracketState, bracket_state, brackets_of, is_cup
from league.queries.entrants import entrants_of
from league.queries.postponements import made_up_on
from league.queries.schedule import RoundView, bracket_rounds_of, current_rounds
from league.queries.stages import rotating
from league.queries.standings import standings_of
from league.queries.table_facts import entries_of
from league.queries.versions import of_competition
from league.views.cup_places import cup_context
from league.views.entry_lines import lines_of
from league.views.following import following
from league.views.player_standings import player_table
from league.views.schedule import made_up_lines, round_lines
from league.views.standings import table_context
from league.words.departures import left_sentence
from league.words.sorting import name_key
from league.words.standings import names_of

# How many lines of the table the overview shows, more where the line is drawn further down.
SHORT = 10
# How many rounds of a bracket.
LAST_ROUNDS = 2


@require_safe
@following(every=10, competitions=of_competition)
def competition(request: HttpRequest, pk: int) -> HttpResponse:
    """The top of the table, the final, tonight's tables or the last and the next round."""
    found = competition_for(request.user, pk)
    today = timezone.localdate()
    table = standings_of(found, kept=True)
    lines = lines_of(table, request.user)
    finals = [round_lines(view, today) for view in bracket_rounds_of(found) if view.matches]
    states = [bracket_state(stage) for stage in brackets_of(found)]
    rounds = current_rounds(found, today)
    shown = {view.round.pk for view in rounds if view.day == today}
    made_up = [
        view for view in made_up_on(today, competition=found) if view.match.round_id not in shown
    ]
    told = table_context(table, request.user, lines)
    cup = is_cup(found)
    cut = told["cut_line"]
    context = {
        "competition": found,
        "tab": "competition",
        "organizer": may_organize(request.user, found.club),
        **told,
        "all_lines": lines,
        "lines": lines[: max(SHORT, cut.after if cut else 0)],
        "finals": finals[-LAST_ROUNDS:],
        "brackets": [state.stage for state in states],
        "champion": _champion(states),
        # A cup has no table: its bracket says how it stands.
        "table": not cup,
        "rounds": [_with_day(view) for view in rounds],
        "made_up": made_up_lines(made_up, today),
    }
    if cup:
        context |= cup_context(found, request.user, states)
    if not lines and rotating(found):
        context |= player_table(found, request.user)
        context["all_lines"] = context["lines"]
    return render(request, "competition_pages/competition.html", context)


@require_safe
@following(every=10, competitions=of_competition)
def entries(request: HttpRequest, pk: int) -> HttpResponse:
    """Who plays in it, by name."""
    found = competition_for(request.user, pk)
    listed = sorted(entries_of(found), key=lambda one: (name_key(str(one)), one.pk))
    context = {
        "competition": found,
        "tab": "entries",
        "entries": [(one, left_sentence(one)) for one in listed],
        "organizer": may_organize(request.user, found.club),
        "entrants": [] if listed else entrants_of(found),
    }
    return render(request, "competition_pages/entries.html", context)


def _with_day(view: RoundView) -> tuple[str, object]:
    today = timezone.localdate()
    when = "tonight" if view.day == today else "past" if view.day and view.day < today else "next"
    return when, round_lines(view, today)


def _champion(states: Sequence[BracketState]) -> object:
    """The names of whoever won the last bracket; None while it is played."""
    champion = states[-1].champion if states else None
    return None if champion is None else names_of(champion)
