"""`manage.py verify_audit`: is the log whole, from its first entry to its last?"""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.management.readiness import refuse_unready
from league.queries.audit_chain import Checked, chains, differs_from_note


class Command(BaseCommand):
    """Read every chain of the log through; say whole, or where it is broken."""

    help = (
        "Says whether the log is whole, or where it was changed. What --note prints, kept on paper "
        "or another machine, shows later (--from FILE) that nothing was cut off or made anew."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--competition", type=int, help="its number; the whole log without")
        parser.add_argument("--note", action="store_true", help="print the heads, to write down")
        parser.add_argument("--from", type=Path, dest="noted", help="a file of heads noted before")

    def handle(
        self, *, competition: int | None, note: bool, noted: Path | None, **options: object
    ) -> None:
        refuse_unready()
        found = list(chains(competition))
        if competition is not None and not found:
            raise CommandError(f"The log has nothing of a competition {competition}.")
        if note:
            for one in found:
                self.stdout.write(f"{one.chain} {one.entries} {one.head}")
        faults = [f"{one.chain}: {one.fault}" for one in found if one.fault]
        faults += _differing(noted) if noted else []
        for fault in faults:
            self.stderr.write(fault)
        if faults:
            raise CommandError("The log is BROKEN.")
        if not note:
            self._say_whole(found)

    def _say_whole(self, found: list[Checked]) -> None:
        for one in found:
            blanked = f", {one.blanked} texts blanked" if one.blanked else ""
            self.stdout.write(f"{one.chain}: whole, {one.entries} entries{blanked}, {one.head}")
        entries = sum(one.entries for one in found)
        self.stdout.write(f"Whole: {entries} entries in {len(found)} chains.")


def _differing(noted: Path) -> list[str]:
    try:
        return list(differs_from_note(noted.read_text(encoding="utf-8").splitlines()))
    except (OSError, ValueError) as error:
        raise CommandError(f"{noted} holds no note of this program: {error}") from error
