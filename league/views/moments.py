"""The table now, or as an address asks for it: ?after=5 or ?on=2026-11-24."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format

from league.forms.moments import MomentForm
from league.models import Competition
from league.queries.moments import Moment, Night
from league.queries.standings import Standings, standings_of
from league.words.moments import moment_sentence, no_such_round


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The table, and what the address said: `refused` is why it is the table now after all."""

    table: Standings
    form: MomentForm
    refused: str

    @property
    def status(self) -> int:
        return 422 if self.refused else 200

    @property
    def context(self) -> dict[str, object]:
        """What `standings/_moment.html` needs."""
        moment = self.table.moment
        return {
            "moment_form": self.form,
            "moment_refused": self.refused,
            "moment_words": moment_sentence(after=moment.after, on=moment.on) if moment else "",
            "moment_query": _query(moment),
            "after": moment.after if moment else None,
            "rounds_before": [night.number for night in self.table.nights],
            "nights_before": _days(self.table.nights, moment),
        }


def asked_table(request: HttpRequest, competition: Competition) -> Asked:
    """The table of an address; what cannot be is said, with the table now below it."""
    form = MomentForm(request.GET)
    if not form.is_valid():
        refused = str(next(iter(form.errors.values()))[0])
        return Asked(table=standings_of(competition), form=form, refused=refused)
    table = standings_of(competition, kept=True, moment=form.moment)
    after = form.moment.after if form.moment else None
    last = max((night.number for night in table.nights), default=0)
    if after is not None and after > last:
        now = standings_of(competition)
        return Asked(table=now, form=form, refused=no_such_round(after, last))
    return Asked(table=table, form=form, refused="")


def _query(moment: Moment | None) -> str:
    if moment is None:
        return ""
    asked = {"on": f"{moment.on:%Y-%m-%d}"} if moment.on else {"after": str(moment.after)}
    return f"?{urlencode(asked)}"


def _days(nights: tuple[Night, ...], moment: Moment | None) -> list[dict[str, object]]:
    """The nights played, each once, for a select; the day asked for too."""
    today = timezone.localdate()
    days = {night.day for night in nights if night.day is not None and night.day <= today}
    chosen = moment.on if moment else None
    if chosen is not None:
        days.add(chosen)
    return [
        {
            "value": f"{day:%Y-%m-%d}",
            "words": date_format(day, "D, M j, Y"),
            "chosen": day == chosen,
        }
        for day in sorted(days, reverse=True)
    ]
