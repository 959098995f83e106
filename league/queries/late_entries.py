"""How a partnership that comes after the draw can still come in, as things stand."""

from dataclasses import dataclass

from django.db.models import QuerySet

from league.models import Bye, Competition, Round, Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class LateWays:
    """`stage` is the one being played. `rounds` are those not closed yet, in order.

    `bye`: a bye of the round that is on, to play against (None: nobody has one). In a round
    robin, `all_byes`: whether every round still to come has one, so that the late pair takes
    its place to the end.
    """

    stage: Stage
    rounds: tuple[Round, ...]
    bye: Bye | None
    all_byes: bool

    @property
    def round_robin(self) -> bool:
        return self.stage.kind == Stage.Kind.ROUND_ROBIN

    @property
    def on(self) -> Round | None:
        """The round that is on: the first one published and not closed."""
        return next((one for one in self.rounds if one.state == Round.State.PUBLISHED), None)

    @property
    def ways(self) -> tuple[str, ...]:
        """What can be done: "bye", "together", "next" where rounds are drawn one by one; "bye",
        "extra" in a round robin."""
        if self.round_robin:
            return ("bye", "extra") if self.bye and self.all_byes else ("extra",)
        if self.on is None:
            return ("next",)
        return ("bye", "together", "next") if self.bye else ("together", "next")


def late_ways(competition: Competition) -> LateWays | None:
    """None while nothing is published: then they are simply entered; and where partners rotate."""
    stages = Stage.objects.filter(competition=competition).exclude(
        kind__in=[*Stage.BRACKETS, Stage.Kind.ROTATING]
    )
    stage = stages.order_by("number").last()
    if stage is None or not stage.rounds.exclude(state=Round.State.DRAFT).exists():
        return None
    stage.competition = competition
    rounds = tuple(stage.rounds.exclude(state=Round.State.CLOSED).order_by("number"))
    byes = byes_in(rounds)
    on = next((one for one in rounds if one.state == Round.State.PUBLISHED), None)
    return LateWays(
        stage=stage,
        rounds=rounds,
        bye=byes.filter(round=on).first() if on else None,
        all_byes=bool(rounds) and set(byes.values_list("round", flat=True)) == _ids(rounds),
    )


def byes_in(rounds: tuple[Round, ...]) -> QuerySet[Bye]:
    """The byes of these rounds, with the entries that have them."""
    return (
        Bye.objects.filter(round__in=rounds)
        .select_related("round", "entry__partnership__first", "entry__partnership__second")
        .order_by("round__number", "pk")
    )


def _ids(rounds: tuple[Round, ...]) -> set[int]:
    return {one.pk for one in rounds}
