"""One side's own sheet of a match, where both sides write theirs and neither sees the other's."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.models.matches import Match
from league.models.players import Player


class SecondSheet(models.Model):
    """What one side ("a" or "b") wrote of its match; sealed until both sides have handed in.

    `games` is a list in order, of `{"number", "ns_side", "seats": {"N": player id, ...},
    "first_dealer", "bell_after", "hands": [{"id", "sheet"}]}`, the sheets as
    `scoring.sheet_to_json`; or, of a game whose totals alone were written, `{"number",
    "totals": [points of a, points of b], "early"}`. `revision` rises with every write.
    `holder` is the digest of the key that the phone holds which writes it; "" where a player's own
    account does; None where an organizer let it go: any phone may take it up. Both stay on record
    once the result is settled: `settled` says how, and `stands` which of them became the result
    (both, when they agreed).
    """

    class Settled(models.TextChoices):
        EQUAL = "equal"  # the two agreed
        ORGANIZER = "organizer"  # an organizer chose
        RULE = "rule"  # the competition's written rule did

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="second_sheets")
    side = models.CharField(max_length=1, choices=[("a", "a"), ("b", "b")])
    games = models.JSONField(default=list, blank=True)
    revision = models.PositiveIntegerField(default=1)
    holder = models.CharField(max_length=64, null=True, blank=True)
    started_at = models.DateTimeField(auto_now_add=True)
    handed_in_at = models.DateTimeField(null=True, blank=True)
    handed_in_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    signed_by = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    settled_at = models.DateTimeField(null=True, blank=True)
    settled = models.CharField(max_length=9, choices=Settled.choices, blank=True)
    settled_words = models.CharField(max_length=200, blank=True)
    stands = models.BooleanField(default=False)

    class Meta:
        ordering = ["side"]
        constraints = [
            models.UniqueConstraint(fields=["match", "side"], name="second_sheet_once_a_side"),
            models.CheckConstraint(
                condition=Q(side__in=["a", "b"]), name="second_sheet_side_known"
            ),
            models.CheckConstraint(
                condition=Q(settled_at__isnull=True, settled="", stands=False)
                | Q(
                    settled_at__isnull=False,
                    handed_in_at__isnull=False,
                    settled__in=["equal", "organizer", "rule"],
                ),
                name="second_sheet_settled_when_in",
            ),
        ]

    def __str__(self) -> str:
        return self.side
