"""A busy database, one that is away, a full disk: 503 that says what to do; nothing half done."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import psycopg
import psycopg_pool
import pytest
from django.db import IntegrityError, OperationalError, connection, transaction
from django.test import Client

from league.models import AuditEntry, Hand, Match, User
from league.troubles import Trouble, trouble_of
from league.waits import limits_of
from tests.league.evenings import begin, typed
from tests.league.phones import Phone

Make = Callable[..., Any]
HTMX = {"HX-Request": "true"}
LOCKED = "database is locked"


@pytest.fixture
def anne(client_of: Callable[..., Client], scorekeeper: User) -> Client:
    """A scorekeeper's phone."""
    return client_of(scorekeeper, raise_request_exception=False)


@pytest.fixture
def table(make_match: Make, scorekeeper: User) -> Match:
    match = make_match()
    begin(match, scorekeeper)
    return match


@contextmanager
def failing(words: str, error: Callable[[], Exception]) -> Iterator[None]:
    """Whatever statement holds these words fails, as the driver would let it."""

    def refuse(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if words not in sql:
            return execute(sql, params, many, context)
        with connection.wrap_database_errors:
            raise error()

    with connection.execute_wrapper(refuse):
        yield


def locked() -> Exception:
    """What the driver of this database says when a lock is not had."""
    if connection.vendor == "postgresql":
        return psycopg.errors.LockNotAvailable("canceling statement due to lock timeout")
    error = sqlite3.OperationalError(LOCKED)
    error.sqlite_errorcode = sqlite3.SQLITE_BUSY  # type: ignore[misc]
    return error


def full() -> Exception:
    if connection.vendor == "postgresql":
        return psycopg.errors.DiskFull("could not extend file: No space left on device")
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL  # type: ignore[misc]
    return error


def test_a_busy_database_answers_a_page_that_comes_again_by_itself(anne: Client, table: Match):
    with failing('FROM "league_match"', locked):
        answer = anne.get(f"/matches/{table.pk}/")
    assert answer.status_code == 503
    assert answer["Retry-After"] == answer["Refresh"] == "5"
    assert answer["Cache-Control"] == "no-store"
    page = answer.text
    assert "Try again in 5 seconds" in page
    assert "go on with paper" in page
    assert "What you typed" not in page


def test_a_hand_that_did_not_get_through_can_be_sent_again_from_the_page(
    anne: Client, table: Match
):
    sheet = typed(number=1, note='"quoted" & <kept>')
    with failing('INSERT INTO "league_hand"', locked):
        answer = anne.post(f"/matches/{table.pk}/hands/", sheet)
    assert answer.status_code == 503
    assert "Refresh" not in answer
    assert not Hand.objects.exists()
    page = answer.text
    assert "What you typed is still here: send it again." in page
    assert f'action="/matches/{table.pk}/hands/"' in page
    for name, value in sheet.items():
        assert f'name="{name}"' in page
        assert str(value) in page or name == "note"
    assert "&quot;quoted&quot; &amp; &lt;kept&gt;" in page
    assert anne.post(f"/matches/{table.pk}/hands/", sheet).status_code == 302
    assert Hand.objects.get().note == sheet["note"]


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (locked, "The site is very busy, or starting again. Try again in 5 seconds."),
        (full, "The server’s disk is full: nothing more is stored."),
    ],
)
def test_a_part_of_a_page_gets_a_sentence_and_no_page(
    anne: Client, table: Match, error: Callable[[], Exception], said: str
):
    before = AuditEntry.objects.count()
    with failing('INSERT INTO "league_auditentry"', error):
        answer = anne.post(f"/matches/{table.pk}/hands/", typed(), headers=HTMX)
    assert answer.status_code == 503
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.text.startswith(said)
    assert answer.text.endswith("What you typed is still here.")
    assert (Hand.objects.count(), AuditEntry.objects.count()) == (0, before)


def test_a_full_disk_says_whom_to_tell(anne: Client, table: Match):
    with failing('INSERT INTO "league_hand"', full):
        answer = anne.post(f"/matches/{table.pk}/hands/", typed())
    assert answer.status_code == 503
    assert answer["Retry-After"] == "60"
    for words in ("The server’s disk is full", "Tell the organizer", "Go on with paper meanwhile"):
        assert words in answer.text


@pytest.mark.parametrize("unread", ["django_session", "league_user"])
def test_nobody_is_sent_to_sign_in_because_the_database_is_busy(
    client_of: Callable[..., Client], scorekeeper: User, table: Match, settings: Any, unread: str
):
    settings.SESSION_ENGINE = "league.sessions"
    anne = client_of(scorekeeper, raise_request_exception=False)
    with failing(f'FROM "{unread}"', locked):
        for answer in (
            anne.get(f"/matches/{table.pk}/score/"),
            anne.post(f"/matches/{table.pk}/hands/", typed()),
            anne.post(f"/matches/{table.pk}/hands/", typed(), headers=HTMX),
        ):
            assert answer.status_code == 503
    assert anne.get(f"/matches/{table.pk}/score/").status_code == 200


