"""What was done, by whom, when, from what to what, and why."""

from django.conf import settings
from django.db import models

from league.models.clubs import Club
from league.models.competitions import Competition
from league.models.links import TableLink
from league.models.matches import Match


class AuditEntry(models.Model):
    """One write. `before` and `after` hold ids and figures, never names.

    Who did it: the account `by`, or whoever held the table link `link`.
    `verb` is the action's name ("record_hand"), `subject` what it touched ("hand:12").
    Entries are only ever added.
    """

    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    link = models.ForeignKey(
        TableLink, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    club = models.ForeignKey(Club, on_delete=models.SET_NULL, null=True, related_name="+")
    competition = models.ForeignKey(
        Competition, on_delete=models.SET_NULL, null=True, blank=True, related_name="audit"
    )
    match = models.ForeignKey(
        Match, on_delete=models.SET_NULL, null=True, blank=True, related_name="audit"
    )
    verb = models.CharField(max_length=40)
    subject = models.CharField(max_length=60)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-id"]
        verbose_name_plural = "audit entries"
        constraints = [
            models.CheckConstraint(condition=~models.Q(verb=""), name="audit_has_verb"),
        ]

    def __str__(self) -> str:
        return f"{self.verb} {self.subject}"
