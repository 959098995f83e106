"""Two organizers at the links of one round in the same moment, on real connections."""

from functools import partial

import pytest
from django.utils import timezone

from league.actions.links import (
    make_night_links,
    make_round_links,
    open_link,
    revoke_all_links,
)
from league.actions.rounds import close_round
from league.models import AuditEntry, TableLink
from league.queries.links import is_live, link_with, secret_of
from tests.league.actions.test_hand_races import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

TIMES = 20


@pytest.fixture
def night(make_competition, make_round, make_match):
    league = make_competition(entries=6)
    found = make_round(league)
    for _table in range(3):
        make_match(league, round=found)
    return found


def test_two_people_making_the_links_of_one_round_make_one_for_each_table(night, organizer, owner):
    for _time in range(TIMES):
        made = at_once(
            partial(make_round_links, night, by=organizer),
            partial(make_round_links, night, by=owner),
        )
        assert sorted(made) == [0, 3]
        live = TableLink.objects.filter(revoked_at=None)
        assert sorted(live.values_list("table", flat=True)) == [1, 2, 3]
        assert all(link_with(secret_of(link)) == link for link in live)
        assert AuditEntry.objects.filter(verb="make_links").count() == _time + 1
        revoke_all_links(night.stage.competition, by=owner)


def test_two_people_making_an_evening_make_one_link_a_table(night, organizer, owner):
    league, today = night.stage.competition, timezone.localdate()
    for _time in range(TIMES):
        made = at_once(
            partial(make_night_links, league, night=today, tables=2, by=organizer),
            partial(make_night_links, league, night=today, tables=4, by=owner),
        )
        assert sum(made) == 4
        assert TableLink.objects.filter(revoked_at=None).count() == 4
        revoke_all_links(league, by=owner)


def test_a_link_revoked_while_it_is_opened_ends_either_way(night, organizer):
    for _time in range(TIMES):
        make_round_links(night, by=organizer)
        link = TableLink.objects.get(revoked_at=None, table=1)
        opened, ended = at_once(
            partial(open_link, link),
            partial(revoke_all_links, night.stage.competition, by=organizer),
        )
        assert opened in (True, False)
        assert ended == 3
        link.refresh_from_db()
        assert not is_live(link)
        assert not open_link(link)


def test_links_made_while_the_round_is_closed_open_nothing(night, organizer, owner):
    made, closed = at_once(
        partial(make_round_links, night, by=organizer),
        partial(close_round, night, with_missing=True, by=owner),
    )
    assert closed is None
    assert made == 3 or "closed" in str(made)
    assert not any(link_with(secret_of(link)) for link in TableLink.objects.all())
