"""What phones send comes at the wrong moment: a sheet has moved, a game was taken back."""

from uuid import uuid4

import pytest

from league.actions.errors import ActionError
from league.actions.games import take_back_game
from league.actions.moves import move_sheet, stamp_of_two
from league.actions.results import Totals, record_totals
from league.models import Hand, SentHand
from league.queries.matches import load_match
from league.queries.results import stamp_of_totals
from tests.league.evenings import begin, figures
from tests.league.phones import Phone

pytestmark = pytest.mark.django_db


@pytest.fixture
def tables(make_match, organizer):
    first = make_match()
    second = make_match(first.round.stage.competition)
    begin(first, organizer)
    return first, second


@pytest.fixture
def phone(tables, client_of, scorekeeper):
    return Phone(client_of(scorekeeper), tables[0])


def move(tables, by):
    views = [load_match(one) for one in tables]
    stamp = stamp_of_two(*views)
    move_sheet(*tables, turned=False, exchange=True, stamp=stamp, reason="wrong table", by=by)


def test_a_hand_whose_answer_was_lost_is_not_kept_once_more_after_its_sheet_has_moved(
    tables, phone, organizer
):
    thing = phone.thing("record", uuid4())
    phone.send(thing)
    move(tables, organizer)
    told = phone.send(thing)
    assert told["answer"] == "already"
    assert "hand" not in told
    assert not SentHand.objects.exists()
    assert Hand.objects.count() == 1


def test_what_follows_a_hand_whose_sheet_has_moved_does_not_wait_for_ever(tables, phone, organizer):
    hand = uuid4()
    phone.record(1, hand)
    move(tables, organizer)
    begin(tables[0], organizer)
    assert phone.record(2, after=hand)["answer"] == "conflict"
    assert phone.correct(hand, count_ns=100)["answer"] == "conflict"
    assert phone.undo(hand)["answer"] == "conflict"
    assert figures(tables[1]) == {1: ("recorded", 96, 66)}


def test_the_undo_of_a_hand_that_was_there_already_is_in_question_after_its_sheet_has_moved(
    tables, phone, organizer
):
    phone.record()
    mine = uuid4()
    assert phone.record(1, mine)["answer"] == "already"
    move(tables, organizer)
    assert phone.undo(mine)["answer"] == "conflict"
    assert figures(tables[1]) == {1: ("recorded", 96, 66)}


def test_the_undo_of_a_hand_that_a_later_one_has_overtaken_takes_no_other_off(tables, phone):
    """The same figures once more after an undo, and the first of the two comes last."""
    first, second = uuid4(), uuid4()
    thing = phone.thing("record", first)
    undo = phone.thing("undo", first)
    assert phone.record(1, second)["answer"] == "stored"
    assert phone.send(thing)["answer"] == "already"
    told = phone.send(undo)
    assert (told["answer"], "came twice" in told["words"]) == ("conflict", True)
    assert figures(tables[0]) == {1: ("recorded", 96, 66)}


def test_the_undo_of_a_hand_that_the_phone_has_written_anew_since_takes_it_not_off(
    tables, phone, client_of, organizer
):
    """Hand 1 is another's; this phone took it off and wrote the same again, which comes first."""
    hand = uuid4()
    Phone(client_of(organizer), tables[0]).record(1, hand)
    correction = phone.thing("correct", hand, count_ns=100)
    undo = phone.thing("undo", hand)
    assert phone.record()["answer"] == "already"
    assert phone.send(undo)["answer"] == "conflict"
    assert phone.send(correction)["answer"] == "conflict"
    assert figures(tables[0]) == {1: ("recorded", 96, 66)}
    # What it writes from now on is meant so.
    assert phone.undo(hand)["answer"] == "stored"


def test_an_undone_hand_stays_undone_when_its_game_was_taken_back_and_begun_again(
    tables, phone, organizer
):
    thing = phone.thing("record", uuid4())
    phone.send(thing)
    phone.undo(thing["id"])
    take_back_game(tables[0], number=1, by=organizer)
    assert phone.send(thing)["answer"] == "already"
    begin(tables[0], organizer)
    assert phone.send(thing)["answer"] == "already"
    assert phone.undo(thing["id"])["answer"] == "already"
    assert phone.correct(thing["id"])["answer"] == "conflict"
    assert figures(tables[0]) == {}


def test_an_undone_hand_stays_undone_when_totals_took_its_game_and_went(tables, phone, organizer):
    match = tables[0]
    thing = phone.thing("record", uuid4())
    phone.send(thing)
    phone.undo(thing["id"])
    for totals in ([Totals(number=1, a=510, b=300)], []):
        stamp = stamp_of_totals(load_match(match))
        record_totals(match, totals, stamp=stamp, reason="wrong table", by=organizer)
    begin(match, organizer)
    assert phone.send(thing)["answer"] == "already"
    assert figures(match) == {}


def test_of_two_corrections_in_question_the_one_made_last_stands_though_it_comes_first(
    tables, phone, client_of, scorekeeper
):
    other, hand = Phone(client_of(scorekeeper), tables[0]), uuid4()
    phone.record(1, hand)
    for base in (1, 2):
        assert other.correct(hand, base=base, count_ns=80 + base)["answer"] == "stored"
    things = [phone.thing("correct", hand, base=base, count_ns=100 + base) for base in (1, 2)]
    for thing in reversed(things):
        assert phone.send(thing)["answer"] == "conflict"
    assert SentHand.objects.get(outcome="kept", within=None).fields["count_ns"] == "102"


def test_a_sheet_with_a_hand_in_question_stays_until_that_is_settled(
    tables, phone, client_of, scorekeeper, organizer
):
    """At another table it could only be dropped."""
    phone.record()
    question = Phone(client_of(scorekeeper), tables[0]).record(1, uuid4(), count_ns=110)

    def move():
        stamp = stamp_of_two(*map(load_match, tables))
        move_sheet(
            *tables, turned=False, exchange=False, stamp=stamp, reason="table 2", by=organizer
        )

    with pytest.raises(ActionError, match="In question"):
        move()
    phone.client.post(question["address"], {"step": "drop", "seen": 0})
    move()
    assert figures(tables[1]) == {1: ("recorded", 96, 66)}
