"""A side that says: this sheet is not what we played."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.models.matches import Match


class Dispute(models.Model):
    """What one side does not accept of a handed-in sheet, in its words, until it is settled.

    `side` is the side that disputes ("a" or "b"). While one is open its match counts for nobody.
    """

    class Settled(models.TextChoices):
        STANDS = "stands"  # the sheet was right
        CORRECTED = "corrected"  # it was changed
        WITHDRAWN = "withdrawn"  # the side took its dispute back
        RULE = "rule"  # the competition's written rule decided

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="disputes")
    side = models.CharField(max_length=1, choices=[("a", "a"), ("b", "b")])
    words = models.CharField(max_length=300)
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    settled = models.CharField(max_length=9, choices=Settled.choices, blank=True)
    settled_words = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(settled_at=None), name="dispute_one_open_a_match"
            ),
            models.CheckConstraint(condition=~Q(words=""), name="dispute_has_words"),
            models.CheckConstraint(condition=Q(side__in=["a", "b"]), name="dispute_side_known"),
            models.CheckConstraint(
                condition=Q(settled_at__isnull=True, settled="")
                | Q(
                    settled_at__isnull=False,
                    settled__in=["stands", "corrected", "withdrawn", "rule"],
                ),
                name="dispute_settled_somehow",
            ),
        ]

    def __str__(self) -> str:
        return self.words
