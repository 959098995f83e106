"""Draws the next round of a stage as a draft, draws it again, deletes the last round."""

from datetime import date, datetime, time, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.actions.deletions import changed_fields, take_away
from league.actions.draws import seat_match
from league.actions.entrants import pair_players
from league.actions.errors import ActionError, StaleEdit
from league.actions.journal import write_entry
from league.actions.locks import lock_competition
from league.actions.stages import discard_seed, new_seed
from league.actions.written_tables import kept_results, table_words, written_in
from league.draws.nights import NoSuchTime, at_wall_time
from league.draws.one_round import OneRound, draw_one
from league.draws.swiss_field import NoRound
from league.models import Bye, Competition, Deletion, Entry, Lineup, Match, Round, Stage, User
from league.queries.matches import MatchView
from league.queries.next_rounds import inputs_of, put_off_in
from league.queries.stages import hash_of, missing_in, state_of


@transaction.atomic
def draw_next_round(stage: Stage, *, number: int, with_missing: bool = False, by: User) -> Round:
    """Draw round `number` as a draft that only organizers see.

    A second click finds the round that the first one drew. Refused (ActionError on field
    "with_missing") while results of earlier rounds are missing, with the tables named, unless
    `with_missing`; then the round keeps which they were. Also refused while an earlier round is
    a draft, when all planned rounds are drawn, and with fewer than two entries.
    """
    locked, found = lock_stage(stage)
    existing = found.rounds.filter(number=number).first()
    if existing is not None:
        return existing
    state = state_of(found)
    if number != len(state.rounds) + 1:
        raise StaleEdit(
            _("The rounds have changed meanwhile. Look again."), stored=None, offered=None
        )
    if state.draft is not None:
        raise ActionError(
            _("%(round)s is still a draft: publish it or drop it first.") % {"round": state.draft}
        )
    if number > state.planned:
        raise ActionError(
            ngettext(
                "The one planned round is drawn. Plan more rounds first.",
                "All %(n)d planned rounds are drawn. Plan more rounds first.",
                state.planned,
            )
            % {"n": state.planned}
        )
    if state.missing and not with_missing:
        raise ActionError(missing_words(state.missing), field="with_missing")
    made = Round.objects.create(
        stage=found, number=number, starts_at=_starts_at(found, number), draw={}
    )
    missing = [[view.match.round.number, view.match.table] for view in state.missing]
    drawn = draw_tables(made, found, {"missing": missing})
    write_entry(
        "draw_round",
        f"round:{made.pk}",
        by=by,
        competition=locked,
        after={"number": number, "tables": len(drawn.tables), "missing": missing},
    )
    return made


@transaction.atomic
def redraw_round(round: Round, *, seen: str, by: User) -> Round:
    """Draw a draft again, with the next turn of its seed; tables set by hand are drawn too.

    `seen` is the hash of the seed the organizer looked at: another draft is not thrown away
    unseen (StaleEdit). Raises ActionError once the round is published.
    """
    locked, stage = lock_stage(round.stage)
    found = lock_round(round)
    if found.state != Round.State.DRAFT:
        raise ActionError(_("A published round is not drawn again; delete it first."))
    if hash_of(found.draw.get("seed", "")) != seen:
        raise StaleEdit(
            _("Somebody else has drawn a moment ago. Look at that draft first."),
            stored=None,
            offered=None,
        )
    discard_seed(found)
    stage.refresh_from_db()
    before = {"seed": found.draw.get("seed")}
    found.matches.all().delete()
    found.byes.all().delete()
    missing = [
        [view.match.round.number, view.match.table]
        for view in missing_in(stage, before=found.number)
    ]
    kept = {"corrected": True} if found.draw.get("corrected") else {}
    drawn = draw_tables(found, stage, {"missing": missing, **kept})
    write_entry(
        "redraw_round",
        f"round:{found.pk}",
        by=by,
        competition=locked,
        before=before,
        after={"number": found.number, "tables": len(drawn.tables), "missing": missing},
    )
    return found


