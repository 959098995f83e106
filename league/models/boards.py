"""The screen on the wall of a hall, as its organizer steers it."""

from django.db import models

from league.models.competitions import Competition


class Board(models.Model):
    """What the board of a competition shows; without a row it turns by itself through all pages.

    `page` is the one it stays on ("standings"; empty: all by turns), `seconds` how long each
    stands. `held` are the figures it shows while it is held, with the ids of who they belong to
    and no names (`league.views.board_facts`), as they stood `held_at`.
    """

    competition = models.OneToOneField(Competition, on_delete=models.CASCADE, related_name="board")
    page = models.CharField(max_length=10, blank=True)
    seconds = models.PositiveSmallIntegerField(default=15)
    held = models.JSONField(null=True, blank=True)
    held_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(seconds__gte=5), name="board_turns_slowly"),
            models.CheckConstraint(
                condition=models.Q(held__isnull=True, held_at__isnull=True)
                | models.Q(held__isnull=False, held_at__isnull=False),
                name="board_held_since",
            ),
        ]

    def __str__(self) -> str:
        return str(self.competition)
