"""On PostgreSQL the program serves under a role that can add to the log and never change it."""

from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import ProgrammingError, connection, transaction

from league.actions.journal import blank_texts
from league.actions.players import add_player
from league.models import AuditEntry, Club, User

ENTRY, TEXT = "league_auditentry", "league_audittext"


@pytest.mark.sqlite
def test_a_sqlite_file_has_no_roles(db: None) -> None:
    with pytest.raises(CommandError, match="Only PostgreSQL"):
        call_command("grant_serving", "serving")


@pytest.fixture
def serving(club: Club, organizer: User) -> str:
    """A role that serves; the connection of the test speaks as it from here on."""
    add_player(club, name="Ned Landry", by=organizer)
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE serving LOGIN")
        call_command("grant_serving", "serving", stdout=StringIO())
        cursor.execute("SET LOCAL ROLE serving")
    return "serving"


@pytest.mark.postgres
@pytest.mark.parametrize(
    "statement",
    [
        f"UPDATE {ENTRY} SET verb = 'x'",
        f"DELETE FROM {ENTRY}",
        f"TRUNCATE {ENTRY} CASCADE",
        f"DELETE FROM {TEXT}",
        f"UPDATE {TEXT} SET entry_id = 1",
        f"DROP TRIGGER {ENTRY}_no_update ON {ENTRY}",
        f"ALTER TABLE {ENTRY} DISABLE TRIGGER ALL",
        f"DROP TABLE {TEXT}",
        "CREATE TABLE own (id int)",
    ],
)
def test_who_serves_cannot_change_the_log(serving: str, statement: str) -> None:
    refused = pytest.raises(ProgrammingError, match=r"permission denied|must be owner")
    with refused, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.postgres
def test_who_serves_does_everything_else(
    serving: str, club: Club, organizer: User, client_of: Callable[..., object]
) -> None:
    add_player(club, name="Joe Boudreau", by=organizer)
    assert AuditEntry.objects.filter(chain=f"club:{club.pk}").count() == 2
    assert blank_texts([AuditEntry.objects.latest("number").pk]) == 0


@pytest.mark.postgres
def test_a_role_that_is_not_there_or_may_do_everything_is_refused(db: None) -> None:
    with pytest.raises(CommandError, match="no role nobody_there"):
        call_command("grant_serving", "nobody_there")
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE chief SUPERUSER")
    with pytest.raises(CommandError, match="superuser"):
        call_command("grant_serving", "chief")


@pytest.mark.postgres
@pytest.mark.parametrize(
    "more",
    [
        f"ALTER TABLE {ENTRY} OWNER TO serving",
        f"ALTER TABLE {TEXT} OWNER TO serving",
        f"CREATE ROLE keeper ROLE serving; ALTER TABLE {ENTRY} OWNER TO keeper",
        "GRANT pg_write_all_data TO serving",
        f"GRANT TRUNCATE ON {ENTRY} TO PUBLIC",
    ],
)
def test_a_role_that_could_change_the_log_all_the_same_is_refused(db: None, more: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE serving LOGIN")
        cursor.execute(more)
        with pytest.raises(CommandError, match="could still change the log"):
            call_command("grant_serving", "serving")
