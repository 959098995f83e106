"""How the round robin is drawn, and on which nights it is played."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.draws.divisions import rounds_shared
from league.draws.nights import NoSuchTime, night_dates, round_starts
from league.forms.fields import PointsField, WordsField, tidy_name
from league.forms.nights import ClockField, DayField, DaysField, clock_change_words

MOST_BREAKS = 100
LEGS = [
    (1, gettext_lazy("Once")),
    (2, gettext_lazy("Twice")),
    (3, gettext_lazy("Three times")),
    (4, gettext_lazy("Four times")),
]


class DrawForm(forms.Form):
    """Valid, it has `seed`, `legs`, `starts` (UTC, one a round) and `told` (see DrawPlan)."""

    legs = forms.TypedChoiceField(
        label=gettext_lazy("Everybody meets everybody"), choices=LEGS, coerce=int
    )
    first_night = DayField(label=gettext_lazy("First night"))
    clock = ClockField(label=gettext_lazy("Starts at"))
    every_days = PointsField(
        label=gettext_lazy("Days from one night to the next"),
        help_text=gettext_lazy("7 is every week."),
        min_value=1,
        max_value=60,
    )
    breaks = DaysField(
        label=gettext_lazy("Nights with no cards"),
        help_text=gettext_lazy("One date a line, such as 2026-12-29. That night moves on a step."),
        required=False,
    )
    rounds_a_night = PointsField(label=gettext_lazy("Rounds a night"), min_value=1, max_value=12)
    minutes = PointsField(
        label=gettext_lazy("Minutes from one round to the next"),
        help_text=gettext_lazy("Where a night has more than one round."),
        min_value=10,
        max_value=300,
    )
    tables = PointsField(
        label=gettext_lazy("Tables in the hall"),
        help_text=gettext_lazy(
            "Empty: enough for all. With fewer, a round is played in sittings, each like a round."
        ),
        min_value=1,
        max_value=200,
        required=False,
    )
    seed = WordsField(
        label=gettext_lazy("Seed of the draw"),
        help_text=gettext_lazy("The same seed gives the same draw again. Any word or number."),
        max_length=60,
        error_messages={"required": gettext_lazy("Write any word or number.")},
    )
    replaces = forms.IntegerField(widget=forms.HiddenInput, required=False)

    starts: tuple[datetime, ...]
    told: dict[str, Any]

    def __init__(
        self,
        *args: Any,
        entries: int,
        told: Mapping[str, Any],
        divisions: Sequence[int] = (),
        **kwargs: Any,
    ) -> None:
        """`told` is how an older draw was asked for, {} for none; the seed is always new.
        `divisions` are their sizes, () where all play in one."""
        self.entries = entries
        self.sizes = list(divisions) or [entries]
        today = timezone.localdate()
        kwargs["initial"] = {
            "legs": 1,
            "first_night": today + timedelta(days=7),
            "clock": time(19),
            "every_days": 7,
            "rounds_a_night": 1,
            "minutes": 60,
            **told,
            "seed": secrets.token_hex(4),
            **kwargs.get("initial", {}),
        }
        super().__init__(*args, **kwargs)

    def clean_seed(self) -> str:
        seed = tidy_name(self.cleaned_data["seed"])
        if not seed:
            raise forms.ValidationError(_("Write any word or number."))
        return seed

    def clean_breaks(self) -> list[date]:
        breaks: list[date] = self.cleaned_data["breaks"]
        if len(breaks) > MOST_BREAKS:
            raise forms.ValidationError(
                _("%(n)d dates; %(most)d is the most."),
                params={"n": len(breaks), "most": MOST_BREAKS},
            )
        return breaks

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors or self.entries < 2:
            return cleaned
        rounds = rounds_shared(self.sizes, cleaned["legs"], cleaned["tables"])
        a_night = cleaned["rounds_a_night"]
        dates = night_dates(
            cleaned["first_night"],
            every_days=cleaned["every_days"],
            count=-(-rounds // a_night),
            breaks=cleaned["breaks"],
        )
        try:
            starts = round_starts(
                dates,
                clock=cleaned["clock"],
                zone=timezone.get_default_timezone(),
                rounds_a_night=a_night,
                minutes=cleaned["minutes"],
            )
        except NoSuchTime as problem:
            self.add_error("clock", clock_change_words(problem))
            return cleaned
        self.starts = starts[:rounds]
        self.told = {
            "first_night": str(cleaned["first_night"]),
            "clock": cleaned["clock"].strftime("%H:%M"),
            "every_days": cleaned["every_days"],
            "breaks": [str(day) for day in cleaned["breaks"]],
            "rounds_a_night": a_night,
            "minutes": cleaned["minutes"],
        }
        if cleaned["tables"]:
            self.told["tables"] = cleaned["tables"]
        if len(set(self.starts)) != rounds or list(self.starts) != sorted(self.starts):
            self.add_error("minutes", _("The last rounds of a night run into the next night."))
        return cleaned
