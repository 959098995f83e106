"""Two people at one sheet in the same moment, on real connections of PostgreSQL."""

from collections.abc import Callable
from functools import partial
from threading import Barrier, Thread
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from league.actions.acceptance import accept_match
from league.actions.corrections import correct_hand, void_hand
from league.actions.errors import ActionError, StaleEdit
from league.actions.hands import record_hand, undo_hand
from league.models import AuditEntry, Hand
from league.queries.matches import load_match, people_of, stamp_of
from tests.league.evenings import begin, figures, play, sheet

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

TIMES = 50


def at_once(*jobs: Callable[[], Any]) -> list[Any]:
    """What each job gave or raised, all started at the same moment on a connection each."""
    barrier = Barrier(len(jobs))
    results: list[Any] = [None] * len(jobs)

    def run(place: int) -> None:
        try:
            connection.ensure_connection()
            barrier.wait(timeout=20)
            results[place] = jobs[place]()
        except Exception as error:
            results[place] = error
        finally:
            connection.close()

    threads = [Thread(target=run, args=(place,)) for place in range(len(jobs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    return results


@pytest.fixture
def match(make_match, scorekeeper):
    match = make_match()
    begin(match, scorekeeper)
    return match


def record(match, by, written, number, client_id=None):
    return record_hand(match, written, client_id=client_id or uuid4(), game=1, number=number, by=by)


def clear(match):
    Hand.objects.all().delete()


def test_two_people_saving_the_same_hand_store_one(match, scorekeeper, organizer):
    for time in range(TIMES):
        one, other = at_once(
            lambda: record(match, scorekeeper, sheet(96), 1),
            lambda: record(match, organizer, sheet(90), 1),
        )
        kinds = sorted([type(one).__name__, type(other).__name__])
        assert kinds == ["Hand", "StaleEdit"]
        stale, stored = (one, other) if isinstance(one, StaleEdit) else (other, one)
        assert stale.stored.pk == stored.pk
        assert list(figures(match)) == [1]
        assert AuditEntry.objects.filter(verb="record_hand").count() == time + 1
        clear(match)


def test_one_client_id_sent_twice_at_once_stores_one_hand(match, scorekeeper):
    for time in range(TIMES):
        client_id = uuid4()
        one, other = at_once(
            lambda same=client_id: record(match, scorekeeper, sheet(96), 1, same),
            lambda same=client_id: record(match, scorekeeper, sheet(96), 1, same),
        )
        assert one.pk == other.pk
        assert Hand.objects.count() == 1
        assert AuditEntry.objects.filter(verb="record_hand").count() == time + 1
        clear(match)


def test_undo_against_save_leaves_one_of_two_whole_sheets(match, scorekeeper, organizer):
    for _time in range(TIMES):
        first, second = play(match, scorekeeper, 96, 90)
        undone, saved = at_once(
            lambda pk=second.pk: undo_hand(match, hand_id=pk, by=scorekeeper),
            lambda: record(match, organizer, sheet(100, dealer="E"), 3),
        )
        if isinstance(saved, Hand):
            assert isinstance(undone, StaleEdit)
            assert list(figures(match)) == [1, 2, 3]
        else:
            assert isinstance(saved, StaleEdit)
            assert isinstance(undone, Hand)
            assert list(figures(match)) == [1]
        assert first.number == 1
        clear(match)


def test_two_corrections_at_once_make_one_and_refuse_the_other(match, scorekeeper, organizer):
    for _time in range(TIMES):
        (hand,) = play(match, scorekeeper, 96)
        results = at_once(
            lambda hand=hand: correct_hand(hand, sheet(90), revision=1, by=scorekeeper),
            lambda hand=hand: correct_hand(hand, sheet(88), revision=1, by=organizer),
        )
        assert sorted(type(result).__name__ for result in results) == ["Hand", "StaleEdit"]
        made = next(result for result in results if isinstance(result, Hand))
        assert figures(match)[1] == ("recorded", made.score_ns, made.score_ew)
        assert Hand.objects.get().revision == 2
        clear(match)


def test_a_correction_against_a_void_leaves_one_of_them(match, scorekeeper, organizer):
    for _time in range(TIMES):
        (hand,) = play(match, scorekeeper, 96)
        results = at_once(
            lambda hand=hand: correct_hand(hand, sheet(90), revision=1, by=scorekeeper),
            lambda hand=hand: void_hand(hand, revision=1, reason="x", by=organizer),
        )
        assert sorted(type(result).__name__ for result in results) == ["Hand", "StaleEdit"]
        assert Hand.objects.get().revision == 2
        clear(match)


def test_two_signatures_at_once_make_one(match, scorekeeper, organizer):
    play(match, scorekeeper, 160, 160, 160, 160)
    stamp = stamp_of(load_match(match))
    one, other = people_of(match)["b"]
    for time in range(TIMES):
        results = at_once(
            lambda: accept_match(match, player_id=one.pk, stamp=stamp, by=scorekeeper),
            lambda: accept_match(match, player_id=other.pk, stamp=stamp, by=organizer),
        )
        assert sorted(results) == [False, True]
        assert AuditEntry.objects.filter(verb="accept_match").count() == time + 1
        match.refresh_from_db()
        signed_first = match.accepted_by == scorekeeper
        assert match.signed_by == (one if signed_first else other)
        match.accepted_at = match.accepted_by = match.signed_by = None
        match.save()


def test_the_signature_against_an_undo_leaves_a_signed_sheet_that_is_over_or_none(
    match, scorekeeper, organizer
):
    for _time in range(TIMES):
        hands = play(match, scorekeeper, 160, 160, 160, 160)
        stamp = stamp_of(load_match(match))
        signer = people_of(match)["b"][0].pk
        signed, undone = at_once(
            partial(accept_match, match, player_id=signer, stamp=stamp, by=organizer),
            lambda pk=hands[-1].pk: undo_hand(match, hand_id=pk, by=scorekeeper),
        )
        match.refresh_from_db()
        view = load_match(match)
        assert view.over == (match.accepted_at is not None)
        assert isinstance(undone, ActionError) if signed is True else isinstance(undone, Hand)
        match.accepted_at = match.accepted_by = match.signed_by = None
        match.save()
        clear(match)
