"""A part of a competition that is drawn in one way, and its divisions."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.competitions import Competition
from league.models.entries import Entry


class Stage(models.Model):
    """A round robin, a Swiss, random draws, or a bracket.

    `draw` keeps how the stage was drawn or will be: `{"method", "seed", "legs", ...}`, for a
    bracket `{"seeds": [entry ids in order], "third_place", ...}` and how a tie at the cut was
    resolved, so that the same draw can be made again; `"seed_swaps"` are exchanges by hand.
    Brackets never feed the standings.
    """

    class Kind(models.TextChoices):
        ROUND_ROBIN = "round_robin", _("round robin")
        SWISS = "swiss", _("Swiss")
        RANDOM = "random", _("random draw each round")
        ROTATING = "rotating", _("rotating partners")
        KNOCKOUT = "knockout", _("knockout")
        DOUBLE_KNOCKOUT = "double", _("double knockout")
        CHAMPIONSHIP = "championship", _("championship")

    # Each round of these is drawn when the one before it is played.
    DRAWN_ROUND_BY_ROUND = (Kind.SWISS, Kind.RANDOM, Kind.ROTATING)
    BRACKETS = (Kind.KNOCKOUT, Kind.DOUBLE_KNOCKOUT, Kind.CHAMPIONSHIP)

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
                condition=models.Q(
                    kind__in=[
                        "round_robin",
                        "swiss",
                        "random",
                        "rotating",
                        "knockout",
                        "double",
                        "championship",
                    ]
                ),
                name="stage_kind_known",
            ),
        ]

    def __str__(self) -> str:
        return self.get_kind_display()


class Division(models.Model):
    """A division of a league, or a pool of a tournament: it has its own table."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="divisions")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=60)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="division_number_once"),
            models.CheckConstraint(condition=~models.Q(name=""), name="division_has_name"),
        ]

    def __str__(self) -> str:
        return self.name


class DivisionEntry(models.Model):
    """An entry's division: one in each stage."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="+")
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="places")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="divisions")

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "division entries"
        constraints = [
            models.UniqueConstraint(fields=["stage", "entry"], name="division_once_a_stage"),
        ]

    def __str__(self) -> str:
        return f"{self.division}: {self.entry}"
