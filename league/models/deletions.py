"""What was deleted and can be restored for thirty days, with all that hung on it."""

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.models.clubs import Club
from league.models.competitions import Competition


class Deletion(models.Model):
    """A thing that was deleted: its rows as they were, and who may have them back until when.

    `rows` are Django's serialized rows. `cut` are references from rows that stay, which the
    deletion emptied: `{"model", "field", "to", "rows": [ids]}`. `changed` are fields of rows that
    stay which the deletion changed: `{"model", "pk", "field", "before", "after"}`. `about` says
    what it was in figures, for a club its `owners` (accounts) and its `slug`. `label` is what it
    was called. Once it is restored, or a person in it is to be forgotten, its rows are not kept.

    Club and competition are plain numbers to the database: they stay when those are deleted too.
    """

    class Kind(models.TextChoices):
        COMPETITION = "competition", _("competition")
        CLUB = "club", _("club")
        PLAYER = "player", _("player")
        PARTNERSHIP = "partnership", _("partnership")
        STAGE = "stage", _("draw")
        ROUND = "round", _("round")
        ENTRY = "entry", _("entry")
        ENTRANT = "entrant", _("player entered")

    kind = models.CharField(max_length=12, choices=Kind.choices)
    number = models.PositiveBigIntegerField()
    label = models.CharField(max_length=220)
    club = models.ForeignKey(
        Club, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+"
    )
    competition = models.ForeignKey(
        Competition,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        null=True,
        blank=True,
        related_name="+",
    )
    about = models.JSONField(default=dict, blank=True)
    rows = models.JSONField(encoder=DjangoJSONEncoder)
    cut = models.JSONField(default=list, blank=True)
    changed = models.JSONField(default=list, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    until = models.DateTimeField()
    restored_at = models.DateTimeField(null=True, blank=True)
    restored_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "number"],
                condition=Q(restored_at=None),
                name="deletion_once_until_restored",
            ),
            models.CheckConstraint(
                condition=Q(
                    kind__in=[
                        "competition",
                        "club",
                        "player",
                        "partnership",
                        "stage",
                        "round",
                        "entry",
                        "entrant",
                    ]
                ),
                name="deletion_kind_known",
            ),
        ]

    def __str__(self) -> str:
        return self.label
