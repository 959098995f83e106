"""Two answers to one sheet in the same moment, on real connections of PostgreSQL."""

import pytest

from league.actions.acceptance import take_back_match
from league.actions.disputes import dispute_match, settle_dispute
from league.actions.errors import ActionError
from league.models import AuditEntry, Dispute, Match
from league.queries.matches import load_match
from tests.league.actions.test_hand_races import at_once
from tests.league.answers import accept, ask, hand_in, written

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

TIMES = 25


@pytest.fixture
def match(make_match):
    match = written(make_match())
    ask(match, acceptance="other")
    return match


def clear():
    Dispute.objects.all().delete()
    Match.objects.update(
        accepted_at=None,
        accepted_by=None,
        signed_by=None,
        submitted_at=None,
        submitted_side=None,
        submitted_by=None,
    )


def count(verb):
    return AuditEntry.objects.filter(verb=verb).count()


def test_two_sides_handing_in_at_once_leave_one_report(match, scorekeeper, organizer):
    for time in range(1, TIMES + 1):
        results = at_once(
            lambda: hand_in(match, scorekeeper, "a"), lambda: hand_in(match, organizer, "b")
        )
        assert sorted(results) == [False, True]
        assert Match.objects.get().submitted_side == ("a" if results[0] else "b")
        assert count("submit_match") == time
        clear()


def test_two_confirmations_at_once_make_exactly_one(match, scorekeeper, organizer):
    for time in range(1, TIMES + 1):
        hand_in(match, scorekeeper)
        results = at_once(
            lambda: accept(match, scorekeeper, place=0), lambda: accept(match, organizer, place=1)
        )
        assert sorted(results) == [False, True]
        assert Match.objects.get().accepted_by == (scorekeeper if results[0] else organizer)
        assert count("accept_match") == time
        clear()


def test_accepted_and_disputed_at_once_it_is_disputed_and_counts_for_nobody(
    match, scorekeeper, organizer
):
    for _time in range(TIMES):
        hand_in(match, scorekeeper)
        accepted, disputed = at_once(
            lambda: accept(match, scorekeeper),
            lambda: dispute_match(match, side="b", words="Not ours", by=organizer),
        )
        assert disputed is True
        # Accepted first, it may still be disputed until it is final; disputed first, never.
        assert accepted is True or isinstance(accepted, ActionError)
        assert (Match.objects.get().accepted_at is not None) == (accepted is True)
        assert not load_match(match).counts
        clear()


def test_taken_back_and_accepted_at_once_one_of_them_happens(match, scorekeeper, organizer):
    for _time in range(TIMES):
        hand_in(match, scorekeeper)
        taken, accepted = at_once(
            lambda: take_back_match(match, by=scorekeeper), lambda: accept(match, scorekeeper)
        )
        now = Match.objects.get()
        if taken is True:
            assert isinstance(accepted, ActionError)
            assert (now.submitted_at, now.accepted_at) == (None, None)
        else:
            assert isinstance(taken, ActionError)
            assert accepted is True
            assert now.accepted_at is not None
        clear()


def test_settled_twice_at_once_it_is_settled_once(match, scorekeeper, organizer, owner):
    for time in range(1, TIMES + 1):
        hand_in(match, scorekeeper)
        dispute_match(match, side="b", words="Not ours", by=scorekeeper)
        results = at_once(
            lambda: settle_dispute(match, how="stands", words="one", by=organizer),
            lambda: settle_dispute(match, how="corrected", words="other", by=owner),
        )
        assert sorted(results) == [False, True]
        assert Dispute.objects.get().settled == ("stands" if results[0] else "corrected")
        assert count("settle_dispute") == time
        clear()
