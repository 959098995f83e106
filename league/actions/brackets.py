"""Makes a bracket from the table or from all entries, makes it again while it is a draft."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from django.db import transaction
from django.utils.translation import gettext as _

from league.actions.bracket_slots import settle_bracket
from league.actions.cuts import CutSettled, lot_of, through
from league.actions.deletions import take_away
from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.actions.locks import lock_competition
from league.draws.bracket_layout import reading_order
from league.draws.brackets import LARGEST, SMALLEST
from league.draws.consolation import FOR_BOTH
from league.draws.knockout import FOR_THIRD
from league.draws.seeding import seat_seeds
from league.models import Actor, Competition, Deletion, Entry, Round, Stage, account_of
from league.queries.brackets import bracket_of, bracket_state, brackets_of, seeds_of
from league.queries.cuts import CutTable, cut_again, cut_table
from league.words.brackets import wave_name


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketPlan:
    """What the organizer asked for.

    `kind` is of `Stage.BRACKETS`; `order`: "standings" seeds the best `places` of the table (None:
    all), "divisions" takes the first `each` of every division, "lot" draws all entries, "entered"
    takes them as they were entered. `first` is when the first round starts (UTC), `minutes` from
    one round to the next.
    """

    kind: str
    order: Literal["standings", "divisions", "lot", "entered"]
    places: int | None = None
    each: int | None = None
    best_of: int = 1
    third_place: bool = False
    consolation: bool = False
    keep_clubs_apart: bool = True
    first: datetime | None = None
    minutes: int = 0


@transaction.atomic
def make_bracket(
    competition: Competition,
    plan: BracketPlan,
    *,
    settled: CutSettled | Mapping[int, CutSettled] | None = None,
    replaces: int | None = None,
    by: Actor,
) -> Stage:
    """Make a bracket as a draft, seeded, its first round seated; all later rounds are drafts too.

    `replaces` is the stage that is made again: only while nothing of it has begun. Two taps make
    one bracket. `settled` is of the line of the table; for divisions by the number of each, from
    1. Raises CutTied while entries are level across the line, ActionError for fewer
    than 2 or more than 256, and for a consolation for which too few would be left.
    """
    locked = lock_competition(competition)
    standing = _replaced(locked, replaces)
    table = _table(locked, plan)
    if plan.order in ("standings", "divisions"):
        by_line = {0: settled} if isinstance(settled, CutSettled) else settled
        seeds, cut = through(table, by_line or {})
    else:
        seeds, cut = list(table.entries), {}
    if plan.order == "lot":
        cut = {"seed": secrets.token_hex(8)}
        seeds.sort(key=lambda entry: lot_of(str(cut["seed"]), entry.pk))
    _check_size(plan, len(seeds))
    draw = {**_drawn(plan, seeds, cut, table), "table": table.stamp}
    same = Stage.objects.filter(competition=locked, kind=plan.kind).order_by("number").last()
    if standing is None and same is not None and _same(same, draw):
        return same
    stage = _stage_for(locked, standing, plan, draw)
    _make_rounds(stage, plan)
    settle_bracket(stage, by=by)
    write_entry(
        "make_bracket",
        f"stage:{stage.pk}",
        by=by,
        competition=locked,
        before={"seeds": (standing.draw.get("seeds") if standing else None)},
        after={"kind": plan.kind, "seeds": draw["seeds"], "best_of": plan.best_of, "cut": cut},
    )
    return stage


@transaction.atomic
def drop_bracket(stage: Stage, *, reason: str = "", by: Actor) -> None:
    """Take a bracket off of which nothing has begun; with a reason once it was published.

    For thirty days it can be restored.
    """
    locked = lock_competition(stage.competition)
    found = Stage.objects.filter(pk=stage.pk).first()
    if found is None:
        return
    _refuse_begun(found)
    out = found.rounds.exclude(state=Round.State.DRAFT).exists()
    if out and not reason:
        raise ActionError(_("Everybody has seen it: say why it is taken off."), field="reason")
    kept = take_away(
        found,
        kind=Deletion.Kind.STAGE,
        label=str(found),
        club=locked.club,
        competition=locked,
        by=account_of(by),
    )
    write_entry(
        "drop_bracket",
        f"stage:{stage.pk}",
        by=by,
        competition=locked,
        before={"kind": found.kind, "draw": found.draw, "deletion": kept.pk},
        reason=reason,
    )


def drop_locked_brackets(locked: Competition, *, by: Actor) -> None:
    """Drop drafts of brackets of all entries, because who plays has changed."""
    for stage in brackets_of(locked, drafts=True):
        out = stage.rounds.exclude(state=Round.State.DRAFT).exists()
        if stage.draw.get("order") in ("lot", "entered") and not out:
            before = {"kind": stage.kind, "draw": stage.draw}
            stage.rounds.all().delete()
            stage.draw = {"method": stage.kind}  # planned still
            stage.save(update_fields=["draw"])
            write_entry(
                "drop_bracket", f"stage:{stage.pk}", by=by, competition=locked, before=before
            )


@transaction.atomic
def keep_cut(stage: Stage, *, by: Actor) -> None:
    """The table has changed since the cut, and the bracket stays: say so, in the log."""
    locked = lock_competition(stage.competition)
    found = Stage.objects.select_for_update().get(pk=stage.pk)
    stamp = cut_again(found).stamp
    if found.draw.get("table") == stamp:
        return
    before = found.draw.get("table")
    found.draw = {**found.draw, "table": stamp}
    found.save(update_fields=["draw"])
    write_entry(
        "keep_cut",
        f"stage:{found.pk}",
        by=by,
        competition=locked,
        before={"table": before},
        after={"table": stamp},
    )


def _replaced(locked: Competition, replaces: int | None) -> Stage | None:
    """The stage that is made again, or one that was planned and waits for its entries."""
    found = Stage.objects.filter(competition=locked, kind__in=Stage.BRACKETS)
    if replaces is None:
        return next((stage for stage in found if not seeds_of(stage)), None)
    stage = found.filter(pk=replaces).first()
    if stage is not None:  # gone: the other of two taps has made it again
        _refuse_begun(stage)
    return stage


def _refuse_begun(stage: Stage) -> None:
    if seeds_of(stage) and bracket_state(stage).begun:
        raise ActionError(_("Play has begun in this bracket: it stays as it was made."))


def _check_size(plan: BracketPlan, n: int) -> None:
    """Whether what is planned can be played by `n` entries."""
    if not SMALLEST <= n <= LARGEST:
        raise ActionError(
            _("A bracket takes 2 to 256 partnerships; there are %(n)d.") % {"n": n},
            field="each" if plan.order == "divisions" else "places",
        )
    if plan.consolation and n < FOR_THIRD:
        text = _("A consolation takes at least 4 partnerships; there are %(n)d.")
        raise ActionError(text % {"n": n}, field="kind")
    if plan.consolation and plan.third_place and n < FOR_BOTH:
        text = _(
            "Of %(n)d, the losers of the semi-finals would play for third place, and too few are "
            "left for a consolation. Choose one of the two; both take at least 6."
        )
        raise ActionError(text % {"n": n}, field="third_place")


def _table(locked: Competition, plan: BracketPlan) -> CutTable:
    """The cut that is asked for."""
    if plan.order != "divisions":
        return cut_table(locked, plan.places)
    if not plan.each:
        raise ActionError(_("Write how many of each division."), field="each")
    table = cut_table(locked, None, each=plan.each)
    if not table.lines:
        raise ActionError(_("There are no divisions."), field="order")
    return table


def _drawn(
    plan: BracketPlan, seeds: Sequence[Entry], cut: Mapping[str, Any], table: CutTable
) -> dict[str, Any]:
    """What the stage keeps of how it was made, so that the same can be made again."""
    ids = [entry.pk for entry in seeds]
    clubs = {entry.pk: entry.partnership.club_id for entry in seeds}
    apart = plan.keep_clubs_apart and len(set(clubs.values())) > 1
    divisions = {
        entry.pk: line.number
        for line in table.lines
        for entry in (*line.sure, *line.tied)
        if plan.order == "divisions"
    }
    if len(set(divisions.values())) < 2:
        divisions = {}
    field = seat_seeds(ids, clubs if apart else {}, divisions, seed="-".join(map(str, ids)))
    return {
        "method": "bracket",
        "order": plan.order,
        "places": plan.places,
        "each": plan.each,
        "ranked": ids,
        "seeds": list(field.seeds),
        "same_club": [list(pair) for pair in field.same_club],
        "same_division": [list(pair) for pair in field.same_division],
        "third_place": plan.third_place,
        "consolation": plan.consolation,
        "keep_clubs_apart": plan.keep_clubs_apart,
        "cut": dict(cut),
    }


def _same(stage: Stage, draw: Mapping[str, Any]) -> bool:
    """Whether a bracket just like this stands already, not begun: the second of two taps."""
    ours, theirs = _not_by_lot(draw["cut"]), _not_by_lot(stage.draw.get("cut") or {})
    facts = ("order", "places", "each", "third_place", "consolation", "table")
    if ours != theirs or any(stage.draw.get(key) != draw[key] for key in facts):
        return False
    return stage.draw.get("seeds") is not None and not bracket_state(stage).begun


def _not_by_lot(cut: Mapping[str, Any]) -> dict[str, Any]:
    """How ties were settled, without what another drawing of lots would change."""
    told = {key: what for key, what in cut.items() if key not in ("seed", "order")}
    if "divisions" in told:
        told["divisions"] = [_not_by_lot(one) for one in told["divisions"]]
    return told


def _stage_for(
    locked: Competition, standing: Stage | None, plan: BracketPlan, draw: dict[str, Any]
) -> Stage:
    """A new stage, in the place of the one that is made again."""
    last = Stage.objects.filter(competition=locked).order_by("number").last()
    number = 1 if last is None else last.number + 1
    if standing is not None:
        number = standing.number
        standing.delete()
    return Stage.objects.create(
        competition=locked,
        number=number,
        kind=plan.kind,
        best_of=plan.best_of,
        draw=draw,
    )


def _make_rounds(stage: Stage, plan: BracketPlan) -> None:
    headings = reading_order(bracket_of(stage))
    parts = any(one.part == "losers" for one in headings)
    for number, wave in enumerate(sorted({one.wave for one in headings}), start=1):
        starts_at = plan.first
        if starts_at is not None:
            starts_at += timedelta(minutes=plan.minutes * (number - 1))
        Round.objects.create(
            stage=stage,
            number=number,
            name=wave_name([one for one in headings if one.wave == wave], parts=parts),
            starts_at=starts_at,
        )