@pytest.mark.parametrize("statement", ['FROM "league_user"', 'INSERT INTO "league_hand"'])
@pytest.mark.parametrize(("error", "said", "wait"), [(locked, "busy", 5), (full, "full", 60)])
def test_a_phone_that_sends_by_itself_is_told_later_and_why(
    anne: Client, table: Match, statement: str, error: Callable[[], Exception], said: str, wait: int
):
    """Also where the trouble comes before its address is looked up."""
    thing = Phone(anne, table).thing("record", uuid4())
    with failing(statement, error):
        answer = anne.post(f"/matches/{table.pk}/sent/", thing)
    assert answer.status_code == 503
    told = answer.json()
    assert (told["id"], told["answer"], told["wait"]) == (thing["id"], "later", wait)
    assert answer["Retry-After"] == str(wait)
    assert said in told["words"]
    assert told["words"].endswith("The hand stays on this phone.")
    assert not Hand.objects.exists()


def test_a_phone_is_told_later_where_the_program_breaks_and_goes_on_with_other_tables(
    anne: Client, table: Match
):
    """A page for people would be no answer to it, and all that waits would wait for this hand."""
    thing = Phone(anne, table).thing("record", uuid4())
    with failing('FROM "league_match"', lambda: KeyError("a fault of the program")):
        answer = anne.post(f"/matches/{table.pk}/sent/", thing)
    assert answer.status_code == 503
    told = answer.json()
    assert (told["id"], told["answer"], told["wait"]) == (thing["id"], "later", 10)
    assert told["words"].endswith("The hand stays on this phone.")
    assert answer["Retry-After"] == "10"


def test_a_password_is_not_written_into_the_page(client_of: Callable[..., Client], owner: User):
    guest = client_of(None, raise_request_exception=False)
    with failing('FROM "league_user"', locked):
        answer = guest.post("/accounts/login/", {"login": owner.email, "password": "my-secret"})
    assert answer.status_code == 503
    assert "my-secret" not in answer.text
    assert "Go back: what you typed is still in the form" in answer.text


def test_a_fault_of_the_program_stays_one(anne: Client, table: Match):
    def broken() -> Exception:
        return KeyError("a fault of the program")

    with failing('FROM "league_match"', broken):
        answer = anne.get(f"/matches/{table.pk}/")
    assert answer.status_code == 500
    assert "Something broke on our side" in answer.text


@pytest.mark.parametrize(
    ("cause", "trouble"),
    [
        (psycopg.errors.LockNotAvailable(), Trouble.BUSY),
        (psycopg.errors.QueryCanceled(), Trouble.BUSY),
        (psycopg.errors.DeadlockDetected(), Trouble.BUSY),
        (psycopg.errors.AdminShutdown(), Trouble.BUSY),
        (psycopg.errors.CannotConnectNow(), Trouble.BUSY),
        (psycopg.errors.TooManyConnections(), Trouble.BUSY),
        (psycopg.errors.IdleInTransactionSessionTimeout(), Trouble.BUSY),
        (psycopg.OperationalError("server closed the connection unexpectedly"), Trouble.BUSY),
        (psycopg_pool.PoolTimeout("couldn't get a connection after 5.00 sec"), Trouble.BUSY),
        (psycopg.errors.DiskFull(), Trouble.FULL),
        (psycopg.errors.ReadOnlySqlTransaction(), Trouble.FULL),
        (psycopg.errors.UndefinedColumn(), None),
        (psycopg.errors.UniqueViolation(), None),
    ],
    ids=lambda value: type(value).__name__,
)
def test_each_refusal_of_postgresql_is_known(cause: Exception, trouble: Trouble | None):
    kind = IntegrityError if isinstance(cause, psycopg.IntegrityError) else OperationalError
    error = kind("as Django says it")
    error.__cause__ = cause
    assert trouble_of(error) is trouble


def test_a_disk_that_is_full_outside_the_database_is_full_as_well():
    assert trouble_of(OSError(28, "No space left on device")) is Trouble.FULL
    assert trouble_of(FileNotFoundError(2, "No such file")) is None
    assert trouble_of(None) is None


