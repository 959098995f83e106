"""Draws the round robin, keeps it as a draft, publishes it or takes it back."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.actions.deletions import take_away
from league.actions.errors import ActionError, StaleEdit
from league.actions.journal import write_entry
from league.actions.locks import lock_competition
from league.draws.divisions import SharedRound, draw_divisions, in_sittings
from league.models import (
    Bye,
    Competition,
    Deletion,
    Division,
    DivisionEntry,
    Entry,
    Lineup,
    Match,
    Round,
    Stage,
    User,
)
from league.queries.competitions import begun_of, stage_of
from league.queries.divisions import Planned, planned_divisions


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawPlan:
    """What the organizer asked for: `starts` is the start of every round, in UTC.

    `told` is the same in figures (first night, time, breaks, `tables` of the hall), kept so that
    the form can be shown again as it was.
    """

    seed: str
    legs: int
    starts: Sequence[datetime]
    told: dict[str, Any]


@transaction.atomic
def draw_stage(
    competition: Competition, plan: DrawPlan, *, replaces: int | None, by: User
) -> Stage:
    """Draw the round robin as a draft that only organizers see, in place of an older draft.

    `replaces` is the stage that stood when the organizer looked (None: none). The same plan
    and entries once more change nothing, so a second click is harmless; another plan on a
    draft one has not seen is refused (StaleEdit). Raises ActionError for fewer than two
    entries, a round published, or a count of starts that does not fit.
    """
    locked = lock_competition(competition)
    entries = {
        entry.pk: entry
        for entry in Entry.objects.filter(competition=locked).select_related("partnership")
    }
    told = {
        **plan.told,
        "method": "circle",
        "seed": plan.seed,
        "legs": plan.legs,
        "entries": sorted(entries),
    }
    divisions = planned_divisions(locked)
    if divisions:
        told["divisions"] = [[one.name, *sorted(one.entries)] for one in divisions]
    standing = stage_of(locked)
    if standing is not None:
        if standing.draw == told:
            return standing
        if standing.pk != replaces:
            raise StaleEdit(
                _("Somebody else has drawn a moment ago. Look at that draft first."),
                stored=standing.draw,
                offered=told,
            )
        drop_locked_draft(locked, by=by)
    if len(entries) < 2:
        raise ActionError(_("A draw needs at least two partnerships."))
    _check_divisions(divisions, entries)
    drawn = draw_divisions(
        [one.entries for one in divisions] or [list(entries)], seed=plan.seed, legs=plan.legs
    )
    if plan.told.get("tables"):
        drawn = in_sittings(drawn, plan.told["tables"])
    if len(plan.starts) != len(drawn):
        raise ActionError(
            ngettext(
                "The entries have changed meanwhile: it takes %(n)d round now. Draw again.",
                "The entries have changed meanwhile: it takes %(n)d rounds now. Draw again.",
                len(drawn),
            )
            % {"n": len(drawn)}
        )
    stage = Stage.objects.create(competition=locked, number=_next_number(locked), draw=told)
    _store_divisions(stage, divisions)
    _store_rounds(stage, drawn, plan.starts, entries)
    write_entry(
        "draw_stage",
        f"stage:{stage.pk}",
        by=by,
        competition=locked,
        after={"seed": plan.seed, "legs": plan.legs, "rounds": len(drawn)},
    )
    return stage


@transaction.atomic
def drop_draft(competition: Competition, *, by: User) -> None:
    """Drop a draft of the draw. Raises ActionError when a round of it is published."""
    drop_locked_draft(lock_competition(competition), by=by)


@transaction.atomic
def take_draw_back(competition: Competition, *, reason: str, by: User) -> None:
    """Make every round of the round robin a draft again, before anybody has played.

    Raises ActionError when a game, a result or a forfeit is on record, or without a reason.
    """
    locked = lock_competition(competition)
    if not reason:
        raise ActionError(_("Say why the draw is taken back."), field="reason")
    if begun_of(locked).anything:
        raise ActionError(_("Play has begun: a draw that was played by stays."))
    rounds = Round.objects.filter(
        stage__competition=locked, stage__kind=Stage.Kind.ROUND_ROBIN
    ).exclude(state=Round.State.DRAFT)
    numbers = list(rounds.values_list("number", flat=True))
    rounds.update(state=Round.State.DRAFT)
    write_entry(
        "take_draw_back",
        f"competition:{locked.pk}",
        by=by,
        competition=locked,
        before={"rounds": numbers},
        reason=reason,
    )


def drop_locked_draft(locked: Competition, *, by: User) -> None:
    """Drop the draft of a competition that is locked already; nothing when there is none.

    For thirty days it can be restored, while the same are entered.
    """
    stage = stage_of(locked)
    if stage is None:
        return
    published = stage.rounds.exclude(state=Round.State.DRAFT).count()
    if published:
        raise ActionError(
            ngettext(
                "%(n)d round is published: a published draw is not drawn again.",
                "%(n)d rounds are published: a published draw is not drawn again.",
                published,
            )
            % {"n": published}
        )
    kept = take_away(
        stage,
        kind=Deletion.Kind.STAGE,
        label=_("draft of the draw"),
        club=locked.club,
        competition=locked,
        about={"field": sorted(locked.entries.values_list("pk", flat=True))},
        by=by,
    )
    draw = {"seed": stage.draw.get("seed"), "legs": stage.draw.get("legs")}
    write_entry(
        "drop_draft",
        f"stage:{stage.pk}",
        by=by,
        competition=locked,
        before={**draw, "deletion": kept.pk},
    )


def seat_match(match: Match) -> list[Lineup]:
    """The rows, not yet stored, of the two people on each side of a match."""
    return [
        Lineup(round=match.round, match=match, side=side, player_id=player)
        for side, entry in (("a", match.entry_a), ("b", match.entry_b))
        for player in (entry.partnership.first_id, entry.partnership.second_id)
    ]


def _next_number(locked: Competition) -> int:
    last = Stage.objects.filter(competition=locked).order_by("number").last()
    return 1 if last is None else last.number + 1


def _check_divisions(divisions: Sequence[Planned], entries: Collection[int]) -> None:
    """Who was entered or taken off since stands in none, or is not there any more."""
    placed = {entry for one in divisions for entry in one.entries}
    if divisions and placed != set(entries):
        raise ActionError(_("The entries have changed: look at the divisions first."))


def _store_divisions(stage: Stage, divisions: Sequence[Planned]) -> None:
    for number, one in enumerate(divisions, 1):
        division = Division.objects.create(stage=stage, number=number, name=one.name)
        DivisionEntry.objects.bulk_create(
            DivisionEntry(stage=stage, division=division, entry_id=entry) for entry in one.entries
        )


def _sitting_name(one: SharedRound) -> str:
    """The name of a round that is a sitting; "" where rounds are called by number."""
    if one.sitting is None:
        return "" if one.number == one.turn else _("Round %(n)d") % {"n": one.turn}
    return _("Round %(n)d, sitting %(sitting)d") % {"n": one.turn, "sitting": one.sitting}


def _store_rounds(
    stage: Stage,
    drawn: Sequence[SharedRound],
    starts: Sequence[datetime],
    entries: dict[int, Entry],
) -> None:
    rounds = Round.objects.bulk_create(
        Round(stage=stage, number=one.number, name=_sitting_name(one), starts_at=start)
        for one, start in zip(drawn, starts, strict=True)
    )
    matches = Match.objects.bulk_create(
        Match(
            round=stored,
            table=pairing.table,
            entry_a=entries[pairing.a],
            entry_b=entries[pairing.b],
        )
        for stored, one in zip(rounds, drawn, strict=True)
        for pairing in one.pairings
    )
    Lineup.objects.bulk_create(row for match in matches for row in seat_match(match))
    Bye.objects.bulk_create(
        Bye(round=stored, entry=entries[bye])
        for stored, one in zip(rounds, drawn, strict=True)
        for bye in one.byes
    )
