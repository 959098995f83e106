"""What an organizer has to do next, from what really stands: draw, publish, results, close, end."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from league.models import Competition, Match, Round, Stage
from league.queries.brackets import BracketState, bracket_state, seeds_of
from league.queries.competitions import Setup
from league.queries.matches import MatchView, load_matches

What = Literal[
    "enter", "draw", "publish", "results", "close", "made_up", "make", "settle", "final", "finish"
]
"""`results`: a round waits for sheets; `made_up`: only matches that were put off are left;
`settle`: a bracket waits for a choice; `final`: there may be one, or it is finished."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NextStep:
    """`step` is the part of the hub it belongs to: entries, draw, publish, play, final (making and
    publishing a bracket), bracket (playing it) or finish; "" when it is finished.

    `tables` are those without a result; `number` is that of the round to be drawn.
    """

    step: str
    what: What | None = None
    stage: Stage | None = None
    round: Round | None = None
    tables: tuple[int, ...] = ()
    number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketProgress:
    """How far a bracket is; `state` is None before it is made. `rounds` are those in which
    something is played, or can be yet."""

    stage: Stage
    state: BracketState | None
    rounds: tuple[Round, ...]

    @property
    def drafts(self) -> int:
        return sum(one.state == Round.State.DRAFT for one in self.rounds)

    @property
    def closed(self) -> int:
        return sum(one.state == Round.State.CLOSED for one in self.rounds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """The next step, and how far the brackets are."""

    next: NextStep
    brackets: tuple[BracketProgress, ...]


def progress_of(setup: Setup) -> Progress:
    """Where the competition is. Some statements, and six more for each bracket."""
    brackets = tuple(_bracket(stage) for stage in setup.brackets)
    return Progress(next=_next(setup, brackets), brackets=brackets)


def _next(setup: Setup, brackets: Sequence[BracketProgress]) -> NextStep:
    if setup.competition.state == Competition.State.FINISHED:
        return NextStep(step="")
    rotating = setup.stage is not None and setup.stage.kind == Stage.Kind.ROTATING
    if setup.entries < (4 if rotating else 2):
        return NextStep(step="entries", what="enter")
    steps = [] if setup.cup else [_of_rounds(setup)]
    steps += [_of_bracket(one) for one in brackets]
    found = next((step for step in steps if step is not None), None)
    if found is not None:
        return found
    if _put_off(setup.competition):
        return NextStep(step="play", what="made_up")
    if setup.stage is None and not brackets:
        return NextStep(step="final", what="final")
    return NextStep(step="finish", what="finish")


def _of_rounds(setup: Setup) -> NextStep | None:
    """What is next of the rounds that make the table; None when they are played."""
    rounds = list(
        Round.objects.filter(stage__competition=setup.competition)
        .exclude(stage__kind__in=Stage.BRACKETS)
        .select_related("stage")
        .order_by("stage__number", "number")
    )
    if not rounds and setup.stage is None:
        return NextStep(step="draw", what="draw")
    one_by_one = [one for one in rounds if one.stage.kind in Stage.DRAWN_ROUND_BY_ROUND]
    waiting = next((one for one in one_by_one if one.state == Round.State.DRAFT), None)
    if waiting is not None:  # everybody in the hall waits for it
        return NextStep(step="draw", what="publish", stage=waiting.stage, round=waiting)
    following = _to_draw(setup, one_by_one)
    last = {one.stage_id: one.pk for one in one_by_one}
    for found in rounds:
        if found.state == Round.State.PUBLISHED:
            tables = _tables(load_matches(Match.objects.filter(round=found), seats=False))
            if tables:
                return NextStep(step="play", what="results", round=found, tables=tables)
            # Where rounds are drawn one by one the next is drawn at once; the last one is closed.
            if found not in one_by_one or (last[found.stage_id] == found.pk and not following):
                return NextStep(step="play", what="close", round=found)
        elif found.state == Round.State.DRAFT:
            return NextStep(step="publish", what="publish", stage=found.stage, round=found)
    return following


def _to_draw(setup: Setup, drawn: Sequence[Round]) -> NextStep | None:
    """The next round of a stage whose rounds are drawn one by one."""
    stages = Stage.objects.filter(
        competition=setup.competition, kind__in=Stage.DRAWN_ROUND_BY_ROUND
    )
    for stage in stages.order_by("number") if setup.stage is not None else ():
        number = sum(one.stage_id == stage.pk for one in drawn) + 1
        if number <= int(stage.draw.get("rounds") or 0):
            return NextStep(step="draw", what="draw", stage=stage, number=number)
    return None


def _bracket(stage: Stage) -> BracketProgress:
    if not seeds_of(stage):
        return BracketProgress(stage=stage, state=None, rounds=())
    state = bracket_state(stage)
    rounds = tuple(
        one
        for one in state.rounds
        if any(
            key in state.matches or not state.resolved[key].decided
            for key in state.waves.get(one.number, ())
        )
    )
    return BracketProgress(stage=stage, state=state, rounds=rounds)


def _of_bracket(one: BracketProgress) -> NextStep | None:
    """What is next of a bracket; None when it is played."""
    state, stage = one.state, one.stage
    if state is None:
        return NextStep(step="final", what="make", stage=stage)
    if state.to_decide or state.drawn:
        return NextStep(step="final", what="settle", stage=stage)
    for found in one.rounds:
        here = [state.matches[key] for key in state.waves[found.number] if key in state.matches]
        if found.state == Round.State.DRAFT:
            return NextStep(step="final", what="publish", stage=stage, round=found)
        if found.state == Round.State.PUBLISHED:
            if tables := _tables(here):
                return NextStep(
                    step="bracket", what="results", stage=stage, round=found, tables=tables
                )
            if all(state.resolved[key].decided for key in state.waves[found.number]):
                return NextStep(step="bracket", what="close", stage=stage, round=found)
    if any(not slot.decided for slot in state.resolved.values()):
        return NextStep(step="bracket", what="made_up", stage=stage)
    return None


def _tables(views: Sequence[MatchView]) -> tuple[int, ...]:
    """The tables without a result; one that was put off is not waited for."""
    missing = [view.match.table for view in views if not view.stands and not view.match.postponed]
    return tuple(sorted(missing))


def _put_off(competition: Competition) -> bool:
    """Whether a match that was put off is still to be made up."""
    found = Match.objects.filter(round__stage__competition=competition, postponed=True)
    return any(not view.over for view in load_matches(found, seats=False))
