"""Whether the database has its tables, said before a command stumbles over it."""

from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder


def is_bare() -> bool:
    """Whether the database has no tables of ours yet: a new folder, a new machine."""
    return not MigrationRecorder(connection).applied_migrations()


def refuse_old_tables() -> None:
    """Raise CommandError where the tables are those of an older version of the program."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise CommandError(
            "The database was made by an older version of the program. "
            "`manage.py migrate` brings it up to date. Nothing was changed."
        )


def refuse_unready() -> None:
    """Raise CommandError where there is nothing to read, or only by an older program."""
    if is_bare():
        raise CommandError(
            "There is no league here yet. Was another DATA_DIR or DATABASE_URL meant? "
            "`make serve` starts one."
        )
    refuse_old_tables()
