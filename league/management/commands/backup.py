"""`manage.py backup FILE`: everything in one file."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.actions.backups import write_backup
from league.management.readiness import refuse_unready


class Command(BaseCommand):
    """Write a backup."""

    help = "Writes everything the program knows to one file. Keep it like a key."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="for instance tarabish-2026-11-29.zip")
        parser.add_argument("--replace", action="store_true", help="write over an older file")

    def handle(self, *, file: Path, replace: bool, **options: object) -> None:
        if file.exists() and not replace:
            raise CommandError(f"{file} is there already. Name another, or add --replace.")
        refuse_unready()
        try:
            rows = write_backup(file)
        except OSError as error:
            raise CommandError(f"{file} could not be written: {error.strerror}.") from error
        self.stdout.write(
            f"{file}: {rows['league.Club']} clubs, {rows['league.Player']} players, "
            f"{rows['league.Hand']} hands, {sum(rows.values())} rows in all."
        )
