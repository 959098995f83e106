"""What raw SQL cannot store of things that phones sent."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from league.models import SentHand

pytestmark = pytest.mark.django_db


@pytest.fixture
def row(make_match, scorekeeper):
    sent_id = uuid4()
    return SentHand.objects.create(
        match=make_match(),
        kind="record",
        sent_id=sent_id,
        client_id=sent_id,
        phone=uuid4(),
        seq=1,
        game=1,
        number=1,
        base=0,
        outcome="kept",
        sent_by=scorekeeper,
    )


def copied(row, **changes):
    """Whether the database takes a copy of the row with a few columns changed."""
    new = uuid4()
    changes = {"sent_id": new, "client_id": new, **changes}
    fields = [field for field in SentHand._meta.concrete_fields if not field.primary_key]
    values = [
        field.get_db_prep_save(changes.get(field.attname, getattr(row, field.attname)), connection)
        for field in fields
    ]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    places = ", ".join(["%s"] * len(fields))
    statement = f"INSERT INTO league_senthand ({columns}) VALUES ({places})"
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement, values)
            connection.check_constraints()
    except IntegrityError:
        return False
    return True


def test_a_row_says_what_can_have_happened(row, make_match, organizer):
    now = timezone.now()
    assert copied(row)
    for changes in (
        {"sent_id": row.sent_id, "client_id": row.sent_id},
        {"kind": "shuffle"},
        {"outcome": "lost"},
        {"outcome": "used"},
        {"outcome": "kept", "settled_at": now},
        {"outcome": "stored", "settled_at": now},
        {"client_id": uuid4()},
        {"within_id": row.pk},
        {"match_id": 10**9},
        {"hand_id": 10**9},
        {"sent_link_id": 1, "sent_by_id": organizer.pk},
        {"number": -1},
    ):
        assert not copied(row, **changes), changes
    for changes in (
        {"outcome": "dropped", "settled_at": now},
        {"outcome": "used", "settled_at": now, "settled_by_id": organizer.pk},
        {"kind": "correct", "client_id": row.sent_id, "within_id": row.pk, "base": 1},
        {"kind": "undo", "client_id": row.sent_id, "outcome": "stored", "base": 2},
    ):
        assert copied(row, **changes), changes
