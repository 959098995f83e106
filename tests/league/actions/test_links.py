"""Table links: one for a table, kept nowhere, ended with its round or by hand."""

from datetime import datetime, timedelta

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.test import override_settings
from django.utils import timezone

from league.actions.deletions import restore_deletion
from league.actions.errors import ActionError
from league.actions.links import (
    make_match_link,
    make_night_links,
    make_round_links,
    open_link,
    revoke_all_links,
    revoke_link,
    revoke_round_links,
)
from league.actions.next_rounds import delete_round, draw_next_round
from league.actions.postponements import postpone_match
from league.actions.rounds import close_round, edit_round, publish_rounds, reopen_round
from league.actions.stages import StagePlan, add_stage
from league.models import AuditEntry, Competition, Deletion, Match, Round, TableLink
from league.queries.links import (
    digest_of,
    ends_at,
    is_live,
    lines_of,
    link_with,
    match_ends_at,
    opened_by,
    secret_of,
)
from league.queries.scorers import match_at_table


@pytest.fixture
def night(make_competition, make_round, make_match) -> Round:
    """A round of two tables."""
    league = make_competition(entries=4)
    found = make_round(league)
    make_match(league, round=found)
    make_match(league, round=found)
    return found


def tables(found: Round) -> list[tuple[int | None, int | None]]:
    return [
        (link.round_id, link.table) for link in TableLink.objects.all() if link.round_id == found.pk
    ]


def test_each_table_of_a_round_gets_one_link_however_often_they_are_made(night, organizer):
    assert make_round_links(night, by=organizer) == 2
    assert make_round_links(night, by=organizer) == 0
    assert tables(night) == [(night.pk, 1), (night.pk, 2)]
    assert AuditEntry.objects.filter(verb="make_links").count() == 1


def test_the_secret_is_stored_nowhere_and_the_same_each_time(night, organizer):
    make_round_links(night, by=organizer)
    one, other = TableLink.objects.all()
    secret = secret_of(one)
    assert secret == secret_of(TableLink.objects.get(pk=one.pk)) != secret_of(other)
    assert len(secret) == 26  # 128 bits, five a letter
    assert one.digest == digest_of(secret)
    kept = str([*TableLink.objects.values_list(), *AuditEntry.objects.values_list()])
    assert secret not in kept
    assert link_with(secret) == one


def test_with_another_key_of_the_site_old_links_are_dead_and_new_ones_are_made(night, organizer):
    make_round_links(night, by=organizer)
    secret = secret_of(TableLink.objects.first())
    with override_settings(SECRET_KEY="another-key" * 5):
        assert link_with(secret) is None
        assert make_round_links(night, by=organizer) == 2
        assert link_with(secret_of(TableLink.objects.last())) is not None


@pytest.mark.parametrize("state", ["draft", "closed"])
def test_a_round_that_is_not_on_gets_no_links(night, organizer, state):
    Round.objects.update(state=state)
    with pytest.raises(ActionError, match=state):
        make_round_links(night, by=organizer)
    with pytest.raises(ActionError, match=state):
        make_match_link(night.matches.first(), by=organizer)
    assert not TableLink.objects.exists()


def test_a_link_dies_when_its_round_is_closed(night, organizer):
    make_round_links(night, by=organizer)
    link = TableLink.objects.first()
    match = night.matches.first()
    assert match_at_table(AnonymousUser(), [link.pk], match.pk)[1].by == link
    close_round(night, with_missing=True, by=organizer)
    assert link_with(secret_of(link)) is None
    with pytest.raises(Http404):
        match_at_table(AnonymousUser(), [link.pk], match.pk)
    reopen_round(night, by=organizer)  # for a sheet that came late
    assert link_with(secret_of(link)) == link


def test_a_link_ends_at_noon_of_the_day_after_its_night(make_competition, make_round, make_match):
    league = make_competition(entries=2)
    start = timezone.make_aware(datetime(2026, 10, 20, 19, 30))
    with time_machine.travel(start - timedelta(days=5)):
        found = make_round(league, starts_at=start)
        match = make_match(league, round=found)
        make_round_links(found, by=None)
        link = TableLink.objects.get()
        assert timezone.localtime(link.expires_at) == timezone.make_aware(
            datetime(2026, 10, 21, 12)
        )
    with time_machine.travel(link.expires_at - timedelta(seconds=1)):
        assert link_with(secret_of(link)) == link
    with time_machine.travel(link.expires_at):
        assert link_with(secret_of(link)) is None
        # What has run out is made anew, with another secret: a stale sheet opens nothing again.
        assert make_round_links(found, by=None) == 1
        assert link_with(secret_of(link)) is None
    assert match_ends_at(match) == ends_at(start.date())


def test_a_link_goes_with_its_round_to_another_day(night, organizer):
    make_round_links(night, by=organizer)
    later = timezone.now() + timedelta(days=9)
    edit_round(night, name="", starts_at=later, by=organizer)
    assert {link.expires_at for link in TableLink.objects.all()} == {
        ends_at(timezone.localdate(later))
    }


