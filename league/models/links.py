"""A table link: whoever holds it may score one table, without an account."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.models.competitions import Competition
from league.models.rounds import Round
from league.models.users import User


class TableLink(models.Model):
    """A secret address for one match, for one table of a round, or for a table's whole evening.

    Exactly one of `match`, `round` and `night` says which; `table` goes with the last two. The
    secret is worked out from `nonce` and the site's key when it is printed, and stored nowhere:
    `digest` is its SHA-256 in hex. It ends with its round, at `expires_at`, or when revoked.
    """

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="links")
    match = models.ForeignKey(
        "league.Match", on_delete=models.CASCADE, null=True, blank=True, related_name="links"
    )
    round = models.ForeignKey(
        Round, on_delete=models.CASCADE, null=True, blank=True, related_name="links"
    )
    night = models.DateField(null=True, blank=True)
    table = models.PositiveSmallIntegerField(null=True, blank=True)
    nonce = models.UUIDField(unique=True)
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(match__isnull=False, round__isnull=True, night__isnull=True, table=None)
                | Q(match__isnull=True, round__isnull=False, night__isnull=True, table__gte=1)
                | Q(match__isnull=True, round__isnull=True, night__isnull=False, table__gte=1),
                name="link_for_one_thing",
            ),
            models.UniqueConstraint(
                fields=["match"], condition=Q(revoked_at=None), name="link_once_a_match"
            ),
            models.UniqueConstraint(
                fields=["round", "table"], condition=Q(revoked_at=None), name="link_once_a_table"
            ),
            models.UniqueConstraint(
                fields=["competition", "night", "table"],
                condition=Q(revoked_at=None),
                name="link_once_an_evening",
            ),
        ]

    def __str__(self) -> str:
        return f"link {self.pk}"


# Who writes: an account, or a table link.
Actor = User | TableLink


def account_of(by: Actor | None) -> User | None:
    """The account that wrote, None for a table link."""
    return by if isinstance(by, User) else None
