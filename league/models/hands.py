"""A hand sheet as it was written down, with the score it came to."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.models.games import SEAT_LETTERS, SEATS, Game

SIDES = [("NS", "NS"), ("EW", "EW")]
TRUMPS = [
    ("S", _("spades")),
    ("H", _("hearts")),
    ("D", _("diamonds")),
    ("C", _("clubs")),
    ("NT", _("no trump")),
]
RANKS = [(rank, rank) for rank in "6789TJQKA"]


def _none_or(field: str, values: list[str]) -> Q:
    return Q(**{f"{field}__isnull": True}) | Q(**{f"{field}__in": values})


class Hand(models.Model):
    """One hand of a game. The fields are those of `scoring.HandSheet`; counts and scores in points.

    `client_id` is made by the phone, so that a second tap stores nothing twice. `revision`
    rises with every correction. A void hand keeps its line and its deal and scores nothing;
    an undone one has left the sheet and its number is free again.
    """

    class Status(models.TextChoices):
        RECORDED = "recorded", _("recorded")
        VOID = "void", _("void")
        UNDONE = "undone", _("undone")

    class Outcome(models.TextChoices):
        PLAYED = "played", _("played")
        PASSED_OUT = "passed_out", _("passed out")
        MISPLAY = "misplay", _("misplay")
        THROWN_IN = "thrown_in", _("thrown in")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="hands")
    number = models.PositiveSmallIntegerField()
    client_id = models.UUIDField(unique=True)
    revision = models.PositiveIntegerField(default=1)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.RECORDED)

    outcome = models.CharField(max_length=10, choices=Outcome.choices, default=Outcome.PLAYED)
    trump = models.CharField(max_length=2, choices=TRUMPS, null=True, blank=True)
    dealer = models.CharField(max_length=1, choices=SEATS)
    caller = models.CharField(max_length=1, choices=SEATS, null=True, blank=True)
    forced = models.BooleanField(default=False)
    bid = models.PositiveSmallIntegerField(null=True, blank=True)
    count_ns = models.PositiveSmallIntegerField(null=True, blank=True)
    count_ew = models.PositiveSmallIntegerField(null=True, blank=True)
    last_trick = models.CharField(max_length=2, choices=SIDES, null=True, blank=True)
    bella_seat = models.CharField(max_length=1, choices=SEATS, null=True, blank=True)
    bella_call = models.CharField(max_length=5, blank=True)
    claim = models.JSONField(null=True, blank=True)
    thrown_by = models.CharField(max_length=2, choices=SIDES, null=True, blank=True)
    note = models.CharField(max_length=200, blank=True)

    verdict = models.CharField(max_length=10)
    total = models.PositiveSmallIntegerField()
    score_ns = models.PositiveSmallIntegerField()
    score_ew = models.PositiveSmallIntegerField()
    hanging = models.PositiveSmallIntegerField(default=0)

    recorded_at = models.DateTimeField(auto_now_add=True)
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["number", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "number"],
                condition=~Q(status="undone"),
                name="hand_number_once_a_game",
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="hand_from_one"),
            models.CheckConstraint(
                condition=Q(status__in=["recorded", "void", "undone"]), name="hand_status_known"
            ),
            models.CheckConstraint(
                condition=Q(outcome__in=["played", "passed_out", "misplay", "thrown_in"]),
                name="hand_outcome_known",
            ),
            models.CheckConstraint(
                condition=_none_or("trump", ["S", "H", "D", "C", "NT"]), name="hand_trump_known"
            ),
            models.CheckConstraint(
                condition=Q(dealer__in=SEAT_LETTERS)
                & _none_or("caller", SEAT_LETTERS)
                & _none_or("bella_seat", SEAT_LETTERS),
                name="hand_seats_known",
            ),
            models.CheckConstraint(
                condition=_none_or("last_trick", ["NS", "EW"])
                & _none_or("thrown_by", ["NS", "EW"]),
                name="hand_sides_known",
            ),
            models.CheckConstraint(
                condition=Q(count_ns__isnull=True) | Q(count_ns__lte=162),
                name="hand_count_ns_at_most_162",
            ),
            models.CheckConstraint(
                condition=Q(count_ew__isnull=True) | Q(count_ew__lte=162),
                name="hand_count_ew_at_most_162",
            ),
            models.CheckConstraint(
                condition=Q(
                    verdict__in=[
                        "made",
                        "bait",
                        "half_bait",
                        "misplay",
                        "thrown_in",
                        "passed_out",
                        "lost_hand",
                    ]
                ),
                name="hand_verdict_known",
            ),
            models.CheckConstraint(
                condition=~Q(outcome="passed_out")
                | Q(total=0, score_ns=0, score_ew=0, hanging=0, verdict="passed_out"),
                name="hand_passed_out_scores_nothing",
            ),
        ]

    def __str__(self) -> str:
        return str(_("Hand %(number)d") % {"number": self.number})


class HandRun(models.Model):
    """The runs of one player in a hand; `cards` is a list of lists such as ["9H", "TH", "JH"]."""

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="runs")
    seat = models.CharField(max_length=1, choices=SEATS)
    twenties = models.PositiveSmallIntegerField(default=0)
    fifties = models.PositiveSmallIntegerField(default=0)
    hundreds = models.PositiveSmallIntegerField(default=0)
    shown = models.BooleanField(default=True)
    counted = models.BooleanField(default=True)
    cards = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["hand", "seat"], name="hand_run_once_a_seat"),
            models.CheckConstraint(condition=Q(seat__in=SEAT_LETTERS), name="hand_run_seat_known"),
            models.CheckConstraint(
                condition=Q(twenties__lte=3, fifties__lte=2, hundreds__lte=1),
                name="hand_run_fits_nine_cards",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat} {self.twenties}/{self.fifties}/{self.hundreds}"


class HandSet(models.Model):
    """Four of a kind that a player showed in a hand."""

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="sets")
    seat = models.CharField(max_length=1, choices=SEATS)
    rank = models.CharField(max_length=1, choices=RANKS)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["hand", "rank"], name="hand_set_once_a_rank"),
            models.CheckConstraint(condition=Q(seat__in=SEAT_LETTERS), name="hand_set_seat_known"),
        ]

    def __str__(self) -> str:
        return f"{self.seat} {self.rank}"
