"""What an organizer decides in a bracket: after a correction, and where a match was drawn."""

from django.db import transaction
from django.utils.translation import gettext as _

from league.actions.bracket_slots import settle_bracket, settle_match, swap_begun
from league.actions.errors import ActionError, StaleEdit
from league.actions.journal import write_entry
from league.actions.locks import lock_competition, lock_match
from league.actions.set_aside import set_aside
from league.models import Match, Stage, User
from league.queries.brackets import bracket_state, stamp_of_held, told
from league.queries.matches import load_match
from league.words.brackets import HOW


@transaction.atomic
def decide_held(stage: Stage, *, choice: str, stamp: str, reason: str, by: User) -> None:
    """A correction met a match that has begun: "keep" it, "swap" the entries, "replay" it.

    Kept, those who sit there play on. Swapped, what was played counts for those who belong
    there. Replayed, the sheet is set aside and comes back if the correction is undone. Raises
    StaleEdit when something else is to be decided than was shown (`stamp`), ActionError
    without a reason.
    """
    locked = lock_competition(stage.competition)
    found = Stage.objects.select_for_update().get(pk=stage.pk)
    found.competition = locked
    state = bracket_state(found)
    if not state.to_decide:
        return
    if stamp_of_held(state.to_decide) != stamp:
        raise StaleEdit(
            _("The bracket has changed meanwhile. Look again."), stored=None, offered=choice
        )
    if choice not in ("keep", "swap", "replay"):
        raise ActionError(_("Choose what becomes of it."), field="choice")
    if not reason:
        raise ActionError(_("Say why, in a few words. It is kept in the log."), field="reason")
    held = told(state.to_decide)
    if choice == "keep":
        found.draw = {**found.draw, "kept": told(state.held)}
        found.save(update_fields=["draw"])
    elif choice == "swap":
        swap_begun(state, by=by)
    else:
        while state.to_decide:
            for one in state.to_decide:
                set_aside(state.matches[one.key].match, begun=True, reason=reason, by=by)
            state = bracket_state(found)
    settle_bracket(found, by=by)
    write_entry(
        f"{choice}_slots",
        f"stage:{found.pk}",
        by=by,
        competition=locked,
        before={"slots": held},
        reason=reason,
    )


@transaction.atomic
def decide_draw(match: Match, *, entry: int, how: str, by: User) -> None:
    """Say which of two that drew a match of a bracket goes on, and how it was settled.

    `how` is "playoff", "hand" or "lot". It counts for as long as the match is drawn. Raises
    ActionError where it is not, or for somebody else.
    """
    match = lock_match(match)
    stage = match.round.stage
    if match.slot is None or not load_match(match).drawn:
        raise ActionError(_("This match is not drawn: its result says who goes on."))
    if entry not in (match.entry_a_id, match.entry_b_id) or how not in HOW:
        raise ActionError(_("Say which of the two goes on, and how it was settled."), field="entry")
    before = dict(stage.draw.get("drawn") or {})
    after = before | {match.slot: {"entry": entry, "how": how}}
    if after == before:
        return
    stage.draw = {**stage.draw, "drawn": after}
    stage.save(update_fields=["draw"])
    settle_match(match, by=by)
    write_entry(
        "decide_draw",
        f"match:{match.pk}",
        by=by,
        match=match,
        before=before.get(match.slot),
        after={"entry": entry, "how": how},
    )
