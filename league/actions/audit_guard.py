"""The log is only ever added to: the database itself refuses to change or delete an entry.

Triggers hold on both databases, whoever writes. Two things lift them, and put them back in the
same transaction: a restored backup and `manage.py flush`, which replace everything. A text may
be blanked, once, and nothing else.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper

ENTRIES, TEXTS = "league_auditentry", "league_audittext"
SAID = "the log is only ever added to"
KINDS = ("update", "delete")

_BLANKED = """new.id = old.id AND new.entry_id = old.entry_id AND new.reason = ''
    AND new.salt = '' AND {more} = '{{}}' AND new.blanked_at IS NOT NULL"""

_FUNCTION = f"""
CREATE OR REPLACE FUNCTION league_refuse_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '{SAID}' USING ERRCODE = 'integrity_constraint_violation';
END $$
"""


def put_guard(connection: BaseDatabaseWrapper) -> None:
    """Refuse every change of an entry from here on."""
    if connection.vendor == "postgresql":
        statements = [_FUNCTION, *_postgres_triggers()]
    else:
        statements = _sqlite_triggers()
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def lift_guard(connection: BaseDatabaseWrapper) -> None:
    """Take the triggers off."""
    with connection.cursor() as cursor:
        for table in (ENTRIES, TEXTS):
            if connection.vendor == "postgresql":
                for kind in (*KINDS, "truncate"):
                    cursor.execute(f"DROP TRIGGER IF EXISTS {table}_no_{kind} ON {table}")
            else:
                for kind in KINDS:
                    cursor.execute(f"DROP TRIGGER IF EXISTS {table}_no_{kind}")


@contextmanager
def guard_lifted(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """One transaction in which the whole log may be replaced."""
    with transaction.atomic(using=connection.alias):
        lift_guard(connection)
        yield
        put_guard(connection)


def _sqlite_triggers() -> list[str]:
    blanked = _BLANKED.format(more="new.more")
    return [
        f"CREATE TRIGGER {table}_no_{kind} BEFORE {kind.upper()} ON {table} "
        + (f"WHEN NOT ({blanked}) " if (table, kind) == (TEXTS, "update") else "")
        + f"BEGIN SELECT RAISE(ABORT, '{SAID}'); END"
        for table in (ENTRIES, TEXTS)
        for kind in KINDS
    ]


def _postgres_triggers() -> list[str]:
    blanked = _BLANKED.format(more="new.more::text")
    rows = [
        f"CREATE TRIGGER {table}_no_{kind} BEFORE {kind.upper()} ON {table} FOR EACH ROW "
        + (f"WHEN (NOT ({blanked})) " if (table, kind) == (TEXTS, "update") else "")
        + "EXECUTE FUNCTION league_refuse_log()"
        for table in (ENTRIES, TEXTS)
        for kind in KINDS
    ]
    whole = [
        f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION league_refuse_log()"
        for table in (ENTRIES, TEXTS)
    ]
    return [*rows, *whole]