@transaction.atomic
def delete_round(round: Round, *, reason: str = "", with_results: bool = False, by: User) -> None:
    """Delete the last round of a stage: the standings are what they were before it was drawn.

    A draft goes without a word. A published one takes a reason, and with anything written on
    its sheets `with_results` as well; the log keeps what was on them. For thirty days the round
    can be restored with its sheets.
    """
    locked, stage = lock_stage(round.stage)
    found = Round.objects.select_for_update(of=("self",)).filter(pk=round.pk).first()
    if found is None:
        return
    if stage.kind not in Stage.DRAWN_ROUND_BY_ROUND:
        raise ActionError(_("Only a round that was drawn by itself can be deleted."))
    if stage.rounds.filter(number__gt=found.number).exists():
        raise ActionError(_("Only the last round can be deleted: later ones were drawn from it."))
    written = written_in(found)
    if found.state != Round.State.DRAFT:
        if not reason:
            raise ActionError(_("Say why the round is deleted."), field="reason")
        if written and not with_results:
            raise ActionError(
                _("Something is written at: %(tables)s. It would be deleted too.")
                % {"tables": table_words(written)},
                field="with_results",
            )
    draw = dict(stage.draw)
    discard_seed(found)
    stage.refresh_from_db(fields=["draw"])
    kept = take_away(
        found,
        kind=Deletion.Kind.ROUND,
        label=str(found),
        club=locked.club,
        competition=locked,
        about={"round": found.number, "stage": stage.pk, "sheets": len(written)},
        changed=[changed_fields(stage, "draw", draw)],
        by=by,
    )
    write_entry(
        "delete_round" if found.state != Round.State.DRAFT else "drop_round",
        f"stage:{stage.pk}",
        by=by,
        competition=locked,
        before={
            "number": found.number,
            "seed": found.draw.get("seed"),
            "results": kept_results(written),
            "deletion": kept.pk,
        },
        reason=reason,
    )


def missing_words(missing: list[MatchView] | tuple[MatchView, ...]) -> str:
    """Which tables have no result yet: "No result yet from: round 2, table 3."."""
    return _("No result yet from: %(tables)s.") % {"tables": table_words(missing, rounds=True)}


def put_off_words() -> str:
    """That no round can be drawn around the matches that are put off, and what to do."""
    return _(
        "Somebody has nobody left to meet but those he still has a match with that was put off. "
        "Play one of these first, or let it be played with its round after all."
    )


def draw_tables(made: Round, stage: Stage, told: dict[str, Any]) -> OneRound:
    """Draw the tables of a round that has none, with the seed whose hash was shown before."""
    inputs = inputs_of(stage, made.number)
    if stage.kind == Stage.Kind.ROTATING and len(inputs["field"]) < 4:
        raise ActionError(_("A draw with rotating partners needs at least four players."))
    if len(inputs["field"]) < 2:
        raise ActionError(_("A draw needs at least two partnerships."))
    seed = stage.draw["next_seed"]
    try:
        drawn = draw_one(inputs, seed=seed)
    except NoRound as none:
        raise ActionError(put_off_words()) from none
    stage.draw = {**stage.draw, "next_seed": new_seed()}
    stage.save(update_fields=["draw"])
    made.draw = {
        **told,
        "method": inputs["method"],
        "seed": seed,
        "inputs": inputs,
        "pairs": drawn.pairs(),
        "byes": list(drawn.byes),
        "sitting_out": list(drawn.byes) if stage.kind == Stage.Kind.ROTATING else [],
        "bye_why": drawn.bye_why,
        "notes": list(drawn.notes),
        "swaps": [],
    }
    put_off = put_off_in(stage.competition)
    if put_off:
        made.draw["put_off"] = [[match.round.number, match.table] for match in put_off]
    made.save(update_fields=["draw"])
    if stage.kind == Stage.Kind.ROTATING:
        sides = pair_players(stage.competition, drawn)
    else:
        entries = Entry.objects.select_related("partnership").in_bulk(
            [one["id"] for one in inputs["field"]]
        )
        sides = [(entries[table.a], entries[table.b]) for table in drawn.tables]
        Bye.objects.bulk_create(Bye(round=made, entry=entries[bye]) for bye in drawn.byes)
    matches = Match.objects.bulk_create(
        Match(round=made, table=place, entry_a=a, entry_b=b, why=table.why)
        for place, ((a, b), table) in enumerate(zip(sides, drawn.tables, strict=True), start=1)
    )
    Lineup.objects.bulk_create(row for match in matches for row in seat_match(match))
    return drawn


def lock_stage(stage: Stage) -> tuple[Competition, Stage]:
    """The competition and the stage, locked in this order; ActionError when the stage is gone."""
    locked = lock_competition(stage.competition)
    found = Stage.objects.select_for_update().filter(pk=stage.pk).first()
    if found is None:
        raise ActionError(_("This stage was taken off meanwhile."))
    found.competition = locked
    return locked, found


def lock_round(round: Round) -> Round:
    """The round, locked after its stage; StaleEdit when it was deleted."""
    found = Round.objects.select_for_update(of=("self",)).filter(pk=round.pk).first()
    if found is None:
        raise StaleEdit(_("This round was deleted meanwhile."), stored=None, offered=None)
    return found


def _starts_at(stage: Stage, number: int) -> datetime | None:
    """When round `number` is planned to start: now without times; None where the clocks change."""
    told = stage.draw
    if not told.get("first_night"):
        return timezone.now().replace(second=0, microsecond=0)
    try:
        first = at_wall_time(
            date.fromisoformat(told["first_night"]),
            time.fromisoformat(told["clock"]),
            timezone.get_default_timezone(),
        )
    except NoSuchTime:
        return None
    return first + timedelta(minutes=int(told["minutes"])) * (number - 1)
