"""A game of a match: who sat where, who dealt first, or its totals alone."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.matches import Match
from league.models.players import Player

SEATS = [("N", _("North")), ("E", _("East")), ("S", _("South")), ("W", _("West"))]
SEAT_LETTERS = ["N", "E", "S", "W"]


class Game(models.Model):
    """One game. `ns_side` is the match side ("a" or "b") that sits North and South.

    `total_a` and `total_b` (points) are set for a game of which only the totals are known;
    such a game holds no hands. `bell_after` is the number of the last hand that counted
    when the bell ended the game.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    ns_side = models.CharField(max_length=1, choices=[("a", "a"), ("b", "b")], default="a")
    first_dealer = models.CharField(max_length=1, choices=SEATS, null=True, blank=True)
    total_a = models.PositiveIntegerField(null=True, blank=True)
    total_b = models.PositiveIntegerField(null=True, blank=True)
    bell_after = models.PositiveSmallIntegerField(null=True, blank=True)
    started_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="game_number_once"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="game_from_one"),
            models.CheckConstraint(
                condition=models.Q(ns_side__in=["a", "b"]), name="game_ns_side_known"
            ),
            models.CheckConstraint(
                condition=models.Q(first_dealer__isnull=True)
                | models.Q(first_dealer__in=SEAT_LETTERS),
                name="game_first_dealer_known",
            ),
            models.CheckConstraint(
                condition=models.Q(total_a__isnull=True, total_b__isnull=True)
                | models.Q(total_a__isnull=False, total_b__isnull=False),
                name="game_totals_both_or_none",
            ),
        ]

    def __str__(self) -> str:
        return str(_("Game %(number)d") % {"number": self.number})


class Seating(models.Model):
    """Who sits in one seat of a game."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seating")
    seat = models.CharField(max_length=1, choices=SEATS)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seatings")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="seating_seat_once"),
            models.UniqueConstraint(fields=["game", "player"], name="seating_player_once"),
            models.CheckConstraint(
                condition=models.Q(seat__in=SEAT_LETTERS), name="seating_seat_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat} {self.player.called}"
