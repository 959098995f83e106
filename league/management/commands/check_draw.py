"""`manage.py check_draw`: does every published draw come out the same again?"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.models import Competition
from league.queries.next_rounds import draw_again


class Command(BaseCommand):
    """Draw every published round again from its stored seed and inputs; say equal or not."""

    help = "Draws published rounds again from what is stored, and says equal or not."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("competition", nargs="?", type=int, help="its number; all without one")

    def handle(self, **options: Any) -> None:
        chosen = Competition.objects.order_by("id")
        if options["competition"] is not None:
            chosen = chosen.filter(pk=options["competition"])
            if not chosen:
                raise CommandError(f"No competition has the number {options['competition']}.")
        rounds = different = 0
        for competition in chosen:
            for one in draw_again(competition):
                rounds += 1
                different += not one.equal
                said = "equal" if one.equal else "NOT EQUAL"
                since = f"; {one.changed} tables set otherwise since" if one.changed else ""
                self.stdout.write(f"{competition.name}, {one.round}: {said}{since}")
        if different:
            raise CommandError(f"{different} of {rounds} rounds are not what was drawn.")
        self.stdout.write(f"{rounds} rounds drawn again.")
