"""`manage.py drop_deleted`: give up for good what was deleted more than thirty days ago."""

from django.core.management.base import BaseCommand

from league.actions.deletions import drop_deleted


class Command(BaseCommand):
    """Drop what can be restored no more."""

    help = (
        "Gives up for good what was deleted more than thirty days ago. "
        "The program does so itself whenever it is started with serve."
    )

    def handle(self, **options: object) -> None:
        count = drop_deleted()
        self.stdout.write(f"{count} given up for good.")
