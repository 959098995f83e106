"""What an organizer found when somebody claimed a misplay, or for what a match was penalized."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.models.hands import Hand
from league.models.matches import Match
from league.models.players import Player


class Ruling(models.Model):
    """A ruling on one hand (a misplay claimed) or on a match (a penalty alone), in force until
    `ended_at`.

    `rule` is the number in docs/RULES.md that the score follows, `reason` what everybody reads.
    `penalties` lists the ids of the adjustments made with it. Of a hand: `before` is its sheet as
    it stood, `played` as the table wrote it, before any ruling (`scoring.sheet_to_json`), and
    `revision` the hand's after it: another one means that the hand was corrected since.
    `replaces` is the ruling on the same hand that this one put out of force.
    """

    class Found(models.TextChoices):
        UPHELD = "upheld", _("proved")
        WRONG = "wrong", _("wrong claim")
        STANDS = "stands", _("the hand stands")

    hand = models.ForeignKey(
        Hand, on_delete=models.CASCADE, null=True, blank=True, related_name="rulings"
    )
    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, null=True, blank=True, related_name="rulings"
    )
    client_id = models.UUIDField(unique=True)
    claimant = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    accused = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    trick = models.PositiveSmallIntegerField(null=True, blank=True)
    card = models.CharField(max_length=2, blank=True)
    found = models.CharField(max_length=6, choices=Found.choices, blank=True)
    rule = models.CharField(max_length=60, blank=True)
    reason = models.CharField(max_length=200)
    before = models.JSONField(null=True, blank=True)
    played = models.JSONField(null=True, blank=True)
    revision = models.PositiveIntegerField(null=True, blank=True)
    penalties = models.JSONField(default=list, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_reason = models.CharField(max_length=200, blank=True)
    replaces = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(hand__isnull=False, match__isnull=True, claimant__isnull=False,
                            accused__isnull=False, found__in=["upheld", "wrong", "stands"])
                | Q(hand__isnull=True, match__isnull=False, claimant__isnull=True,
                    accused__isnull=True, found=""),
                name="ruling_on_hand_or_match",
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="ruling_has_reason"),
            models.CheckConstraint(
                condition=Q(trick__isnull=True) | Q(trick__gte=1, trick__lte=9),
                name="ruling_trick_of_nine",
            ),
            models.UniqueConstraint(
                fields=["hand"], condition=Q(ended_at=None), name="ruling_one_in_force_a_hand"
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return self.reason

    @property
    def of_match(self) -> Match:
        """The match it is about; a hand's moves with its sheet."""
        if self.hand is not None:
            return self.hand.game.match
        assert self.match is not None  # ruling_on_hand_or_match
        return self.match
