"""Two records of one person made one, and how to take that back."""

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from league.models.players import Player


class Merge(models.Model):
    """The record `gone` was the same person as `kept`: what was its own is the kept one's now.

    `rows` are the rows that are no more (the gone player, partnerships that were there twice), as
    Django serializes them. `moved` are references that were turned: `{"model", "field", "from",
    "to", "rows": [ids]}`; `pairs` partnerships that have the kept player in the gone one's place:
    `{"pk", "before": [first, second], "after", "entries": [ids]}`. `partnerships` is by the number
    of each partnership that is no more the number of the one it became. `competitions` are those
    that the gone record played in, `sat_out` the rounds of theirs in which it sat out. `account`
    is the account that the kept record got from the gone one. Taken back, only who, when and the
    numbers stay.
    """

    kept = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="merges")
    kept_number = models.PositiveBigIntegerField()
    gone = models.PositiveBigIntegerField()
    gone_club = models.PositiveBigIntegerField()
    rows = models.JSONField(encoder=DjangoJSONEncoder)
    moved = models.JSONField(default=list, blank=True)
    pairs = models.JSONField(default=list, blank=True)
    partnerships = models.JSONField(default=dict, blank=True)
    competitions = models.JSONField(default=list, blank=True)
    sat_out = models.JSONField(default=list, blank=True)
    account = models.PositiveBigIntegerField(null=True, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["gone"],
                condition=models.Q(undone_at=None),
                name="merge_once_until_undone",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.gone} -> {self.kept_number}"
