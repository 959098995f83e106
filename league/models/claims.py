"""Somebody with an account says which player they are."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.models.players import Player


class Claim(models.Model):
    """ "This player is me", until an organizer of the club confirms or declines it.

    A confirmed claim makes the account the player's (`Player.user`).
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        CONFIRMED = "confirmed"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="claims")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="claims"
    )
    state = models.CharField(max_length=9, choices=State.choices, default=State.WAITING)
    made_at = models.DateTimeField(auto_now_add=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "user"], condition=Q(state="waiting"), name="claim_waits_once"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "confirmed", "declined", "withdrawn"]),
                name="claim_state_known",
            ),
        ]

    def __str__(self) -> str:
        return f"claim {self.pk}"
