"""A partnership in a competition, and its people there."""

from django.db import models

from league.models.competitions import Competition
from league.models.partnerships import Partnership
from league.models.players import Player


class Entry(models.Model):
    """A partnership that plays in a competition."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="entries")
    partnership = models.ForeignKey(Partnership, on_delete=models.PROTECT, related_name="entries")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(
                fields=["competition", "partnership"], name="entry_once_a_competition"
            ),
        ]

    def __str__(self) -> str:
        return str(self.partnership)


class Entrant(models.Model):
    """One person of an entry: nobody plays for two entries of one competition."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="+")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="entrants")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entrants")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["competition", "player"], name="entrant_once_a_competition"
            ),
        ]

    def __str__(self) -> str:
        return self.player.name
