"""Two people at once in one bracket, on real connections."""

from functools import partial

import pytest

from league.actions.brackets import BracketPlan, make_bracket
from league.actions.held_slots import decide_held
from league.models import AuditEntry, Game, Match, Stage
from league.queries.brackets import bracket_state, stamp_of_held
from tests.league.actions.test_next_round_races import at_once
from tests.league.brackets import made, match_in, seated, to_decide, win

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
TIMES = 6


def test_two_taps_make_one_bracket(make_competition, organizer):
    for turn in range(TIMES):
        cup = make_competition(entries=5, name=f"Cup {turn}")
        plan = BracketPlan(kind=Stage.Kind.KNOCKOUT, order="lot")
        make = partial(make_bracket, cup, plan, by=organizer)
        one, other = at_once(make, make)
        assert one == other
        assert Stage.objects.filter(competition=cup).count() == 1
        assert Match.objects.filter(round__stage=one).count() == len(seated(one)) == 2


def test_two_semi_finals_that_end_at_once_seat_one_final(make_competition, organizer):
    for turn in range(TIMES):
        stage = made(make_competition(entries=4, name=f"Cup {turn}"), organizer, third_place=True)
        at_once(
            partial(win, stage, "W1-1", "a", organizer),
            partial(win, stage, "W1-2", "b", organizer),
        )
        assert seated(stage)["F1-1"] == (1, 3)
        assert seated(stage)["T1-1"] == (4, 2)


def test_correction_and_the_first_hand_of_the_final_at_once_leave_one_truth(
    make_competition, organizer
):
    for turn in range(TIMES):
        stage = made(make_competition(entries=4, name=f"Cup {turn}"), organizer)
        for slot in ("W1-1", "W1-2"):
            win(stage, slot, "a", organizer)
        at_once(
            partial(win, stage, "W1-1", "b", organizer),
            partial(win, stage, "F1-1", "a", organizer),
        )
        # Either the final came first and is asked about, or it is already that of the right pair.
        asked = to_decide(stage)
        assert seated(stage)["F1-1"] == ((1, 2) if asked else (4, 2))


def test_two_choices_at_once_are_one(make_competition, organizer):
    for turn in range(TIMES):
        stage = made(make_competition(entries=4, name=f"Cup {turn}"), organizer)
        for slot in ("W1-1", "W1-2", "F1-1"):
            win(stage, slot, "a", organizer)
        win(stage, "W1-1", "b", organizer)
        found = Stage.objects.select_related("competition__club").get(pk=stage.pk)
        stamp = stamp_of_held(bracket_state(found).to_decide)
        choose = partial(decide_held, stage, stamp=stamp, reason="read wrong", by=organizer)
        at_once(partial(choose, choice="swap"), partial(choose, choice="replay"))
        assert to_decide(stage) == []
        assert seated(stage)["F1-1"] == (4, 2)
        verbs = AuditEntry.objects.filter(
            competition=stage.competition, verb__in=("swap_slots", "replay_slots")
        )
        assert verbs.count() == 1
        games = Game.objects.filter(match=match_in(stage, "F1-1")).count()
        assert games == (1 if verbs.get().verb == "swap_slots" else 0)
