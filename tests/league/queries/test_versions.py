"""A competition's version rises with whatever its pages show, and with nothing else."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.actions.acceptance import accept_match, submit_match
from league.actions.boards import hold_board
from league.actions.hidden_names import hide_name
from league.actions.postponements import postpone_match
from league.actions.rounds import edit_round
from league.models import Competition, Round
from league.queries.deadlines import deadlines_of
from league.queries.matches import load_match, people_of, stamp_of
from league.queries.versions import (
    around,
    of_partnership,
    version_of,
    versions_of,
    versions_of_match,
)
from tests.league.evenings import begin, play

START = datetime(2026, 11, 28, 23, tzinfo=UTC)


@pytest.fixture
def match(make_competition, make_round, make_match):
    """A match of a night that began at START, with rules for what is late."""
    rules = {"acceptance": "other", "late": "forfeit"}
    found = make_round(make_competition(entries=2, sheets=rules), starts_at=START)
    return make_match(round=found)


def version(match, **later: float) -> str:
    competition = Competition.objects.get(pk=match.round.stage.competition_id)
    return version_of(competition, START + timedelta(**later))


def test_every_write_that_can_be_seen_gives_another_version(match, organizer):
    seen = [version(match)]
    begin(match, organizer)
    seen.append(version(match))
    play(match, organizer, 96)
    seen.append(version(match))
    hide_name(match.entry_a.partnership.first, by=organizer)
    seen.append(version(match))
    hold_board(match.round.stage.competition, facts={}, by=organizer)
    seen.append(version(match))
    assert len(set(seen)) == 5
    assert version(match) == seen[-1]


def test_what_happens_in_another_competition_changes_nothing(match, make_match, organizer):
    before = version(match)
    other = make_match()
    begin(other, organizer)
    play(other, organizer, 96)
    assert version(match) == before


@pytest.mark.parametrize(
    ("fields", "hours"),
    [
        ({}, 48),
        ({}, 72),
        ({"submitted_at": START + timedelta(hours=1), "submitted_side": "a"}, 73),
        ({"submitted_at": START + timedelta(hours=1), "submitted_side": "a"}, 121),
        ({"accepted_at": START + timedelta(hours=2)}, 50),
        ({"starts_at": START + timedelta(hours=5), "postponed": True}, 77),
    ],
)
def test_a_deadline_of_the_clock_gives_another_version(match, fields, hours):
    for name, value in fields.items():
        setattr(match, name, value)
    match.save()
    before = version(match, hours=hours, seconds=-2)
    assert version(match, hours=hours, seconds=-1) == before
    assert version(match, hours=hours) != before


def test_a_deadline_is_news_though_that_of_another_match_went_meanwhile(
    match, make_match, organizer, kept_pages
):
    """On the page of its match, and in the table that goes on from what was read the last time."""
    other = make_match(round=match.round)
    other.starts_at, other.postponed = START - timedelta(hours=1), True
    other.save()
    competition = match.round.stage.competition
    before, at = START + timedelta(hours=71, minutes=30), START + timedelta(hours=72)

    def told(now: datetime) -> tuple[object, ...]:
        return versions_of_match(match.pk, now), around(competition, now)

    seen = told(before)
    later = START + timedelta(days=300)
    postpone_match(other, starts_at=later, reason="snow", by=organizer)
    assert all(now != then for now, then in zip(told(at), seen, strict=True))


def test_a_new_day_gives_another_version_and_a_minute_none(match):
    # Midnight in Glace Bay is 04:00 in UTC.
    assert version(match, hours=4) == version(match, hours=4, minutes=59)
    assert version(match, hours=4, minutes=59) != version(match, hours=5)


def test_the_bell_gives_another_version_when_it_rings(match):
    league = match.round.stage.competition
    league.match_play = {"mode": "bell", "hands": None, "minutes": 25}
    league.save(update_fields=["match_play"])
    clock = {"seconds": 1500, "left": 1500, "started_at": START.isoformat()}
    Round.objects.filter(pk=match.round_id).update(bell=clock)
    # After a quarter of an hour, whoever has not come is told.
    assert version(match, minutes=16) == version(match, minutes=24, seconds=59)
    assert version(match, minutes=24) != version(match, minutes=25)


def test_it_costs_one_statement_once_the_deadlines_are_kept(
    match, kept_pages, django_assert_num_queries
):
    competition = Competition.objects.get(pk=match.round.stage.competition_id)
    first = version_of(competition, START)
    with django_assert_num_queries(1):
        assert version_of(competition, START) == first


def test_after_every_write_the_deadlines_are_those_that_are_read_anew(match, kept_pages, organizer):
    """Of the matches written to since, the times alone are read, and of no other."""
    competition = match.round.stage.competition
    day = timezone.localdate()
    later = timezone.now() + timedelta(hours=5)

    def stamp() -> str:
        return stamp_of(load_match(match))

    signer = people_of(match)["b"][0].pk
    seen = [deadlines_of(competition.pk, 0, day)]
    for do, statements in (
        (lambda: edit_round(match.round, name="", starts_at=later, by=organizer), 3),
        (lambda: begin(match, organizer), 1),
        (lambda: play(match, organizer, 162, 162, 162, 162), 1),
        (lambda: submit_match(match, side="a", stamp=stamp(), by=organizer), 1),
        (lambda: accept_match(match, player_id=signer, stamp=stamp(), by=organizer), 1),
    ):
        do()
        with CaptureQueriesContext(connection) as captured:
            kept = deadlines_of(competition.pk, 0, day)
        assert len(captured) == statements
        kept_pages.clear()
        assert kept == deadlines_of(competition.pk, 0, day)
        seen.append(kept)
    assert [one == before for before, one in pairwise(seen)] == [False, True, True, False, False]


def test_a_draft_has_no_part_in_the_version_of_those_who_sit_in_it(make_competition, make_match):
    """Nor any hint of one: whose page shows nothing of it has no other version for it."""
    match = make_match(make_competition(entries=2))
    pair = match.entry_a.partnership
    shown = versions_of(of_partnership, pair.pk, timezone.now())
    Round.objects.filter(pk=match.round_id).update(state=Round.State.DRAFT)
    drafted = versions_of(of_partnership, pair.pk, timezone.now())
    nobody = versions_of(of_partnership, pair.pk + 1000, timezone.now())
    assert shown != drafted == nobody
