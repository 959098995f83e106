"""What is stored with SQL made once is what Django itself would store."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import F
from django.forms.models import model_to_dict
from django.test.utils import CaptureQueriesContext

from league.actions.ready_writes import ReadyUpdate, insert
from league.models import AuditEntry, Competition, Hand, LoggedRow
from tests.league.evenings import begin

pytestmark = pytest.mark.django_db


def rows(match: Any, organizer: Any, number: int) -> list[Any]:
    game = match.games.get()
    return [
        Hand(
            game=game, number=number, client_id=uuid4(), dealer="N", trump="NT", count_ns=96,
            claim={"trick": number}, note="100 %s", verdict="made", total=162, score_ns=96,
            score_ew=66, recorded_by=organizer,
        ),
        AuditEntry(
            chain="site", number=number, digest="d", verb="v", subject="s", match=match,
            before=None, after={"a": [1, "%"]}, rows=[],
        ),
        LoggedRow(competition=3, kind="hand", row=number, sheet=True, digest="x"),
    ]  # fmt: skip


def test_a_new_row_is_stored_as_save_stores_it(make_match, organizer):
    match = make_match()
    begin(match, organizer)
    for ours, theirs in zip(rows(match, organizer, 1), rows(match, organizer, 2), strict=True):
        theirs.save(force_insert=True)
        with CaptureQueriesContext(connection) as captured:
            insert(ours)
        assert len(captured) == 1
        assert (ours._state.adding, ours._state.db) == (False, "default")
        stored, like = type(ours).objects.get(pk=ours.pk), type(ours).objects.get(pk=theirs.pk)
        assert model_to_dict(stored) == model_to_dict(ours)
        different = {"id", "number", "row", "client_id", "claim"}
        assert {
            name: value for name, value in model_to_dict(stored).items() if name not in different
        } == {name: value for name, value in model_to_dict(like).items() if name not in different}
    hand = Hand.objects.get(number=1)
    assert (hand.claim, hand.note, hand.recorded_at is None) == ({"trick": 1}, "100 %s", False)


def test_a_row_that_may_not_be_there_takes_the_transaction_with_it(make_match, organizer):
    match = make_match()
    begin(match, organizer)
    with transaction.atomic():
        first, again = (rows(match, organizer, 1)[0] for _time in range(2))
        insert(first)
        with pytest.raises(IntegrityError):
            insert(again)
        with pytest.raises(transaction.TransactionManagementError):
            Hand.objects.exists()
        transaction.set_rollback(True)


def test_an_update_changes_what_it_names_and_says_how_many(make_match):
    league, other = (make_match().round.stage.competition for _each in range(2))
    raise_version = ReadyUpdate(
        lambda pk, version: Competition.objects.filter(pk=pk, version=version),
        version=F("version") + 1,
    )
    was = league.version
    assert raise_version(league.pk, was) == 1
    assert raise_version(league.pk, was) == 0
    assert raise_version(league.pk, was + 1) == 1
    assert Competition.objects.get(pk=league.pk).version == was + 2
    assert Competition.objects.get(pk=other.pk).version == other.version
