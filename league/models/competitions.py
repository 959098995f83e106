"""A league season or a tournament, with everything it is played by stored whole."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.clubs import Club


class Competition(models.Model):
    """One season or one tournament of a host club.

    `rule_set` is `scoring.RuleSet.to_json()`, `standings_rules` is
    `scoring.StandingsRules.to_json()` (points, tie-breaks, lot seed), `match_play` is
    `{"mode": "target" | "hands" | "bell", "hands": int | None, "minutes": int | None}`.
    `season` is what a season adds: `{"best_nights": int | None, "absence": {...}, "withdrawal":
    {...}, "break_dates": [...], "tables": int | None}`; `money` is `{"fee": cents, "prizes": {...},
    "pots": [...]}`. A rehearsal is a copy to try things on: it can be thrown away.
    They are whole and carry their version: a later change to a preset moves no old table.
    `lowered` lists the codes (`scoring.LOWERABLE`) that only warn in this competition.
    `sheets` says how results are accepted (`league.queries.sheets_rules`).
    `version` rises with every write that anybody could see.
    """

    class Kind(models.TextChoices):
        LEAGUE = "league", _("league")
        TOURNAMENT = "tournament", _("tournament")

    class State(models.TextChoices):
        DRAFT = "draft", _("being set up")
        OPEN = "open", _("open for entries")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="competitions")
    name = models.CharField(_("name"), max_length=100)
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.LEAGUE)
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    rule_set = models.JSONField()
    standings_rules = models.JSONField()
    match_play = models.JSONField()
    lowered = models.JSONField(default=list, blank=True)
    season = models.JSONField(default=dict, blank=True)
    money = models.JSONField(default=dict, blank=True)
    sheets = models.JSONField(default=dict, blank=True)
    rehearsal = models.BooleanField(default=False)
    copied_from = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    notes = models.TextField(_("notes for players"), blank=True)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="competition_has_name"),
            models.CheckConstraint(
                condition=models.Q(kind__in=["league", "tournament"]),
                name="competition_kind_known",
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=["draft", "open", "running", "finished"]),
                name="competition_state_known",
            ),
        ]

    def __str__(self) -> str:
        return self.name
