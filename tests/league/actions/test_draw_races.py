"""Two organizers at once, on real connections: one draw, one result, one final, nobody twice."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection

from league.actions.draws import DrawPlan, draw_stage, take_draw_back
from league.actions.entries import add_entries, remove_entry
from league.actions.errors import ActionError
from league.actions.finals import create_final
from league.actions.results import Totals, record_totals
from league.actions.rounds import publish_rounds
from league.actions.rules import change_rules
from league.models import (
    AuditEntry,
    Bye,
    Competition,
    Entrant,
    Entry,
    Game,
    Match,
    Partnership,
    Player,
    Round,
    Stage,
    User,
)
from scoring import RuleSet

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
TIMES = 25


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


def plan(seed: str, rounds: int) -> DrawPlan:
    start = datetime(2026, 10, 20, 22, tzinfo=UTC)
    starts = [start + timedelta(days=7 * turn) for turn in range(rounds)]
    return DrawPlan(seed=seed, legs=1, starts=starts, told={"first_night": "2026-10-20"})


def refusals(answers: list[Any]) -> list[ActionError]:
    return [answer for answer in answers if isinstance(answer, ActionError)]


def test_two_draws_at_once_make_one_draw(
    make_competition: Callable[..., Competition], organizer: User
) -> None:
    for turn in range(TIMES):
        league = make_competition(entries=5, name=f"League {turn}", state="open")

        def draw(seed: str, league: Competition = league) -> Stage:
            return draw_stage(league, plan(seed, 5), replaces=None, by=organizer)

        same = at_once(lambda: draw("ceilidh"), lambda: draw("ceilidh"))
        assert refusals(same) == []
        assert same[0].pk == same[1].pk
        Stage.objects.filter(competition=league).delete()

        different = at_once(lambda: draw("ceilidh"), lambda: draw("strathspey"))
        assert len(refusals(different)) == 1
        assert Stage.objects.filter(competition=league).count() == 1
        assert Round.objects.filter(stage__competition=league).count() == 5
        assert Match.objects.filter(round__stage__competition=league).count() == 10
        assert Bye.objects.filter(round__stage__competition=league).count() == 5


def test_entering_while_somebody_draws_never_leaves_an_entry_out_of_the_draw(
    make_competition: Callable[..., Competition],
    make_partnership: Callable[..., Partnership],
    organizer: User,
) -> None:
    for turn in range(TIMES):
        league = make_competition(entries=3, name=f"League {turn}", state="open")
        pair = make_partnership()
        at_once(
            lambda league=league: draw_stage(
                league, plan("ceilidh", 3), replaces=None, by=organizer
            ),
            lambda league=league, pair=pair: add_entries(league, [pair], by=organizer),
        )
        stage = Stage.objects.filter(competition=league).first()
        entries = sorted(league.entries.values_list("pk", flat=True))
        assert len(entries) == 4
        assert stage is None or stage.draw["entries"] == entries


def test_publishing_while_somebody_takes_an_entry_off_is_one_or_the_other(
    make_competition: Callable[..., Competition], organizer: User
) -> None:
    for turn in range(TIMES):
        league = make_competition(entries=4, name=f"League {turn}", state="open")
        stage = draw_stage(league, plan("ceilidh", 3), replaces=None, by=organizer)
        rounds, entry = list(stage.rounds.all()), Entry.objects.filter(competition=league).first()
        at_once(
            lambda league=league, rounds=rounds: publish_rounds(league, rounds, by=organizer),
            lambda entry=entry: remove_entry(entry, by=organizer),
        )
        published = Round.objects.filter(stage__competition=league, state="published").count()
        assert (published, league.entries.count()) in [(3, 4), (0, 3)]


def test_one_person_entered_twice_at_once_plays_once(
    make_competition: Callable[..., Competition],
    make_player: Callable[..., Player],
    make_partnership: Callable[..., Partnership],
    organizer: User,
) -> None:
    for turn in range(TIMES):
        league = make_competition(entries=0, name=f"League {turn}")
        anne = make_player(f"Anne {turn}")
        pairs = [make_partnership(anne), make_partnership(anne)]
        answers = at_once(
            *(
                lambda league=league, pair=pair: add_entries(league, [pair], by=organizer)
                for pair in pairs
            )
        )
        assert len(refusals(answers)) == 1
        assert Entrant.objects.filter(competition=league, player=anne).count() == 1


def test_two_results_of_one_match_at_once_are_one_result(
    make_competition: Callable[..., Competition],
    make_match: Callable[..., Match],
    organizer: User,
) -> None:
    for turn in range(TIMES):
        match = make_match(make_competition(entries=2, name=f"League {turn}"))

        def write(a: int, b: int, match: Match = match) -> None:
            record_totals(match, [Totals(number=1, a=a, b=b)], stamp="", by=organizer)

        answers = at_once(lambda: write(512, 340), lambda: write(340, 512))
        assert len(refusals(answers)) == 1
        assert Game.objects.filter(match=match).count() == 1
        assert AuditEntry.objects.filter(match=match, verb="record_totals").count() == 1


def test_rules_changed_while_a_result_comes_in_never_judge_it_by_the_new_ones(
    make_competition: Callable[..., Competition],
    make_match: Callable[..., Match],
    organizer: User,
) -> None:
    """Either the change comes first, and 512 is too little then, or the result, and it stays."""
    play = {"mode": "target", "hands": None, "minutes": None}
    for turn in range(TIMES):
        league = make_competition(entries=2, name=f"League {turn}")
        match = make_match(league)
        at_once(
            lambda league=league: change_rules(
                league, rules=RuleSet.from_preset("long"), match_play=play, by=organizer
            ),
            lambda match=match: record_totals(
                match, [Totals(number=1, a=512, b=340)], stamp="", by=organizer
            ),
        )
        league.refresh_from_db()
        stored = Game.objects.filter(match=match).count()
        assert (league.rule_set["target"], stored) in [(500, 1), (1000, 0)]


def test_a_draw_taken_back_while_a_result_comes_in_keeps_the_result_visible(
    make_competition: Callable[..., Competition], organizer: User
) -> None:
    for turn in range(TIMES):
        league = make_competition(entries=2, name=f"League {turn}", state="open")
        stage = draw_stage(league, plan("ceilidh", 1), replaces=None, by=organizer)
        publish_rounds(league, list(stage.rounds.all()), by=organizer)
        match = Match.objects.get(round__stage=stage)
        at_once(
            lambda league=league: take_draw_back(league, reason="a mistake", by=organizer),
            lambda match=match: record_totals(
                match, [Totals(number=1, a=512, b=340)], stamp="", by=organizer
            ),
        )
        match.refresh_from_db()
        stored = Game.objects.filter(match=match).count()
        assert (match.round.state, stored) in [("published", 1), ("draft", 0)]


def test_two_clicks_make_one_final(
    make_competition: Callable[..., Competition], organizer: User
) -> None:
    for turn in range(TIMES):
        league = make_competition(entries=2, name=f"League {turn}")
        one, other = league.entries.all()

        # One hall: each final has a day of its own, else its table would be taken.
        day = datetime(2027, 4, 1 + turn, 22, tzinfo=UTC)
        final = partial(
            create_final, league, (one, other), name="Final", starts_at=day, table=1, by=organizer
        )
        answers = at_once(final, final)
        assert answers[0] == answers[1]
        assert Match.objects.filter(round__stage__competition=league).count() == 1
