"""`manage.py restore FILE`: back to what a backup holds."""

from pathlib import Path

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.actions.backups import BadBackup, read_backup, restore_backup
from league.management.readiness import is_bare, refuse_old_tables
from league.models import User


class Command(BaseCommand):
    """Restore a backup."""

    help = (
        "Replaces everything by what a backup holds; checked before anything is replaced. "
        "Where there is no league yet, it makes the tables first."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *, file: Path, yes: bool, **options: object) -> None:
        try:
            about, _data = read_backup(file)
            if is_bare():
                call_command("migrate", verbosity=0, interactive=False)
            refuse_old_tables()
            if User.objects.exists() and not yes:
                self.stdout.write(
                    f"{file} was made at {about['made_at']}. "
                    "Everything that is here now will be replaced by it."
                )
                if input("Type RESTORE to go on: ") != "RESTORE":
                    raise CommandError("Nothing was changed.")
            rows = restore_backup(file)
        except BadBackup as error:
            raise CommandError(f"{error} Nothing was changed.") from error
        self.stdout.write(f"Restored {sum(rows.values())} rows from {file}.")
