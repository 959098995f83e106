"""Two organizers rule in the same moment, on real connections of PostgreSQL."""

import pytest

from league.actions.rulings import take_ruling_back
from league.models import Adjustment, Hand, Ruling
from tests.league.actions.test_hand_races import at_once
from tests.league.actions.test_rulings import penalty, rule
from tests.league.evenings import begin, play

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

TIMES = 20


def test_two_rulings_at_once_are_one_and_the_second_is_told(
    make_match, scorekeeper, organizer, owner
):
    match = make_match()
    begin(match, scorekeeper)
    (hand,) = play(match, scorekeeper, 96)
    for _time in range(TIMES):
        revision = Hand.objects.get(pk=hand.pk).revision
        answers = at_once(
            lambda r=revision: rule(hand, organizer, revision=r, penalty=penalty(match.entry_a)),
            lambda r=revision: rule(
                hand, owner, found="wrong", revision=r, penalty=penalty(match.entry_b)
            ),
        )
        assert sorted(type(one).__name__ for one in answers) == ["Ruling", "StaleEdit"]
        ruling = Ruling.objects.get(ended_at=None)
        assert Adjustment.objects.filter(removed_at=None).count() == 1
        stored = Hand.objects.get(pk=hand.pk)
        assert (stored.score_ns == 162) == (ruling.found == "upheld")
        done = at_once(
            lambda one=ruling: take_ruling_back(one, reason="x", by=organizer),
            lambda one=ruling: take_ruling_back(one, reason="y", by=owner),
        )
        assert sorted(map(str, done)) == ["False", "True"]
    stored = Hand.objects.get(pk=hand.pk)
    assert (stored.score_ns, stored.score_ew) == (96, 66)
