"""A bracket cut again from the table as it is now, in one step with what moved the table."""

from typing import Any

from django.db import transaction

from league.actions.brackets import BracketPlan, make_bracket
from league.actions.cuts import CutSettled
from league.models import Actor, Round, Stage


@transaction.atomic
def cut_bracket_again(stage: Stage, *, by: Actor) -> Stage:
    """Make a bracket again as it was planned, with its rounds' names and times, as a draft.

    A tie at the line that was settled stays settled while the same are level. Raises CutTied for
    another tie, ActionError once play has begun in it.
    """
    rounds = {one.number: one for one in stage.rounds.all()}
    made = make_bracket(
        stage.competition,
        _plan_of(stage, rounds.get(1)),
        settled=_settled(stage.draw.get("cut") or {}),
        replaces=stage.pk,
        by=by,
    )
    for one in made.rounds.all():
        before = rounds.get(one.number)
        if before is not None:
            one.name, one.starts_at = before.name, before.starts_at
            one.save(update_fields=["name", "starts_at"])
    return made


def _plan_of(stage: Stage, first: Round | None) -> BracketPlan:
    told = stage.draw
    return BracketPlan(
        kind=stage.kind,
        order=told["order"],
        places=told.get("places"),
        each=told.get("each"),
        best_of=stage.best_of,
        third_place=bool(told.get("third_place")),
        consolation=bool(told.get("consolation")),
        keep_clubs_apart=bool(told.get("keep_clubs_apart", True)),
        first=None if first is None else first.starts_at,
    )


def _settled(cut: dict[str, Any]) -> dict[int, CutSettled]:
    """How ties were settled, by the number of the line; of a lot its seed, so that it holds."""
    lines = {one["line"]: one for one in cut.get("divisions", [])} or ({0: cut} if cut else {})
    return {
        number: CutSettled(
            how=one["how"],
            order=tuple(one["order"]),
            note=one.get("note", ""),
            seed=one.get("seed", ""),
        )
        for number, one in lines.items()
    }
