"""A league night or a championship round, and who sits it out."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.entries import Entry
from league.models.stages import Stage


class Round(models.Model):
    """One night's draw: a draft is seen by the organizers alone.

    `draw` keeps how this round was drawn when rounds are drawn one by one: `{"seed", "method",
    "bye_why", "missing": [tables without a result when it was forced], "put_off": [tables that
    were put off then], ...}`. `bell` is the clock of a round played to a bell: `{"seconds",
    "started_at", "left"}` (seconds; `left` while it is paused), None before it is started.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        CLOSED = "closed", _("closed")

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=60, blank=True)
    starts_at = models.DateTimeField(_("starts"), null=True, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    draw = models.JSONField(default=dict, blank=True)
    bell = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["stage__number", "number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="round_number_once"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="round_from_one"),
            models.CheckConstraint(
                condition=models.Q(state__in=["draft", "published", "closed"]),
                name="round_state_known",
            ),
        ]

    def __str__(self) -> str:
        return self.name or str(_("Round %(number)d") % {"number": self.number})


class Bye(models.Model):
    """An entry with nobody to play in a round. It is no match, so it can hold no hand."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="byes")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="byes")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="bye_once_a_round"),
        ]

    def __str__(self) -> str:
        return str(_("%(entry)s: bye") % {"entry": self.entry})
