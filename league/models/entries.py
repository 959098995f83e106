"""A partnership in a competition, and its people there."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.competitions import Competition
from league.models.partnerships import Partnership
from league.models.players import Player


class Entry(models.Model):
    """A partnership that plays in a competition.

    `joined_in` is the first round (number) of an entry that came late; `left_after` the last
    round of one that left, with `state` saying how and `left_reason` why. `paid` is what it has
    paid of the entry fee, in cents. In a competition with rotating partners an entry is the pair
    of one table of one round (`for_one_round`), and `Entrant` rows are what is entered.
    """

    class State(models.TextChoices):
        PLAYING = "playing", _("playing")
        WITHDRAWN = "withdrawn", _("withdrawn")
        DISQUALIFIED = "disqualified", _("disqualified")

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="entries")
    partnership = models.ForeignKey(Partnership, on_delete=models.PROTECT, related_name="entries")
    state = models.CharField(max_length=12, choices=State.choices, default=State.PLAYING)
    joined_in = models.PositiveSmallIntegerField(null=True, blank=True)
    left_after = models.PositiveSmallIntegerField(null=True, blank=True)
    left_reason = models.CharField(max_length=200, blank=True)
    paid = models.PositiveIntegerField(default=0)
    for_one_round = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(
                fields=["competition", "partnership"], name="entry_once_a_competition"
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=["playing", "withdrawn", "disqualified"]),
                name="entry_state_known",
            ),
            models.CheckConstraint(
                condition=models.Q(state="playing") | models.Q(left_after__isnull=False),
                name="entry_left_after_a_round",
            ),
        ]

    def __str__(self) -> str:
        return str(self.partnership)


class Entrant(models.Model):
    """One person of an entry: nobody plays for two entries of one competition.

    With rotating partners a person is entered alone, and `entry` is None; `paid` is then what
    he has paid of the entry fee, in cents, and `left_after` his last round if he left.
    """

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="+")
    entry = models.ForeignKey(
        Entry, on_delete=models.CASCADE, null=True, blank=True, related_name="entrants"
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entrants")
    paid = models.PositiveIntegerField(default=0)
    joined_in = models.PositiveSmallIntegerField(null=True, blank=True)
    left_after = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["competition", "player"], name="entrant_once_a_competition"
            ),
        ]

    def __str__(self) -> str:
        return self.player.called
