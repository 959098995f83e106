"""Adds a stage that is drawn round by round, changes what is planned of it, takes it off."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.actions.deletions import take_away
from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.actions.locks import lock_competition
from league.models import Competition, Deletion, Entry, Round, Stage, User
from league.queries.stages import drawn_again, rotating


@dataclass(frozen=True, slots=True, kw_only=True)
class StagePlan:
    """What the organizer asked for. `rounds` is how many are planned.

    `told` is when they are played, as the form has it (`first_night`, `clock`, `minutes` from
    one round to the next), {} without times.
    """

    kind: str
    rounds: int
    keep_clubs_apart: bool = True
    told: Mapping[str, Any] = field(default_factory=dict)


@transaction.atomic
def add_stage(competition: Competition, plan: StagePlan, *, by: User) -> Stage:
    """Add a stage whose rounds are drawn one by one. The seed of its first round is made now.

    A second click finds the stage that the first one made. Raises ActionError where partners
    rotate beside entered partnerships: points could not be told apart.
    """
    locked = lock_competition(competition)
    if plan.kind not in Stage.DRAWN_ROUND_BY_ROUND:
        raise ActionError(_("Choose how the rounds are drawn."), field="kind")
    last = Stage.objects.filter(competition=locked).order_by("number").last()
    if last is not None and last.kind == plan.kind and not last.rounds.exists():
        return last
    _check_partners(locked, plan.kind)
    stage = Stage.objects.create(
        competition=locked,
        number=1 if last is None else last.number + 1,
        kind=plan.kind,
        draw={**_planned(plan), "method": plan.kind, "next_seed": new_seed(), "discarded": {}},
    )
    write_entry(
        "add_stage",
        f"stage:{stage.pk}",
        by=by,
        competition=locked,
        after={"kind": plan.kind, **_planned(plan)},
    )
    return stage


@transaction.atomic
def edit_stage(stage: Stage, plan: StagePlan, *, by: User) -> None:
    """Change how many rounds are planned, when they are played, whether clubs are kept apart.

    Rounds that are drawn stay as they are. Raises ActionError for fewer than are drawn.
    """
    locked = lock_competition(stage.competition)
    found = Stage.objects.select_for_update().get(pk=stage.pk)
    drawn = found.rounds.count()
    if plan.rounds < drawn:
        raise ActionError(
            ngettext(
                "%(n)d round is drawn already; delete it first.",
                "%(n)d rounds are drawn already; delete the last one first.",
                drawn,
            )
            % {"n": drawn},
            field="rounds",
        )
    planned = _planned(plan)
    before = {key: found.draw.get(key) for key in planned}
    if before == planned:
        return
    found.draw = {**found.draw, **planned}
    found.save(update_fields=["draw"])
    write_entry(
        "edit_stage",
        f"stage:{found.pk}",
        by=by,
        competition=locked,
        before=before,
        after=planned,
    )


@transaction.atomic
def remove_stage(stage: Stage, *, by: User) -> None:
    """Take a stage off of which no round is drawn; for thirty days it can be restored."""
    locked = lock_competition(stage.competition)
    found = Stage.objects.filter(pk=stage.pk).first()
    if found is None:
        return
    if found.rounds.exists():
        raise ActionError(_("Rounds are drawn; delete them first, the last one first."))
    kept = take_away(
        found,
        kind=Deletion.Kind.STAGE,
        label=str(found),
        club=locked.club,
        competition=locked,
        by=by,
    )
    write_entry(
        "remove_stage",
        f"stage:{stage.pk}",
        by=by,
        competition=locked,
        before={"kind": found.kind, "rounds": found.draw.get("rounds"), "deletion": kept.pk},
    )


def new_seed() -> str:
    """A seed nobody can guess from its hash."""
    return secrets.token_hex(16)


def drop_locked_rounds(locked: Competition, *, by: User) -> None:
    """Drop drafts of rounds drawn one by one, because who plays has changed."""
    drafts = Round.objects.filter(
        stage__competition=locked,
        stage__kind__in=Stage.DRAWN_ROUND_BY_ROUND,
        state=Round.State.DRAFT,
    ).select_related("stage")
    for one in drafts:
        discard_seed(one)
        one.delete()
        write_entry(
            "drop_round",
            f"stage:{one.stage_id}",
            by=by,
            competition=locked,
            before={"number": one.number, "seed": one.draw.get("seed")},
        )


def discard_seed(one: Round) -> None:
    """Keep the seed of a draw that is thrown away, so that drawing again stays in the open.

    After a draft the next draw goes on from the same seed, whose hash everybody has seen. Another
    one would tell them that there was a draft.
    """
    stage = Stage.objects.select_for_update().get(pk=one.stage_id)
    kept = dict(stage.draw.get("discarded") or {})
    kept[str(one.number)] = [*kept.get(str(one.number), []), one.draw.get("seed")]
    stage.draw = {**stage.draw, "discarded": kept}
    if one.state == Round.State.DRAFT and one.draw.get("seed"):
        stage.draw["next_seed"] = drawn_again(one.draw["seed"])
    stage.save(update_fields=["draw"])


def _planned(plan: StagePlan) -> dict[str, Any]:
    return {"rounds": plan.rounds, "keep_clubs_apart": plan.keep_clubs_apart, **plan.told}


def _check_partners(locked: Competition, kind: str) -> None:
    if kind == Stage.Kind.ROTATING:
        if Entry.objects.filter(competition=locked, for_one_round=False).exists():
            raise ActionError(
                _("Partnerships are entered. Where partners rotate, players are entered alone."),
                field="kind",
            )
        if locked.stages.exists():
            raise ActionError(
                _("Rotating partners stand alone: take the other stage off first."), field="kind"
            )
    elif rotating(locked):
        raise ActionError(
            _("Partners rotate here, so no partnership could play in another stage."),
            field="kind",
        )