def test_a_match_that_is_put_off_keeps_its_own_link_to_its_day(night, organizer):
    match = night.matches.first()
    make_match_link(match, by=organizer)
    later = timezone.now() + timedelta(days=9)
    postpone_match(match, starts_at=later, reason="snow", by=organizer)
    close_round(night, with_missing=True, by=organizer)
    link = TableLink.objects.get()
    assert link.expires_at == ends_at(timezone.localdate(later))
    with time_machine.travel(later):
        assert link_with(secret_of(link)) == link


def test_an_evenings_link_opens_its_table_round_after_round(night, organizer, make_round,
                                                            make_match):  # fmt: skip
    league = night.stage.competition
    assert make_night_links(league, night=timezone.localdate(), tables=2, by=organizer) == 2
    assert make_night_links(league, night=timezone.localdate(), tables=3, by=organizer) == 1
    link = TableLink.objects.get(table=2)
    assert [view.match for view in opened_by(link)] == [night.matches.get(table=2)]
    close_round(night, with_missing=True, by=organizer)
    assert opened_by(link) == []
    assert link_with(secret_of(link)) == link  # between two rounds it still is the table's
    second = make_round(league, number=2, starts_at=None)  # drawn without a time: played now
    for _table in range(2):
        make_match(league, round=second)
    assert [view.match for view in opened_by(link)] == [second.matches.get(table=2)]
    third = make_round(league, number=3, starts_at=timezone.now() + timedelta(days=7))
    make_match(league, round=third, table=2)
    assert [view.match.round for view in opened_by(link)] == [second]
    put_off = second.matches.get(table=2)
    Match.objects.filter(pk=put_off.pk).update(postponed=True)
    assert opened_by(link) == []


def test_an_evening_that_has_gone_by_or_a_hall_without_end_is_refused(night, organizer):
    league = night.stage.competition
    yesterday = timezone.localdate() - timedelta(days=1)
    for day, many in ((yesterday, 3), (timezone.localdate(), 401), (timezone.localdate(), 0)):
        with pytest.raises(ActionError):
            make_night_links(league, night=day, tables=many, by=organizer)


def test_links_are_revoked_one_by_one_by_round_and_all_at_once(night, organizer):
    league = night.stage.competition
    match = night.matches.first()
    make_round_links(night, by=organizer)
    make_match_link(match, by=organizer)
    make_night_links(league, night=timezone.localdate(), tables=2, by=organizer)
    one = TableLink.objects.first()
    assert revoke_link(one, by=organizer)
    assert not revoke_link(one, by=organizer)  # a second tap
    assert revoke_round_links(night, by=organizer) == 2
    assert revoke_all_links(league, by=organizer) == 2
    assert revoke_all_links(league, by=organizer) == 0
    assert not any(map(is_live, TableLink.objects.all()))
    said = AuditEntry.objects.filter(verb="revoke_links").order_by("pk")
    assert [len(entry.before["links"]) for entry in said] == [1, 2, 2]
    assert make_round_links(night, by=organizer) == 2


def test_revoked_while_somebody_opens_it_the_link_is_dead(night, organizer):
    make_round_links(night, by=organizer)
    link = link_with(secret_of(TableLink.objects.first()))
    revoke_all_links(night.stage.competition, by=organizer)
    assert not open_link(link)
    Competition.objects.update(state="finished")
    assert not open_link(link)
    assert not AuditEntry.objects.filter(verb="open_link").exists()


def test_the_lines_of_a_round_say_which_link_opens_each_table_and_when_it_was_used(
    night, organizer, django_assert_max_num_queries
):
    first, second = night.matches.order_by("table")
    make_match_link(second, by=organizer)
    link = TableLink.objects.get()
    assert open_link(link)
    with django_assert_max_num_queries(6):
        lines = lines_of(night)
    used = AuditEntry.objects.get(verb="open_link").at
    assert [(line.match, line.link, line.last_used) for line in lines] == [
        (first, None, None),
        (second, link, used),
    ]
    assert AuditEntry.objects.get(verb="open_link").link == link


def test_links_go_with_a_deleted_round_and_come_back_with_it(make_competition, organizer):
    league = make_competition(entries=4, state="open", kind="tournament")
    stage = add_stage(league, StagePlan(kind="swiss", rounds=2), by=organizer)
    found = draw_next_round(stage, number=1, by=organizer)
    publish_rounds(league, [found], by=organizer)
    make_round_links(found, by=organizer)
    secret = secret_of(TableLink.objects.first())
    assert open_link(link_with(secret))
    delete_round(found, reason="wrong night", by=organizer)
    assert link_with(secret) is None
    restore_deletion(Deletion.objects.get(), by=organizer)
    link = link_with(secret)
    assert AuditEntry.objects.get(verb="open_link").link == link
