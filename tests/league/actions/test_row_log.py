"""What a hand costs the log, and that nothing which came beside it is missed."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.actions.corrections import correct_hand
from league.actions.hands import record_hand, undo_hand
from league.actions.results import record_forfeit
from league.models import Dispute, Game, Hand, HandRun, HandSet, Lineup, Match, Seating, User
from league.queries.past import state_at
from tests.league.evenings import begin, play, sheet
from tests.league.past_rows import differences, rows_now

Make = Callable[..., Any]
pytestmark = pytest.mark.django_db


@pytest.fixture
def match(make_match: Make, scorekeeper: User) -> Match:
    match = make_match()
    begin(match, scorekeeper)
    play(match, scorekeeper, 96, 60)
    return match


def kept_whole(match: Match) -> bool:
    """Whether the log alone gives every row as it is stored now."""
    league = match.round.stage.competition
    state = state_at(league.pk, timezone.now())
    assert state is not None
    return differences(state.rows, rows_now(league)) == []


def change_everything(match: Match, by: User) -> None:
    """What no action does: every kind of row of the match changed, some made, one gone."""
    first, second = Hand.objects.filter(game__match=match).order_by("number")
    HandRun.objects.create(hand=first, seat="N", twenties=1)
    HandSet.objects.create(hand=first, seat="N", rank="A")
    Hand.objects.filter(pk=second.pk).update(total=163)
    Game.objects.filter(match=match).update(first_dealer="N")
    Match.objects.filter(pk=match.pk).update(own_table=9, starts_at=timezone.now())
    Seating.objects.filter(game__match=match, seat="N").delete()
    Lineup.objects.filter(match=match, side="a").first().delete()
    Dispute.objects.create(
        match=match,
        side="a",
        words="no",
        made_by=by,
        settled_at=timezone.now(),
        settled="withdrawn",
    )


def last_hand(match: Match) -> Hand:
    return Hand.objects.filter(game__match=match).exclude(status="undone").order_by("number").last()


LOOKS = {
    "the hand that ends the game": lambda match, by: play(match, by, 162, 162),
    "the last hand undone": lambda match, by: undo_hand(match, hand_id=last_hand(match).pk, by=by),
    "a hand corrected": lambda match, by: correct_hand(
        last_hand(match), sheet(91, dealer=last_hand(match).dealer), revision=1, by=by
    ),
    "a forfeit": lambda match, by: record_forfeit(match, who="a", reason="storm", by=by),
}


@pytest.mark.parametrize("looks", LOOKS.values(), ids=LOOKS)
def test_what_changed_beside_hands_is_kept_with_the_next_entry_that_looks(
    looks: Callable[[Match, User], Any], match: Match, organizer: User
) -> None:
    change_everything(match, organizer)
    play(match, organizer, 96)
    assert not kept_whole(match)
    looks(match, organizer)
    assert kept_whole(match)


def test_a_hand_of_a_game_that_goes_on_is_whole_in_the_log(match: Match, scorekeeper: User) -> None:
    for written in (sheet(90, dealer="E", run="E", bella="S"), sheet(100, dealer="S")):
        number = last_hand(match).number + 1
        record_hand(match, written, client_id=uuid4(), game=1, number=number, by=scorekeeper)
        assert kept_whole(match)


def test_a_hand_of_a_competition_that_the_log_does_not_know_brings_all_of_it(
    make_match: Make, make_player: Make, scorekeeper: User
) -> None:
    match = make_match()
    game = Game.objects.create(match=match, number=1, first_dealer="W")
    people = Lineup.objects.filter(match=match).order_by("side", "id")
    for seat, person in zip("NSEW", people, strict=True):
        Seating.objects.create(game=game, seat=seat, player=person.player)
    play(match, scorekeeper, 96)
    assert kept_whole(match)


def test_a_hand_is_recorded_in_nine_statements_and_one_commit(
    match: Match, scorekeeper: User
) -> None:
    written = sheet(90, dealer="E")
    with CaptureQueriesContext(connection) as captured:
        record_hand(match, written, client_id=uuid4(), game=1, number=3, by=scorekeeper)
    said = [one["sql"] for one in captured.captured_queries if "SAVEPOINT" not in one["sql"]]
    assert len(said) <= 9, "\n".join(said)
