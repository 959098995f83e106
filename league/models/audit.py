"""What was done, by whom, when, from what to what, and why: an append-only log in chains."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from league.models.clubs import Club
from league.models.competitions import Competition
from league.models.links import TableLink
from league.models.matches import Match


class AuditEntry(models.Model):
    """One write. `before` and `after` hold ids and figures, never names or free text.

    Who did it: the account `by`, or whoever held the table link `link`.
    `verb` is the action's name ("record_hand"), `subject` what it touched ("hand:12").
    Its ids stay when what they point at is deleted. `rows` are the rows of the competition that
    were changed, as they were afterwards (`league.queries.kept_rows`): what moments of the past
    are set up from.

    Entries are only ever added (`league.actions.audit_guard`), each to the end of its `chain`:
    "competition:12", else "club:3", else "site". `number` counts there from one, `previous` is
    the digest of the entry before, `digest` this one's (`league.queries.audit_chain`). What
    somebody wrote in words is in its `AuditText`, and here as a salted digest alone.
    """

    chain = models.CharField(max_length=40)
    number = models.PositiveIntegerField()
    previous = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now, editable=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        null=True,
        blank=True,
        related_name="+",
    )
    link = models.ForeignKey(
        TableLink,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        null=True,
        blank=True,
        related_name="+",
    )
    club = models.ForeignKey(
        Club, on_delete=models.DO_NOTHING, db_constraint=False, null=True, related_name="+"
    )
    competition = models.ForeignKey(
        Competition,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        null=True,
        blank=True,
        related_name="audit",
    )
    match = models.ForeignKey(
        Match,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        null=True,
        blank=True,
        related_name="audit",
    )
    verb = models.CharField(max_length=40)
    subject = models.CharField(max_length=60)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    rows = models.JSONField(null=True, blank=True)
    text_digest = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ["-id"]
        verbose_name_plural = "audit entries"
        constraints = [
            models.CheckConstraint(condition=~models.Q(verb=""), name="audit_has_verb"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="audit_number_from_one"),
            models.UniqueConstraint(fields=["chain", "number"], name="audit_number_once_a_chain"),
        ]

    def __str__(self) -> str:
        return f"{self.verb} {self.subject}"

    @property
    def reason(self) -> str:
        """Why, in somebody's words; empty when nothing was said or it was blanked since.

        Reads `text`: whoever shows many entries selects it with them.
        """
        return self.text.reason if hasattr(self, "text") else ""


class AuditText(models.Model):
    """The free text of an entry, apart from it, so that it can be blanked.

    `more` holds other words that the entry needs to take something back ("hand:12:note"). The
    entry keeps the digest of all this with `salt`. Blanked, text and salt are gone and only the
    digest stays: the chain is whole, and nobody can find out by guessing what stood there.
    """

    entry = models.OneToOneField(AuditEntry, on_delete=models.PROTECT, related_name="text")
    salt = models.CharField(max_length=32, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    more = models.JSONField(default=dict, blank=True)
    blanked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(blanked_at__isnull=True) | models.Q(salt="", reason=""),
                name="audit_text_blank_is_empty",
            ),
        ]

    def __str__(self) -> str:
        return self.reason


class AuditChain(models.Model):
    """A chain that hangs on no competition: its row is the lock under which entries are added.

    `version` rises with each of them, as a competition's does.
    """

    name = models.CharField(max_length=40, primary_key=True)
    version = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return self.name


class LoggedRow(models.Model):
    """A row of a competition as its log knows it: a digest, to see what was changed since.

    Worked out from the log and never shown. `row` is the number of the row of `kind`, `match` its
    match if it has one, `sheet` that it is read with its match alone.
    """

    competition = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=20)
    row = models.PositiveBigIntegerField()
    match = models.PositiveBigIntegerField(null=True)
    sheet = models.BooleanField(default=False)
    digest = models.CharField(max_length=32)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["competition", "kind", "row"], name="logged_row_once_a_competition"
            ),
        ]
        indexes = [models.Index(fields=["competition", "match"], name="logged_row_of_a_match")]

    def __str__(self) -> str:
        return f"{self.kind}:{self.row}"
