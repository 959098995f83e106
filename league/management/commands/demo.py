"""`manage.py demo`: a living sample league."""

from django.core.management import call_command
from django.core.management.base import BaseCommand

from league.models import User
from league.sample.people import ACCOUNTS, PASSWORD
from league.sample.season import make_sample


class Command(BaseCommand):
    """Make the sample league unless it is there, and say who signs in."""

    help = "Makes a sample league of three clubs, on the first run; later runs keep it."

    def handle(self, **options: object) -> None:
        call_command("migrate", verbosity=0, interactive=False)
        self.stdout.write("\n  Dealing, playing and scoring a season ...", ending="")
        self.stdout.flush()
        self.stdout.write(" done." if make_sample() else " it is here from last time.")
        here = set(User.objects.values_list("email", flat=True))
        self.stdout.write(f"\n  Sign in with the password {PASSWORD} as")
        for email, _name, roles in ACCOUNTS:
            if email in here:
                kind = next(iter(roles.values()))
                where = "every club" if len(roles) > 1 else "the Bras d'Or Legion"
                self.stdout.write(f"    {email:26} {kind} of {where}")
