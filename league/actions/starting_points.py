"""Where a competition starts from: our league, a Saturday tournament, a championship."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from league.actions.competitions import create_competition
from league.actions.journal import write_entry
from league.actions.stages import StagePlan, add_stage
from league.models import Club, Competition, Stage, User

TARGET: Mapping[str, Any] = {"mode": "target", "hands": None, "minutes": None}
CHAMPIONSHIP_BEST_OF = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """What the organizer chose. `kind` is "league", "saturday" or "championship".

    `stage` is how the rounds of a Saturday are drawn; `match_play` how a game ends.
    """

    name: str
    preset: str
    kind: str = "league"
    match_play: Mapping[str, Any] = field(default_factory=lambda: TARGET)
    stage: StagePlan | None = None


@transaction.atomic
def begin(club: Club, start: Start, *, by: User) -> Competition:
    """Make a competition with its first stage; everything can be changed until play begins.

    A league's round robin is drawn later, from its entries. Raises ActionError for a name taken.
    """
    kind = Competition.Kind.LEAGUE if start.kind == "league" else Competition.Kind.TOURNAMENT
    competition = create_competition(club, name=start.name, preset=start.preset, kind=kind, by=by)
    if dict(start.match_play) != competition.match_play:
        before = competition.match_play
        competition.match_play = dict(start.match_play)
        competition.save(update_fields=["match_play"])
        write_entry(
            "change_rules",
            f"competition:{competition.pk}",
            by=by,
            competition=competition,
            before={"match_play": before},
            after={"match_play": competition.match_play},
        )
    if start.kind == "saturday" and start.stage is not None:
        add_stage(competition, start.stage, by=by)
    elif start.kind == "championship":
        plan_bracket(competition, best_of=CHAMPIONSHIP_BEST_OF, by=by)
    return competition


def plan_bracket(
    competition: Competition, *, best_of: int, kind: str = Stage.Kind.KNOCKOUT, by: User
) -> Stage:
    """A bracket that waits for its entries: a stage without a round."""
    last = Stage.objects.filter(competition=competition).order_by("number").last()
    stage = Stage.objects.create(
        competition=competition,
        number=1 if last is None else last.number + 1,
        kind=kind,
        best_of=best_of,
        draw={"method": str(kind)},
    )
    write_entry(
        "plan_bracket",
        f"stage:{stage.pk}",
        by=by,
        competition=competition,
        after={"kind": str(kind), "best_of": best_of},
    )
    return stage
