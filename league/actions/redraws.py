"""A round that was drawn from a table which is corrected now: drawn again, or kept on purpose."""

from django.db import transaction
from django.utils.translation import gettext as _

from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.actions.next_rounds import draw_tables, lock_round, lock_stage
from league.actions.stages import discard_seed
from league.actions.written_tables import kept_results, table_words, written_in
from league.models import Actor, Round
from league.queries.stages import missing_in


@transaction.atomic
def draw_round_again(round: Round, *, with_results: bool = False, by: Actor) -> Round:
    """Draw the last round of a stage again from the table as it is now, as a draft.

    A published one is a draft again, and the next seed draws it, because its own is known; its
    name and time stay, a clock that runs is put away. Raises ActionError for a closed round, one
    from which a later round was drawn, and while something is written at its tables, unless
    `with_results`: the log keeps it.
    """
    locked, stage = lock_stage(round.stage)
    found = lock_round(round)
    if found.state == Round.State.CLOSED or stage.rounds.filter(number__gt=found.number).exists():
        raise ActionError(_("%(round)s stays as it is drawn.") % {"round": found})
    written = written_in(found)
    if written and not with_results:
        raise ActionError(
            _("Something is written at: %(tables)s. It would be taken off too.")
            % {"tables": table_words(written)}
        )
    discard_seed(found)
    stage.refresh_from_db()
    before = {
        "seed": found.draw.get("seed"),
        "published": found.state != Round.State.DRAFT,
        "results": kept_results(written),
    }
    found.matches.all().delete()
    found.byes.all().delete()
    found.state, found.bell = Round.State.DRAFT, None
    found.save(update_fields=["state", "bell"])
    missing = [
        [view.match.round.number, view.match.table]
        for view in missing_in(stage, before=found.number)
    ]
    drawn = draw_tables(found, stage, {"missing": missing, "corrected": True})
    write_entry(
        "redraw_round",
        f"round:{found.pk}",
        by=by,
        competition=locked,
        before=before,
        after={
            "number": found.number,
            "tables": len(drawn.tables),
            "missing": missing,
            "corrected": True,
        },
    )
    return found


@transaction.atomic
def keep_round(round: Round, *, by: Actor) -> None:
    """What it was drawn from is corrected, and the round stays: say so, in the log."""
    locked, _stage = lock_stage(round.stage)
    write_entry(
        "keep_round",
        f"round:{round.pk}",
        by=by,
        competition=locked,
        after={"number": round.number, "seed": round.draw.get("seed")},
    )
