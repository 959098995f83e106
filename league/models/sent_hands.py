"""What a phone sent of a hand, where the hand itself cannot say that it came."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from league.models.hands import Hand
from league.models.links import TableLink
from league.models.matches import Match


class SentHand(models.Model):
    """A correction or an undo that came from a phone, or a hand that is kept because it stands
    against what is stored. A hand that was simply recorded has no row: its `client_id` says it.

    `sent_id` is what the phone calls this thing, `client_id` the hand meant (the same for a hand to
    record), `phone` and `seq` which browser sent it and in which place, `base` the revision it was
    made from (0 for a hand to record). `game`, `number` as on the sheet, 0 where they could not be
    read. `fields` are those of the form, by name, without note and reason; one whose text is no
    figure or code stands under its name with "_words".

    `outcome`: "stored" (done, `hand` is the hand); "kept": a hand in question, `question_words`
    says what the question was; it is settled as "used" or "dropped". `within` is the kept one that
    this correction changed: it is settled with it.
    """

    class Kind(models.TextChoices):
        RECORD = "record"
        CORRECT = "correct"
        UNDO = "undo"

    class Outcome(models.TextChoices):
        STORED = "stored"
        KEPT = "kept"
        USED = "used"
        DROPPED = "dropped"

    sent_id = models.UUIDField(unique=True)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="sent_hands")
    kind = models.CharField(max_length=7, choices=Kind.choices)
    phone = models.UUIDField()
    seq = models.PositiveBigIntegerField()
    client_id = models.UUIDField(db_index=True)
    game = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    base = models.PositiveIntegerField()
    fields = models.JSONField(default=dict, blank=True)
    note = models.CharField(max_length=1000, blank=True)
    reason = models.CharField(max_length=1000, blank=True)
    outcome = models.CharField(max_length=7, choices=Outcome.choices)
    question_words = models.CharField(max_length=400, blank=True)
    within = models.ForeignKey(
        "self", on_delete=models.CASCADE, null=True, blank=True, related_name="changes"
    )
    hand = models.ForeignKey(
        Hand, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    sent_at = models.DateTimeField(auto_now_add=True)
    sent_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    sent_link = models.ForeignKey(
        TableLink, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    settled_link = models.ForeignKey(
        TableLink, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["record", "correct", "undo"]), name="sent_hand_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(outcome__in=["stored", "kept"], settled_at__isnull=True)
                | Q(outcome__in=["used", "dropped"], settled_at__isnull=False),
                name="sent_hand_settled_when_used_or_dropped",
            ),
            models.CheckConstraint(
                condition=~Q(kind="record") | Q(client_id=F("sent_id")),
                name="sent_hand_record_is_its_hand",
            ),
            models.CheckConstraint(
                condition=Q(within__isnull=True) | Q(kind="correct"),
                name="sent_hand_only_corrections_within",
            ),
            models.CheckConstraint(
                condition=Q(sent_by__isnull=True) | Q(sent_link__isnull=True),
                name="sent_hand_by_one",
            ),
            models.CheckConstraint(
                condition=Q(settled_by__isnull=True) | Q(settled_link__isnull=True),
                name="sent_hand_settled_by_one",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.game}/{self.number}"
