"""`manage.py verify_scores`: is everything stored what the sheets come to?"""

from django.core.management.base import BaseCommand, CommandError

from league.management.readiness import refuse_unready
from league.models import Competition
from league.queries.verification import differing_hands, differing_rows, hands_of


class Command(BaseCommand):
    """Score every sheet again and recompute all standings from them; say equal or what differs."""

    help = "Scores every hand sheet again, recomputes all standings, and says what differs."

    def handle(self, **options: object) -> None:
        refuse_unready()
        hands = differences = competitions = 0
        for competition in Competition.objects.order_by("id"):
            competitions += 1
            hands += sum(1 for _hand in hands_of(competition))
            for difference in (*differing_hands(competition), *differing_rows(competition)):
                differences += 1
                self.stdout.write(
                    f"{difference.where}: stored {difference.stored}; "
                    f"the sheet comes to {difference.worked_out}"
                )
        if differences:
            raise CommandError(f"{differences} differ, of {hands} hands.")
        self.stdout.write(
            f"Equal: {hands} hands scored again, the standings of {competitions} competitions."
        )
