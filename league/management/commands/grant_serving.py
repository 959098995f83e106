"""`manage.py grant_serving ROLE`: what the program needs on PostgreSQL to serve, and no more."""

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection, transaction

from league.actions.audit_guard import ENTRIES, TEXTS
from league.management.readiness import refuse_unready


class Command(BaseCommand):
    """Let a role of PostgreSQL serve, who can add to the log and never change it."""

    help = (
        "For PostgreSQL: run as the owner of the tables, again after each migrate. The role named "
        "can then serve, add to the log, and neither change nor delete nor empty it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("role", help="a role that exists: CREATE ROLE serving LOGIN ...")

    def handle(self, *, role: str, **options: object) -> None:
        if connection.vendor != "postgresql":
            raise CommandError(
                "Only PostgreSQL has roles; a SQLite file belongs to who may open it."
            )
        refuse_unready()
        name = connection.ops.quote_name(role)
        tables = [connection.ops.quote_name(one) for one in connection.introspection.table_names()]
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = %s", [role])
            found = cursor.fetchone()
            if found is None:
                raise CommandError(f"There is no role {role}: CREATE ROLE {name} LOGIN first.")
            if found[0]:
                raise CommandError(f"{role} is a superuser, whom nothing can be refused.")
            cursor.execute("SELECT current_schema()")
            schema = connection.ops.quote_name(cursor.fetchone()[0])
            cursor.execute(f"REVOKE ALL ON ALL TABLES IN SCHEMA {schema} FROM {name}")
            cursor.execute(f"REVOKE CREATE ON SCHEMA {schema} FROM {name}")
            cursor.execute(f"GRANT USAGE ON SCHEMA {schema} TO {name}")
            cursor.execute(f"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA {schema} TO {name}")
            for table in tables:
                may = _RIGHTS.get(table.strip('"'), "SELECT, INSERT, UPDATE, DELETE")
                cursor.execute(f"GRANT {may} ON {table} TO {name}")
            cursor.execute(_STILL_MAY, [role, role, ENTRIES, TEXTS])
            if cursor.fetchone() is not None:
                raise CommandError(
                    f"{role} could still change the log: it owns the tables, or is a member of a "
                    "role that may. Serve under another one. Nothing was granted."
                )
        self.stdout.write(f"{role} may serve {len(tables)} tables, and only add to the log.")


# Whoever is (in) the role that owns a table lifts its triggers; other roles hand down rights.
_STILL_MAY = """
SELECT 1 FROM pg_class
WHERE relnamespace = current_schema()::regnamespace
AND (
    pg_has_role(%s, relowner, 'MEMBER')
    OR has_table_privilege(%s, oid, 'UPDATE, DELETE, TRUNCATE')
)
AND relname IN (%s, %s)
"""

# A text may be blanked when a person is forgotten; the trigger lets nothing else through.
_RIGHTS = {
    ENTRIES: "SELECT, INSERT",
    TEXTS: "SELECT, INSERT, UPDATE (salt, reason, more, blanked_at)",
    "django_migrations": "SELECT",
}
