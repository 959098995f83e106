"""What phones send in the same moment, on real connections of PostgreSQL."""

from dataclasses import replace
from uuid import UUID, uuid4

import pytest

from league.actions.errors import StaleEdit
from league.actions.sent_hands import Taken, take_sent
from league.actions.settled_hands import let_go, use_as_next, use_in_place
from league.models import AuditEntry, Hand, SentHand
from league.queries.sent_hands import Sent
from tests.league.actions.test_hand_races import at_once
from tests.league.evenings import begin, figures, play, sheet

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

TIMES = 8


@pytest.fixture
def match(make_match, scorekeeper):
    match = make_match()
    begin(match, scorekeeper)
    return match


def thing(kind, hand, ns=96, *, number=1, base=0, phone=None) -> Sent:
    return Sent(
        id=hand if kind == "record" else uuid4(),
        kind=kind,
        phone=phone or UUID(int=7),
        seq=1,
        hand=hand,
        after=None,
        base=base,
        game=1,
        number=number,
        sheet=None if kind == "undo" else sheet(ns),
        fields={"count_ns": str(ns)},
    )


def answers(results):
    assert all(isinstance(one, Taken) for one in results), results
    return sorted(one.answer for one in results)


def clear():
    SentHand.objects.all().delete()
    Hand.objects.all().delete()


def test_one_thing_sent_twice_at_once_is_done_once(match, scorekeeper):
    for _time in range(TIMES):
        (hand,) = play(match, scorekeeper, 96)
        for kind, base in (("record", 0), ("correct", 1), ("undo", 2)):
            sent = thing(kind, uuid4() if kind == "record" else hand.client_id, 100, base=base)
            if kind == "record":
                sent = thing(kind, sent.id, 90, number=2)  # dealer out of turn: kept, and once
            expected = {"record": ["conflict"] * 2}.get(kind, ["already", "stored"])
            results = at_once(*[lambda s=sent: take_sent(match, s, by=scorekeeper)] * 2)
            assert answers(results) == expected, kind
            assert SentHand.objects.filter(sent_id=sent.id).count() == 1
        assert figures(match) == {}
        clear()


def test_a_new_hand_sent_twice_at_once_is_stored_once(match, scorekeeper):
    for time in range(TIMES):
        sent = thing("record", uuid4())
        results = at_once(*[lambda s=sent: take_sent(match, s, by=scorekeeper)] * 2)
        assert answers(results) == ["already", "stored"]
        assert AuditEntry.objects.filter(verb="record_hand").count() == time + 1
        clear()


def test_the_same_hand_of_two_phones_at_once_is_one_and_another_is_kept(
    match, scorekeeper, organizer
):
    for _time in range(TIMES):
        one, other, third = uuid4(), uuid4(), uuid4()
        results = at_once(
            lambda i=one: take_sent(match, thing("record", i), by=scorekeeper),
            lambda i=other: take_sent(match, thing("record", i), by=organizer),
            lambda i=third: take_sent(match, thing("record", i, 100), by=organizer),
        )
        assert figures(match)[1] in (("recorded", 96, 66), ("recorded", 100, 62))
        if figures(match)[1][1] == 96:
            assert answers(results) == ["already", "conflict", "stored"]
        else:
            assert answers(results) == ["conflict", "conflict", "stored"]
        assert Hand.objects.count() == 1
        clear()


def test_a_correction_against_an_undo_leaves_one_and_keeps_the_other(match, scorekeeper, organizer):
    for _time in range(TIMES):
        (hand,) = play(match, scorekeeper, 96)
        corrected, undone = at_once(
            lambda h=hand: take_sent(
                match, thing("correct", h.client_id, 90, base=1), by=organizer
            ),
            lambda h=hand: take_sent(
                match, thing("undo", h.client_id, base=1, phone=uuid4()), by=scorekeeper
            ),
        )
        assert answers([corrected, undone]) == ["conflict", "stored"]
        assert SentHand.objects.filter(outcome="kept").count() == 1
        stands = {1: ("recorded", 90, 72)} if corrected.answer == "stored" else {}
        assert figures(match) == stands
        clear()


def test_two_who_settle_at_once_settle_once(match, scorekeeper, organizer):
    for _time in range(TIMES):
        (hand,) = play(match, scorekeeper, 96)
        kept = take_sent(match, thing("record", uuid4(), 100), by=organizer).kept
        ways = [
            lambda k=kept: use_as_next(
                k, sheet(100, dealer="N"), seen=0, game=1, number=2, by=organizer
            ),
            lambda k=kept, h=hand: use_in_place(
                k, sheet(100), seen=0, hand=h, revision=1, reason="x", by=scorekeeper
            ),
            lambda k=kept: let_go(k, seen=0, by=scorekeeper),
        ]
        results = at_once(*ways)
        assert sorted(results) == [False, False, True]
        assert SentHand.objects.get().outcome == ("dropped" if results[2] else "used")
        assert (figures(match)[1][1], len(figures(match))) == (
            (96, 2) if results[0] else (100, 1) if results[1] else (96, 1)
        )
        clear()


def test_a_correction_that_comes_while_its_hand_is_settled_is_never_let_go_unseen(
    match, scorekeeper, organizer
):
    for _time in range(TIMES):
        play(match, scorekeeper, 96)
        sent = thing("record", uuid4(), 100)
        kept = take_sent(match, sent, by=organizer).kept
        correction = thing("correct", sent.id, 90, base=1)
        gone, told = at_once(
            lambda k=kept: let_go(k, seen=0, by=scorekeeper),
            lambda c=correction: take_sent(match, c, by=organizer),
        )
        assert told.answer == "conflict"
        first = SentHand.objects.get(sent_id=sent.id)
        later = SentHand.objects.get(sent_id=correction.id)
        if isinstance(gone, StaleEdit):  # it came first: whoever settles looks again
            assert (first.outcome, later.within_id, later.outcome) == ("kept", first.pk, "kept")
        else:
            assert (gone, first.outcome) == (True, "dropped")
            assert (later.within_id, later.outcome) == (None, "kept")
        clear()


def test_a_game_that_two_phones_begin_at_once_begins_once(
    make_competition, make_match, scorekeeper
):
    play_of = {"mode": "hands", "hands": 1, "minutes": None}
    match = make_match(make_competition(entries=2, match_play=play_of), best_of=3)
    begin(match, scorekeeper)
    play(match, scorekeeper, 96)
    for _time in range(TIMES):
        first, other = (
            replace(
                thing("record", uuid4(), phone=UUID(int=phone)),
                game=2,
                begins=dealer,
                sheet=sheet(96, dealer=dealer),
            )
            for phone, dealer in ((7, "S"), (8, "E"))
        )
        results = at_once(
            lambda s=first: take_sent(match, s, by=scorekeeper),
            lambda s=other: take_sent(match, s, by=scorekeeper),
        )
        assert answers(results) == ["conflict", "stored"]
        begun = match.games.get(number=2)
        assert begun.hands.get().dealer == begun.first_dealer
        SentHand.objects.all().delete()
        begun.delete()
