"""Two people key the same paper sheet in the same moment, on real connections of PostgreSQL."""

from uuid import uuid4

import pytest

from league.actions.errors import StaleEdit
from league.actions.keyed_sheets import KeyedHand, KeyedStart, key_sheet
from league.models import AuditEntry, Game, Hand, Seating
from league.queries.matches import people_of
from tests.league.actions.test_hand_races import at_once
from tests.league.evenings import figures, sheet

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

TIMES = 10
DEALERS = "WNES"


@pytest.fixture
def match(make_match):
    return make_match()


@pytest.fixture
def key(match):
    """key(by, counts...) keys the whole game: its start, then a hand a count."""
    people = people_of(match)
    seats = dict(zip("NSEW", [p.pk for p in people["a"] + people["b"]], strict=True))

    def make(by, *counts):
        hands = [
            KeyedHand(number, sheet(count, dealer=DEALERS[(number - 1) % 4]), uuid4())
            for number, count in enumerate(counts, 1)
        ]
        return key_sheet(match, hands, game=1, start=KeyedStart(seats, "W"), by=by)

    return make


def clear():
    for model in (Hand, Seating, Game):
        model.objects.all().delete()


def test_the_same_sheet_keyed_twice_at_once_is_stored_once(match, key, scorekeeper, organizer):
    for time in range(1, TIMES + 1):
        both = at_once(lambda: key(scorekeeper, 96, 90, 101), lambda: key(organizer, 96, 90, 101))
        assert sorted(map(len, both)) == [0, 3]
        assert {number: ns for number, (_s, ns, _e) in figures(match).items()} == {
            1: 96,
            2: 90,
            3: 101,
        }
        assert AuditEntry.objects.filter(verb="record_hand").count() == 3 * time
        assert AuditEntry.objects.filter(verb="start_game").count() == time
        clear()


def test_of_two_readings_of_one_sheet_one_is_stored_whole_and_the_other_is_told(
    match, key, scorekeeper, organizer
):
    for _time in range(TIMES):
        both = at_once(
            lambda: key(scorekeeper, 96, 90, 101), lambda: key(organizer, 96, 99, 101, 88)
        )
        told = next(one for one in both if isinstance(one, StaleEdit))
        stored = next(one for one in both if isinstance(one, list))
        assert told.stored.number == 2
        wanted = [96, 90, 101] if len(stored) == 3 else [96, 99, 101, 88]
        assert [ns for _status, ns, _ew in figures(match).values()] == wanted
        clear()


def test_two_who_go_on_with_one_sheet_at_once_leave_every_hand_there_once(
    match, key, scorekeeper, organizer
):
    for _time in range(TIMES):
        key(scorekeeper, 96)
        both = at_once(lambda: key(scorekeeper, 96, 90), lambda: key(organizer, 96, 90, 101))
        assert all(isinstance(one, list) for one in both), both
        assert list(figures(match)) == [1, 2, 3]
        clear()
