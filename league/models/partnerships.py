"""Two players who play as one, whatever the order they are named in."""

from django.db import models

from league.models.clubs import Club
from league.models.players import Player


class Partnership(models.Model):
    """Two different players. The one with the lower id is `first`, so that A + B is B + A."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="partnerships")
    first = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(first__lt=models.F("second")), name="partnership_of_two_in_order"
            ),
            models.UniqueConstraint(fields=["first", "second"], name="partnership_once"),
        ]

    def __str__(self) -> str:
        return f"{self.first.called} & {self.second.called}"
