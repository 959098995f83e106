"""How a partnership that comes after the draw can still come in, as things stand."""

from dataclasses import dataclass

from django.db.models import QuerySet

from league.models import Bye, Competition, Division, Match, Round, Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class LateWays:
    """`stage` is the one being played. `rounds` are those on or to come (`rounds_not_over`).

    `bye`: a bye of the round that is on, to play against (None: nobody has one). In a round
    robin, `all_byes`: whether every round still to come has one, so that the late pair takes
    its place to the end. `division` is the one they would join: the lowest with such byes, else
    the lowest of all; None where there are none.
    """

    stage: Stage
    rounds: tuple[Round, ...]
    bye: Bye | None
    all_byes: bool
    division: Division | None = None

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
    rounds = rounds_not_over(stage)
    division, all_byes = _open_division(stage, rounds)
    byes = byes_in(rounds, division)
    on = next((one for one in rounds if one.state == Round.State.PUBLISHED), None)
    return LateWays(
        stage=stage,
        rounds=rounds,
        bye=byes.filter(round=on).first() if on else None,
        all_byes=all_byes,
        division=division,
    )


def rounds_not_over(stage: Stage) -> tuple[Round, ...]:
    """The rounds of a stage that are on or to come, in order. Where they are drawn one by one the
    next one that is out ends the one before, whether somebody closed that or not."""
    found = list(stage.rounds.exclude(state=Round.State.CLOSED).order_by("number"))
    if stage.kind in Stage.DRAWN_ROUND_BY_ROUND:
        out = stage.rounds.exclude(state=Round.State.DRAFT)
        last = out.order_by("number").values_list("number", flat=True).last() or 0
        found = [one for one in found if one.number >= last]
    return tuple(found)


def byes_in(rounds: tuple[Round, ...], division: Division | None) -> QuerySet[Bye]:
    """The byes of these rounds (in this division), with the entries that have them."""
    found = Bye.objects.filter(round__in=rounds)
    if division is not None:
        found = found.filter(entry__divisions__division=division)
    return found.select_related(
        "round", "entry__partnership__first", "entry__partnership__second"
    ).order_by("round__number", "pk")


def _open_division(stage: Stage, rounds: tuple[Round, ...]) -> tuple[Division | None, bool]:
    """The division a late pair would join, and whether it has a bye in every round it plays."""
    divisions = list(stage.divisions.order_by("-number"))
    choices: list[Division | None] = [*divisions] or [None]
    for division in choices:
        byes = set(byes_in(rounds, division).values_list("round", flat=True))
        plays = {one.pk for one in rounds}
        if division is not None:
            matches = Match.objects.filter(round__in=rounds, entry_a__divisions__division=division)
            plays = byes | set(matches.values_list("round", flat=True))
        if byes and byes == plays:
            return division, True
    return (divisions[0] if divisions else None), False
