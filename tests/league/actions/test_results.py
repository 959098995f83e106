"""What an action refuses even when a page would have offered it a moment ago."""

from collections.abc import Callable
from uuid import uuid4

import pytest

from league.actions.errors import ActionError
from league.actions.results import Totals, record_totals
from league.models import Game, Hand, Match, User


def test_a_hand_that_came_in_meanwhile_keeps_totals_off_its_game(
    make_match: Callable[..., Match], organizer: User
) -> None:
    match = make_match()
    game = Game.objects.create(match=match, number=1, first_dealer="W")
    Hand.objects.create(
        game=game, number=1, client_id=uuid4(), trump="S", dealer="W", caller="N", count_ns=96,
        count_ew=66, verdict="made", total=162, score_ns=96, score_ew=66,
    )  # fmt: skip
    with pytest.raises(ActionError) as caught:
        record_totals(match, [Totals(number=1, a=512, b=340)], stamp="", by=organizer)
    assert caught.value.field == "a1"
    assert caught.value.message == ("Game 1 has 1 hand on its sheet: its totals come from them.")
    game.refresh_from_db()
    assert game.total_a is None


def test_a_game_that_was_seated_may_still_get_totals(
    make_match: Callable[..., Match], organizer: User
) -> None:
    match = make_match()
    Game.objects.create(match=match, number=1, first_dealer="W")
    record_totals(match, [Totals(number=1, a=512, b=340)], stamp="", by=organizer)
    assert Game.objects.get().total_a == 512
