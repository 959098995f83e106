"""Two entries at a table, and the four people who play there."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.entries import Entry
from league.models.players import Player
from league.models.rounds import Round


class Match(models.Model):
    """Two entries at one table of a round: one game, or best of `stage.best_of`.

    `slot` is its place in a bracket ("W1-3"); `why` the reason these two meet, as a code with
    figures; `made_by` and `made_reason` say who set the table by hand, and why. `starts_at` is
    its own time when it is made up apart from its round, `own_table` its table then (None: the
    same); `postponed` that it was put off, with `starts_at` None while its new day is open.
    Whether it is over, and who won, is computed from its games (`league.queries.matches`).
    `accepted_at` is when the sheet was signed: from then on only an organizer changes it;
    `signed_by` is the player who signed, `accepted_by` the account it was done with.
    Before that one side may have handed it in: `submitted_at`, `submitted_side` ("a" or "b") and
    `submitted_by`. `final_at` is when an organizer made an accepted result final before its time
    (`league.queries.match_states`). `corrected_at` and `corrected_reason` tell everybody of the
    last change that was made after the sheet was accepted.
    """

    class Forfeit(models.TextChoices):
        A = "a", _("the first partnership forfeits")
        B = "b", _("the second partnership forfeits")
        BOTH = "both", _("both forfeit")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    table = models.PositiveSmallIntegerField(_("table"))
    entry_a = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    entry_b = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    forfeit = models.CharField(max_length=4, choices=Forfeit.choices, null=True, blank=True)
    forfeit_reason = models.CharField(max_length=200, blank=True)
    slot = models.CharField(max_length=12, null=True, blank=True)
    why = models.JSONField(default=dict, blank=True)
    starts_at = models.DateTimeField(_("starts"), null=True, blank=True)
    own_table = models.PositiveSmallIntegerField(null=True, blank=True)
    postponed = models.BooleanField(default=False)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    made_reason = models.CharField(max_length=200, blank=True)
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    signed_by = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    submitted_at = models.DateTimeField(null=True, blank=True)
    submitted_side = models.CharField(
        max_length=1, choices=[("a", "a"), ("b", "b")], null=True, blank=True
    )
    submitted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    final_at = models.DateTimeField(null=True, blank=True)
    corrected_at = models.DateTimeField(null=True, blank=True)
    corrected_reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["table"]
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="match_table_once_a_round"),
            models.UniqueConstraint(fields=["round", "entry_a"], name="match_a_once_a_round"),
            models.UniqueConstraint(fields=["round", "entry_b"], name="match_b_once_a_round"),
            models.UniqueConstraint(fields=["round", "slot"], name="match_slot_once_a_round"),
            models.CheckConstraint(
                condition=~models.Q(entry_a=models.F("entry_b")), name="match_of_two_entries"
            ),
            models.CheckConstraint(condition=models.Q(table__gte=1), name="match_table_from_one"),
            models.CheckConstraint(
                condition=models.Q(own_table__isnull=True)
                | models.Q(own_table__gte=1, starts_at__isnull=False),
                name="match_own_table_with_own_time",
            ),
            models.CheckConstraint(
                condition=models.Q(forfeit__isnull=True) | models.Q(forfeit__in=["a", "b", "both"]),
                name="match_forfeit_known",
            ),
            models.CheckConstraint(
                condition=models.Q(submitted_side__isnull=True)
                | models.Q(submitted_side__in=["a", "b"], submitted_at__isnull=False),
                name="match_submitted_by_a_side",
            ),
            models.CheckConstraint(
                condition=models.Q(final_at__isnull=True) | models.Q(accepted_at__isnull=False),
                name="match_final_is_accepted",
            ),
        ]

    def __str__(self) -> str:
        return str(_("Table %(table)d") % {"table": self.table})


class Lineup(models.Model):
    """One person of a match: nobody sits on both sides, or at two tables of one round.

    A substitute has a row of his own, which names the player he sits in for, and in which `game`
    of the match (None: in all of it).
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="+")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="lineup")
    side = models.CharField(max_length=1, choices=[("a", "a"), ("b", "b")])
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="lineups")
    substitute_for = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    game = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "player"], name="lineup_once_a_match"),
            models.UniqueConstraint(fields=["round", "player"], name="lineup_once_a_round"),
            models.CheckConstraint(
                condition=models.Q(side__in=["a", "b"]), name="lineup_side_known"
            ),
        ]

    def __str__(self) -> str:
        return self.player.called
