"""An invitation into a club: by link to one person, or by a code shown in the hall."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.models.clubs import Club, Role


class Invitation(models.Model):
    """Whoever holds its secret may take the role `kind` in the club, `most_uses` people in all.

    The secret is worked out from `nonce` and the site's key when it is shown, and stored nowhere;
    `digest` finds it again (see `league.queries.invitations`). With `email` it was made for one
    person, and lets one in; without, it is a code for the hall and makes members alone. It ends
    with its last use, at `expires_at`, or when revoked.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    kind = models.CharField(_("role"), max_length=12, choices=Role.Kind.choices)
    email = models.EmailField(_("e-mail"), blank=True)
    name = models.CharField(_("name"), max_length=100, blank=True)
    nonce = models.UUIDField(unique=True)
    digest = models.CharField(max_length=64, unique=True)
    most_uses = models.PositiveSmallIntegerField()
    uses = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["owner", "organizer", "scorekeeper", "member"]),
                name="invitation_kind_known",
            ),
            models.CheckConstraint(
                condition=Q(email="", kind="member") | (~Q(email="") & Q(most_uses=1)),
                name="invitation_for_one_or_for_members",
            ),
            models.CheckConstraint(
                condition=Q(most_uses__gte=1) & Q(uses__lte=F("most_uses")),
                name="invitation_uses_in_bounds",
            ),
        ]

    def __str__(self) -> str:
        return f"invitation {self.pk}"
