"""Two taps at once on "draw the next round", on real connections: one round."""

from collections.abc import Callable
from functools import partial
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection

from league.actions.bells import extend_clock, start_clock
from league.actions.entries import add_entries
from league.actions.errors import ActionError
from league.actions.next_rounds import delete_round, draw_next_round, redraw_round
from league.actions.stages import StagePlan, add_stage
from league.actions.swaps import swap_entries
from league.models import AuditEntry, Bye, Competition, Match, Partnership, Round, Stage, User
from league.queries.stages import hash_of

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
TIMES = 15


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Do all at the same moment, each on a connection of its own; refusals are answers too."""
    start = Barrier(len(acts))
    answers: list[Any] = [None] * len(acts)

    def run(place: int, act: Callable[[], Any]) -> None:
        try:
            start.wait()
            answers[place] = act()
        except Exception as error:
            answers[place] = error
        finally:
            connection.close()

    threads = [Thread(target=run, args=(place, act)) for place, act in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for answer in answers:
        if isinstance(answer, Exception) and not isinstance(answer, ActionError):
            raise answer
    return answers


def test_two_taps_draw_one_round(
    make_competition: Callable[..., Competition], organizer: User
) -> None:
    for turn in range(TIMES):
        evening = make_competition(entries=5, name=f"Evening {turn}", state="open")
        stage = add_stage(evening, StagePlan(kind="swiss", rounds=4), by=organizer)
        draw = partial(draw_next_round, stage, number=1, by=organizer)
        one, other = at_once(draw, draw)
        assert one == other
        assert Round.objects.filter(stage=stage).count() == 1
        assert Match.objects.filter(round=one).count() == 2
        assert Bye.objects.filter(round=one).count() == 1
        assert AuditEntry.objects.filter(competition=evening, verb="draw_round").count() == 1


def test_two_taps_add_one_stage(
    make_competition: Callable[..., Competition], organizer: User
) -> None:
    for turn in range(TIMES):
        evening = make_competition(entries=4, name=f"Evening {turn}", state="open")
        add = partial(add_stage, evening, StagePlan(kind="random", rounds=4), by=organizer)
        one, other = at_once(add, add)
        assert one == other
        assert Stage.objects.filter(competition=evening).count() == 1


def test_two_redraws_of_one_draft_are_one_redraw(
    make_competition: Callable[..., Competition], organizer: User
) -> None:
    for turn in range(TIMES):
        evening = make_competition(entries=6, name=f"Evening {turn}", state="open")
        stage = add_stage(evening, StagePlan(kind="swiss", rounds=4), by=organizer)
        made = draw_next_round(stage, number=1, by=organizer)
        again = partial(redraw_round, made, seen=hash_of(made.draw["seed"]), by=organizer)
        answers = at_once(again, again)
        assert sum(isinstance(answer, ActionError) for answer in answers) == 1
        assert Match.objects.filter(round=made).count() == 3


def test_entering_while_somebody_draws_never_leaves_an_entry_out_of_the_draft(
    make_competition: Callable[..., Competition],
    make_partnership: Callable[..., Partnership],
    organizer: User,
) -> None:
    for turn in range(TIMES):
        evening = make_competition(entries=3, name=f"Evening {turn}", state="open")
        stage = add_stage(evening, StagePlan(kind="swiss", rounds=2), by=organizer)
        at_once(
            partial(draw_next_round, stage, number=1, by=organizer),
            partial(add_entries, evening, [make_partnership()], by=organizer),
        )
        found = stage.rounds.first()
        assert evening.entries.count() == 4
        assert found is None or found.matches.count() == 2


def test_a_draft_dropped_while_it_is_drawn_again_is_gone_or_new(
    make_competition: Callable[..., Competition], organizer: User
) -> None:
    for turn in range(TIMES):
        evening = make_competition(entries=4, name=f"Evening {turn}", state="open")
        stage = add_stage(evening, StagePlan(kind="swiss", rounds=2), by=organizer)
        made = draw_next_round(stage, number=1, by=organizer)
        seen = hash_of(made.draw["seed"])
        at_once(
            partial(redraw_round, made, seen=seen, by=organizer),
            partial(delete_round, made, by=organizer),
        )
        assert Round.objects.filter(stage=stage).count() == 0
        assert Match.objects.filter(round__stage=stage).count() == 0


def test_two_taps_change_places_once(
    make_competition: Callable[..., Competition], organizer: User
) -> None:
    for turn in range(TIMES):
        evening = make_competition(entries=4, name=f"Evening {turn}", state="open")
        stage = add_stage(evening, StagePlan(kind="swiss", rounds=2), by=organizer)
        made = draw_next_round(stage, number=1, by=organizer)
        first, second = made.matches.order_by("table")
        one, other = first.entry_a, second.entry_a
        change = partial(
            swap_entries, made, one, other, reason="A ride", count=0, anyway=True, by=organizer
        )
        assert at_once(change, change) == [None, None]
        first.refresh_from_db()
        assert first.entry_a == other
        assert AuditEntry.objects.filter(competition=evening, verb="swap_entries").count() == 1


def test_two_taps_give_three_minutes_once(
    make_competition: Callable[..., Competition],
    make_round: Callable[..., Round],
    organizer: User,
) -> None:
    play = {"mode": "bell", "hands": None, "minutes": 25}
    for turn in range(TIMES):
        found = make_round(make_competition(name=f"Evening {turn}", match_play=play))
        start = partial(start_clock, found, by=organizer)
        at_once(start, start)
        more = partial(extend_clock, found, minutes=3, seen=1500, by=organizer)
        at_once(more, more)
        found.refresh_from_db()
        assert found.bell is not None
        assert found.bell["seconds"] == 28 * 60
