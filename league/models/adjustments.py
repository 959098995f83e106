"""A penalty or a bonus, with its reason."""

from fractions import Fraction

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Round as Rounded
from django.db.models.lookups import Exact
from django.utils.translation import gettext_lazy as _

from league.models.competitions import Competition
from league.models.entries import Entrant, Entry


class Adjustment(models.Model):
    """Match points (whole or half) and points added, below 0 taken off. Removed, it stays here.

    It belongs to an entry or, where partners rotate, to a player entered alone. `rule` is the rule
    it was given by, in the words of the event ("house rule 4"), where there is one.
    """

    entry = models.ForeignKey(
        Entry, on_delete=models.CASCADE, null=True, blank=True, related_name="adjustments"
    )
    entrant = models.ForeignKey(
        Entrant, on_delete=models.CASCADE, null=True, blank=True, related_name="adjustments"
    )
    match_points = models.DecimalField(_("match points"), max_digits=6, decimal_places=1, default=0)
    points = models.IntegerField(_("points"), default=0)
    reason = models.CharField(_("reason"), max_length=200)
    rule = models.CharField(_("rule"), max_length=60, blank=True, db_default="")
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="adjustment_has_reason"),
            models.CheckConstraint(
                condition=~Q(match_points=0, points=0), name="adjustment_changes_something"
            ),
            models.CheckConstraint(
                condition=Exact(F("match_points") * 2, Rounded(F("match_points") * 2)),
                name="adjustment_in_halves",
            ),
            models.CheckConstraint(
                condition=Q(entry__isnull=False, entrant__isnull=True)
                | Q(entry__isnull=True, entrant__isnull=False),
                name="adjustment_of_entry_or_player",
            ),
        ]

    def __str__(self) -> str:
        return self.reason

    @property
    def owner(self) -> Entry | Entrant:
        """Who has it: the entry, or the player entered alone."""
        found = self.entry or self.entrant
        assert found is not None  # adjustment_of_entry_or_player
        return found

    @property
    def competition(self) -> Competition:
        return self.owner.competition

    @property
    def exact_match_points(self) -> int | Fraction:
        """The match points as `scoring` counts them: an int, or a fraction of two."""
        exact = Fraction(self.match_points)
        return exact.numerator if exact.denominator == 1 else exact
