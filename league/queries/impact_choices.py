"""What was made from a table before it was corrected, and so is chosen about: kept, or made again.

Rounds that were drawn one by one, and brackets whose seeds a cut of the table gave.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q

from league.models import Competition, Entry, Game, Match, Round, Stage
from league.queries.brackets import bracket_state, brackets_of
from league.queries.cuts import Recut

SEEDED = ("standings", "divisions")  # how a bracket is made from a table
Since = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnRound:
    """A round drawn from the table before.

    `stays` says why it cannot be drawn again: "later" (a later round was drawn from it), "cut" (a
    bracket was); "" when it can. `written` are its tables at which something is on record.
    """

    round: Round
    stays: str
    written: tuple[int, ...]

    @property
    def stamp(self) -> tuple[object, ...]:
        """Differs once somebody has drawn it again, published it or written on it."""
        told = self.round.draw
        turns = (told.get("seed"), len(told.get("swaps", [])))
        return (self.round.pk, self.round.state, *turns, self.stays, self.written)


@dataclass(frozen=True, slots=True, kw_only=True)
class CutMoved:
    """A bracket whose seeds would be others now: (number of the seed, who has it, who would).

    `stays` says why it cannot be cut again here: "begun", "tied" (it is to be settled first).
    """

    stage: Stage
    seeds: tuple[tuple[int, Entry | None, Entry | None], ...]
    stays: str

    @property
    def stamp(self) -> tuple[object, ...]:
        told = [(number, was and was.pk, now and now.pk) for number, was, now in self.seeds]
        return (self.stage.pk, told, self.stays)


def since_match(match: Match) -> Since:
    """From which round on, (number of the stage, number of the round), a result counts."""
    return match.round.stage.number, match.round.number


def made_after(round: Round) -> list[Stage]:
    """The brackets and later stages that were made from a table in which this round counts."""
    later = Stage.objects.filter(
        competition=round.stage.competition_id, number__gt=round.stage.number
    ).order_by("number")
    drawn = set(Round.objects.filter(stage__in=later).values_list("stage", flat=True))
    return [
        one
        for one in later
        if one.pk in drawn
        and (
            one.kind in Stage.DRAWN_ROUND_BY_ROUND
            or (one.kind in Stage.BRACKETS and one.draw.get("order") in SEEDED)
        )
    ]


def drawn_since(competition: Competition, since: Since | None) -> tuple[DrawnRound, ...]:
    """The rounds drawn one by one after `since` that are not closed, in order.

    None is a penalty or the like: from the beginning on. The first round of all is drawn from no
    table.
    """
    stages = list(Stage.objects.filter(competition=competition).order_by("number"))
    if not stages:
        return ()
    stage_number, number = since or (stages[0].number, 1)
    after = Q(stage__number=stage_number, number__gt=number) | Q(stage__number__gt=stage_number)
    rounds = list(
        Round.objects.filter(
            after, stage__competition=competition, stage__kind__in=Stage.DRAWN_ROUND_BY_ROUND
        )
        .select_related("stage")
        .order_by("stage__number", "number")
    )
    cut = {
        one.number
        for one in stages
        if one.kind in Stage.BRACKETS and one.draw.get("seeds") and one.draw.get("order") in SEEDED
    }
    written = _written(rounds)
    found = []
    for one in rounds:
        stays = ""
        if one.pk != rounds[-1].pk:
            stays = "later"
        elif any(bracket > one.stage.number for bracket in cut):
            stays = "cut"
        tables = written.get(one.pk, ())
        # A round in play, or played, from which another was drawn is past choosing.
        if one.state != Round.State.CLOSED and not (stays == "later" and tables):
            found.append(DrawnRound(round=one, stays=stays, written=tables))
    return tuple(found)


def cuts_moved(
    competition: Competition,
    before: Mapping[int, Recut | None],
    after: Mapping[int, Recut | None],
    entries: Mapping[int, Entry],
) -> tuple[CutMoved, ...]:
    """The brackets of which another cut was not yet chosen about, and moves something new."""
    found = []
    for stage in brackets_of(competition, drafts=True):
        now = after.get(stage.pk)
        was = before.get(stage.pk)
        if now is None or (was is not None and was.stamp == now.stamp):
            continue
        stage.competition = competition
        begun = bracket_state(stage).begun
        stays = "begun" if begun else "tied" if now.tied else ""
        found.append(
            CutMoved(
                stage=stage, seeds=() if now.tied else _seeds(stage, now, entries), stays=stays
            )
        )
    return tuple(found)


def _seeds(
    stage: Stage, now: Recut, entries: Mapping[int, Entry]
) -> tuple[tuple[int, Entry | None, Entry | None], ...]:
    ours = list(stage.draw.get("ranked") or [])
    theirs: list[Entry | None] = list(now.seeds)
    size = max(len(ours), len(theirs))
    ours += [0] * (size - len(ours))
    theirs += [None] * (size - len(theirs))
    return tuple(
        (number, entries.get(was), one)
        for number, (was, one) in enumerate(zip(ours, theirs, strict=True), start=1)
        if one is None or one.pk != was
    )


def _written(rounds: list[Round]) -> dict[int, tuple[int, ...]]:
    begun = Exists(Game.objects.filter(match=OuterRef("pk")))
    found: dict[int, tuple[int, ...]] = {}
    for match in Match.objects.filter(begun | Q(forfeit__isnull=False), round__in=rounds).order_by(
        "table"
    ):
        found[match.round_id] = (*found.get(match.round_id, ()), match.table)
    return found
