"""A penalty or a bonus, with its reason."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.entries import Entry


class Adjustment(models.Model):
    """Match points and points added to an entry (below 0: taken off). Removed, it stays here."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="adjustments")
    match_points = models.IntegerField(_("match points"), default=0)
    points = models.IntegerField(_("points"), default=0)
    reason = models.CharField(_("reason"), max_length=200)
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(reason=""), name="adjustment_has_reason"),
            models.CheckConstraint(
                condition=~models.Q(match_points=0, points=0), name="adjustment_changes_something"
            ),
        ]

    def __str__(self) -> str:
        return self.reason
