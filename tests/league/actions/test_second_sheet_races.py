"""Both sides at the same instant, on real connections of PostgreSQL."""

import pytest

from league.actions.errors import ActionError
from league.actions.second_sheets import begin_sheet
from league.actions.settled_sheets import settle_sheets, take_back_sheet
from league.models import AuditEntry, Dispute, Game, Hand, SecondSheet
from league.queries.matches import load_match
from tests.league.actions.test_hand_races import at_once
from tests.league.actions.test_second_sheets import WON, blind, hand_in, own_game

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

TIMES = 10


def test_both_handing_in_at_the_same_instant_are_compared_once(
    make_competition, make_match, scorekeeper, organizer
):
    for time in range(TIMES):
        match = blind(make_competition, make_match)
        own_game(match, "a", scorekeeper, *WON)
        own_game(match, "b", scorekeeper, *(WON if time % 2 else (160, 84, 100)))
        answers = at_once(
            lambda m=match: hand_in(m, "a", scorekeeper),
            lambda m=match: hand_in(m, "b", organizer),
        )
        assert sorted(answers) == sorted(["in", "equal" if time % 2 else "differ"])
        assert AuditEntry.objects.filter(verb="open_sheets", match=match).count() == 1
        assert Game.objects.filter(match=match).count() == time % 2
        assert Dispute.objects.filter(match=match).count() == 1 - time % 2
        assert load_match(match).counts == bool(time % 2)


def test_two_organizers_who_settle_at_once_make_one_result(
    make_competition, make_match, scorekeeper, organizer, owner
):
    for _time in range(TIMES):
        match = blind(make_competition, make_match)
        own_game(match, "a", scorekeeper, *WON)
        own_game(match, "b", scorekeeper, 160, 84, 100)
        for side in ("a", "b"):
            hand_in(match, side, scorekeeper)
        done = at_once(
            lambda m=match: settle_sheets(m, side="a", words="x", by=organizer),
            lambda m=match: settle_sheets(m, side="b", words="y", by=owner),
        )
        assert sorted(done) == [False, True]
        (stands,) = SecondSheet.objects.filter(match=match, stands=True)
        middle = Hand.objects.get(game__match=match, number=2)
        assert middle.score_ns == (90 if stands.side == "a" else 84)


def test_a_sheet_taken_back_while_the_other_is_handed_in_is_either(
    make_competition, make_match, scorekeeper, organizer
):
    for _time in range(TIMES):
        match = blind(make_competition, make_match)
        for side in ("a", "b"):
            own_game(match, side, scorekeeper, *WON)
        hand_in(match, "a", scorekeeper)
        back, handed = at_once(
            lambda m=match: take_back_sheet(m, side="a", by=scorekeeper),
            lambda m=match: hand_in(m, "b", organizer),
        )
        if handed == "equal":
            assert isinstance(back, ActionError)
            assert load_match(match).counts
        else:
            assert (back, handed) == (True, "in")
            match.refresh_from_db()
            assert match.submitted_side == "b"


def test_two_phones_beginning_one_sheet_have_one_that_writes_it(
    make_competition, make_match, scorekeeper, organizer
):
    for _time in range(TIMES):
        match = blind(make_competition, make_match)
        answers = at_once(
            lambda m=match: begin_sheet(m, side="a", holder="one", by=scorekeeper),
            lambda m=match: begin_sheet(m, side="a", holder="two", by=organizer),
        )
        kinds = sorted(type(one).__name__ for one in answers)
        assert kinds == ["ActionError", "SecondSheet"]
        (winner,) = (one.holder for one in answers if isinstance(one, SecondSheet))
        assert SecondSheet.objects.get(match=match).holder == winner
