"""A club and who may do what in it."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Club(models.Model):
    """A hall, legion or parish that plays: its people and its competitions hang on it."""

    name = models.CharField(_("name"), max_length=100)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    place = models.CharField(_("town or hall"), max_length=100, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="club_has_name"),
            models.CheckConstraint(condition=~models.Q(slug=""), name="club_has_slug"),
        ]

    def __str__(self) -> str:
        return self.name


class Role(models.Model):
    """What one account may do in one club; the higher roles include the lower."""

    class Kind(models.TextChoices):
        OWNER = "owner", _("owner")
        ORGANIZER = "organizer", _("organizer")
        SCOREKEEPER = "scorekeeper", _("scorekeeper")
        MEMBER = "member", _("member")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="roles"
    )
    kind = models.CharField(_("role"), max_length=12, choices=Kind.choices)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="role_once_a_club"),
            models.CheckConstraint(
                condition=models.Q(kind__in=["owner", "organizer", "scorekeeper", "member"]),
                name="role_kind_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.get_kind_display()}"
