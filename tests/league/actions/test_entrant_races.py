"""A player of rotating partners leaves or is back, twice at once on real connections: once."""

from collections.abc import Callable
from functools import partial

import pytest

from league.actions.entrants import bring_player_back, remove_player
from league.actions.next_rounds import draw_next_round
from league.actions.player_swaps import swap_players
from league.actions.results import Totals, record_totals
from league.actions.rounds import publish_rounds
from league.actions.stages import StagePlan, add_stage
from league.models import AuditEntry, Competition, Entrant, Player, Stage, User
from league.queries.next_rounds import inputs_of
from league.queries.player_seats import seats_of
from tests.league.actions.test_next_round_races import at_once

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
TIMES = 10
Make = Callable[..., Competition]
MakePlayer = Callable[..., Player]


def evening(make_competition: Make, make_player: MakePlayer, turn: int, by: User) -> Stage:
    """Nine players, one round played."""
    league = make_competition(entries=0, name=f"Evening {turn}", state="open")
    stage = add_stage(league, StagePlan(kind="rotating", rounds=3), by=by)
    for _number in range(9):
        Entrant.objects.create(competition=league, player=make_player())
    first = draw_next_round(stage, number=1, by=by)
    publish_rounds(league, [first], by=by)
    for match in first.matches.all():
        record_totals(match, [Totals(number=1, a=512, b=340)], stamp="", by=by)
    return stage


def played(stage: Stage) -> Entrant:
    pair = stage.rounds.get().matches.all()[0].entry_a.partnership
    return Entrant.objects.get(competition=stage.competition, player=pair.first)


def done(stage: Stage, verb: str) -> int:
    return AuditEntry.objects.filter(competition=stage.competition, verb=verb).count()


def test_one_leaves_and_is_back_once_however_often_it_is_tapped(
    make_competition: Make, make_player: MakePlayer, organizer: User, owner: User
) -> None:
    for turn in range(TIMES):
        stage = evening(make_competition, make_player, turn, organizer)
        one = played(stage)
        at_once(*(partial(remove_player, one, by=user) for user in (organizer, owner)))
        one.refresh_from_db()
        assert one.left_after == 1
        assert done(stage, "leave_player") == 1
        at_once(*(partial(bring_player_back, one, by=user) for user in (organizer, owner)))
        one.refresh_from_db()
        assert one.left_after is None
        assert done(stage, "bring_player_back") == 1


def test_one_who_never_played_is_taken_off_once(
    make_competition: Make, make_player: MakePlayer, organizer: User, owner: User
) -> None:
    for turn in range(TIMES):
        stage = evening(make_competition, make_player, turn, organizer)
        late = Entrant.objects.create(competition=stage.competition, player=make_player())
        at_once(*(partial(remove_player, late, by=user) for user in (organizer, owner)))
        assert not Entrant.objects.filter(pk=late.pk).exists()
        assert done(stage, "remove_player") == 1


def test_leaving_while_the_next_round_is_drawn_leaves_no_draft_with_him(
    make_competition: Make, make_player: MakePlayer, organizer: User, owner: User
) -> None:
    for turn in range(TIMES):
        stage = evening(make_competition, make_player, turn, organizer)
        one = played(stage)
        at_once(
            partial(remove_player, one, by=organizer),
            partial(draw_next_round, stage, number=2, by=owner),
        )
        one.refresh_from_db()
        assert one.left_after == 1
        draft = stage.rounds.filter(number=2).first()
        if draft is not None:
            assert one.player_id not in {who["id"] for who in draft.draw["inputs"]["field"]}
        stage.refresh_from_db()
        assert one.player_id not in {who["id"] for who in inputs_of(stage, 2)["field"]}


def test_two_taps_change_two_players_once(
    make_competition: Make, make_player: MakePlayer, organizer: User
) -> None:
    for turn in range(TIMES):
        stage = evening(make_competition, make_player, turn, organizer)
        second = draw_next_round(stage, number=2, by=organizer)
        one, other = (match.entry_a.partnership.first for match in second.matches.all())
        told = {"reason": "A ride", "count": 0, "anyway": True, "by": organizer}
        change = partial(swap_players, second, one, other, **told)
        assert at_once(change, change) == [None, None]
        assert seats_of(second)[one.pk].match == second.matches.get(table=2)
        assert done(stage, "swap_players") == 1
