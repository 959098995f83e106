"""Corrections with a choice at once, on real connections: one is done, the other is shown anew."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.http import Http404

from league.actions.errors import ActionError
from league.actions.impacts import Choices, ImpactUnseen, act_seen
from league.actions.next_rounds import draw_next_round
from league.actions.results import Totals, record_totals
from league.actions.rounds import publish_rounds
from league.models import AuditEntry, Competition, Game, Match, Round, User
from league.queries.matches import load_match
from league.queries.results import stamp_of_totals
from tests.league.actions.test_late_entries import swiss
from tests.league.actions.test_next_round_races import at_once

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
TIMES = 10
Make = Callable[..., Competition]


def evening(make_competition: Make, turn: int, by: User) -> tuple[Competition, Round, Round]:
    """Six partnerships, the first round played, the second out."""
    league = make_competition(entries=6, name=f"Evening {turn}", state="open")
    stage, first = swiss(league, by)
    for match in first.matches.order_by("table"):
        totals = Totals(number=1, a=500 + match.table, b=300 - match.table)
        record_totals(match, [totals], stamp="", by=by)
    second = draw_next_round(stage, number=2, by=by)
    publish_rounds(league, [second], by=by)
    return league, first, second


def correction(league: Competition, match: Match, again: Round, by: User) -> Callable[[], Any]:
    """The result turned round, its impact seen and ticked, the next round to be drawn again."""
    (game,) = match.games.all()
    turn = partial(
        record_totals,
        match,
        [Totals(number=1, a=game.total_b or 0, b=game.total_a or 0)],
        stamp=stamp_of_totals(load_match(match)),
        reason="the wrong way round",
        by=by,
    )
    choices = Choices(draw_again=frozenset({again.pk}))
    with pytest.raises(ImpactUnseen) as unseen:
        act_seen(league, turn, seen="", choices=choices, match=match, by=by)
    seen = unseen.value.impact.stamp
    return partial(act_seen, league, turn, seen=seen, choices=choices, match=match, by=by)


def test_of_two_corrections_that_draw_again_one_is_done(
    make_competition: Make, organizer: User, owner: User
) -> None:
    for turn in range(TIMES):
        league, first, second = evening(make_competition, turn, organizer)
        one, other = first.matches.order_by("table")[:2]
        answers = at_once(
            correction(league, one, second, organizer), correction(league, other, second, owner)
        )
        assert sum(isinstance(answer, ImpactUnseen) for answer in answers) == 1
        kept = Game.objects.filter(match__in=[one, other], total_a__gt=400).count()
        assert kept == 1
        assert AuditEntry.objects.filter(competition=league, verb="redraw_round").count() == 1
        assert second.matches.count() == 3


def test_two_taps_on_one_correction_draw_again_once(
    make_competition: Make, organizer: User
) -> None:
    for turn in range(TIMES):
        league, first, second = evening(make_competition, turn, organizer)
        match = first.matches.order_by("table")[0]
        answers = at_once(*[correction(league, match, second, organizer)] * 2)
        assert sum(isinstance(answer, ActionError) for answer in answers) <= 1
        assert AuditEntry.objects.filter(competition=league, verb="redraw_round").count() == 1
        assert second.matches.count() == 3


def test_a_result_that_comes_in_meanwhile_is_never_taken_off_unseen(
    make_competition: Make, organizer: User, owner: User
) -> None:
    for turn in range(TIMES):
        league, first, second = evening(make_competition, turn, organizer)
        match, table = first.matches.order_by("table")[0], second.matches.order_by("table")[0]
        write = partial(record_totals, table, [Totals(number=1, a=510, b=100)], stamp="", by=owner)

        def came(write: Callable[[], Any] = write) -> object:
            try:
                return write()
            except Http404:
                return "no such table any more"

        corrected, written = at_once(correction(league, match, second, organizer), came)
        stands = Game.objects.filter(match__round=second).count()
        if isinstance(corrected, ImpactUnseen):
            assert (written, stands) == (None, 1)
        else:
            assert written == "no such table any more"
            assert stands == 0
