"""The log is only ever added to: the database itself refuses to change or delete an entry.

Triggers hold on both databases, whoever writes. Two things lift them, and put them back in the
same transaction: a restored backup and `manage.py flush`, which replace everything. A text may
be blanked, once, and nothing else. On SQLite an insert that would take the place of a row is
refused too: REPLACE deletes the old one without asking the trigger.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper

ENTRIES, TEXTS = "league_auditentry", "league_audittext"
SAID = "the log is only ever added to"
KINDS = ("update", "delete")
UNIQUE = {
    ENTRIES: "id = new.id OR (chain = new.chain AND number = new.number)",
    TEXTS: "id = new.id OR entry_id = new.entry_id",
}

_BLANKED = """new.id = old.id AND new.entry_id = old.entry_id AND new.reason = ''
    AND new.salt = '' AND {more} = '{{}}' AND new.blanked_at IS NOT NULL
    AND old.blanked_at IS NULL"""

_REPLACED = """CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table}
    WHEN EXISTS (SELECT 1 FROM {table} WHERE {same})
    BEGIN SELECT RAISE(ABORT, '{said}'); END"""

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
                for kind in (*KINDS, "replace"):
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
    rows = [
        f"CREATE TRIGGER {table}_no_{kind} BEFORE {kind.upper()} ON {table} "
        + (f"WHEN NOT ({blanked}) " if (table, kind) == (TEXTS, "update") else "")
        + f"BEGIN SELECT RAISE(ABORT, '{SAID}'); END"
        for table in (ENTRIES, TEXTS)
        for kind in KINDS
    ]
    replaced = [
        _REPLACED.format(table=table, same=same, said=SAID) for table, same in UNIQUE.items()
    ]
    return [*rows, *replaced]


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
