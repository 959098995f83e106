"""A part of a competition that is drawn in one way."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.competitions import Competition


class Stage(models.Model):
    """A round robin, or the championship rounds that follow it.

    `draw` keeps how the stage was drawn: `{"seed", "legs", "tables", ...}`, so that the
    same draw can be made again. Only round-robin stages feed the standings.
    """

    class Kind(models.TextChoices):
        ROUND_ROBIN = "round_robin", _("round robin")
        CHAMPIONSHIP = "championship", _("championship")

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=12, choices=Kind.choices, default=Kind.ROUND_ROBIN)
    best_of = models.PositiveSmallIntegerField(default=1)
    draw = models.JSONField(default=dict)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "number"], name="stage_number_once"),
            models.CheckConstraint(
                condition=models.Q(best_of__in=[1, 3, 5, 7]), name="stage_best_of_odd"
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=["round_robin", "championship"]),
                name="stage_kind_known",
            ),
        ]

    def __str__(self) -> str:
        return self.get_kind_display()