# ----- the real thing, on the database where it can happen -----


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_sqlite_that_may_not_grow_is_a_full_disk(anne: Client, table: Match):
    """It may have no further page; what fits stands, what does not is refused whole."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")  # no page stands empty
        cursor.execute("PRAGMA page_count")
        pages = cursor.fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count = {pages}")
    try:
        answers = []
        for number in range(1, 60):
            sheet = typed(number=number, dealer="WNES"[(number - 1) % 4], note="n" * 190)
            answers.append(anne.post(f"/matches/{table.pk}/hands/", sheet))
            if answers[-1].status_code != 302:
                break
        stored, entries = Hand.objects.count(), AuditEntry.objects.filter(verb="record_hand")
        assert answers[-1].status_code == 503
        assert "The server’s disk is full" in answers[-1].text
        assert stored == len(answers) - 1 == entries.count()
        assert anne.get(f"/matches/{table.pk}/").status_code == 200  # reading goes on
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA max_page_count = 1073741823")
    assert anne.post(f"/matches/{table.pk}/hands/", sheet).status_code == 302


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_sqlite_that_may_only_be_read_says_so(anne: Client, table: Match):
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON")
    try:
        answer = anne.post(f"/matches/{table.pk}/hands/", typed(), headers=HTMX)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA query_only = OFF")
    assert answer.status_code == 503
    assert "disk is full" in answer.text


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_sqlite_that_another_process_writes_to_is_busy(anne: Client, table: Match):
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 20")
    try:
        answer = anne.post(f"/matches/{table.pk}/hands/", typed())
    finally:
        other.close()
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout = 20000")
    assert answer.status_code == 503
    assert "Try again in 5 seconds" in answer.text


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("limit", ["lock_timeout", "statement_timeout"])
def test_postgresql_gives_up_on_a_lock_that_is_not_had(anne: Client, table: Match, limit: str):
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        try:
            with transaction.atomic():
                Match.objects.select_for_update().get(pk=table.pk)
                held.set()
                done.wait(30)
        finally:
            connection.close()

    other = threading.Thread(target=hold)
    other.start()
    assert held.wait(30)
    with connection.cursor() as cursor:
        cursor.execute(f"SET {limit} = 50")
    try:
        answer = anne.post(f"/matches/{table.pk}/hands/", typed())
    finally:
        done.set()
        other.join()
        with connection.cursor() as cursor:
            cursor.execute(f"RESET {limit}")
    assert answer.status_code == 503
    assert not Hand.objects.exists()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_postgresql_that_has_gone_is_busy_and_the_next_request_connects_again(
    anne: Client, table: Match, scorekeeper: User
):
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        own = cursor.fetchone()[0]

    def kill(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if 'INSERT INTO "league_hand"' in sql:
            with psycopg.connect(**_where()) as other:
                other.execute("SELECT pg_terminate_backend(%s)", [own])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(kill):
        answer = anne.post(f"/matches/{table.pk}/hands/", typed())
    assert answer.status_code == 503
    connection.close()  # as Django does when a request ends
    assert not Hand.objects.exists()
    assert anne.post(f"/matches/{table.pk}/hands/", typed()).status_code == 302


def test_the_limits_of_a_server_are_shorter_than_the_patience_of_a_phone():
    assert limits_of({"ENGINE": "django.db.backends.sqlite3"})["timeout"] < 10
    postgres: dict[str, Any] = {"ENGINE": "django.db.backends.postgresql", "OPTIONS": {}}
    limits = limits_of(postgres)["options"]
    assert "lock_timeout=5s" in limits
    assert "statement_timeout=9s" in limits
    postgres["OPTIONS"] = {"options": "-c statement_timeout=30s"}
    assert limits_of(postgres)["options"].endswith("-c statement_timeout=30s")


def _where() -> dict[str, Any]:
    own = connection.settings_dict
    named = {"dbname": own["NAME"], "user": own["USER"], "host": own["HOST"], "port": own["PORT"]}
    return {name: value for name, value in named.items() if value}


def test_a_form_that_was_cut_off_on_its_way_is_not_read(anne: Client, table: Match):
    """The server hands over what came before the line broke, as if it were all."""
    sheet = typed()
    sheet["count_ns"] = sheet.pop("count_ns")  # at the end: 96 would become 9
    body = urlencode(sheet).encode()
    form = {"content_type": "application/x-www-form-urlencoded"}
    cut = {"CONTENT_LENGTH": str(len(body)), "wsgi.input": BytesIO(body[:-1])}
    answer = anne.generic("POST", f"/matches/{table.pk}/hands/", body, **form, **cut)
    assert answer.status_code == 400
    assert "Nothing was saved" in answer.text
    assert not Hand.objects.exists()
    assert anne.generic("POST", f"/matches/{table.pk}/hands/", body, **form).status_code == 302
    assert Hand.objects.get().count_ns == 96
