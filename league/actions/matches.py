"""The match as a whole: who may still write on its sheet, opening it again, what was corrected."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actions.bracket_slots import settle_match
from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.actions.locks import lock_match
from league.models import Actor, Competition, Match, Round
from league.permissions import has_role, may_organize
from league.queries.match_rules import departed_side, forfeited_late
from league.queries.match_states import accepted_since, is_final, open_dispute
from league.queries.matches import load_match
from league.queries.sheets_rules import sheets_rules


def refuse_closed(
    match: Match, by: Actor, *, signed: bool = False, disputed: bool | None = None
) -> None:
    """Raise ActionError when nobody, or only an organizer, may write on this match any more.

    With `signed`, an organizer may write although the sheet is signed, or one of the two has left
    the competition before it was over (corrections). A sheet that was handed in, or is disputed,
    is as good as signed until that is taken back or settled. `disputed`: whether it is, where that
    has been read under the lock already.
    """
    competition = match.round.stage.competition
    if match.round.state == Round.State.DRAFT or competition.state == Competition.State.DRAFT:
        raise ActionError(_("This round is still a draft: publish it first."))
    refuse_finished(competition)
    if match.forfeit is not None:
        raise ActionError(_("This match was forfeited: there is nothing to score."))
    corrects = signed and may_organize(by, competition.club)
    if corrects:
        refuse_final(match, by)
    elif forfeited_late(match, timezone.now()) and load_match(match).late:
        raise ActionError(
            _("No result came in time: both forfeit by the rule. An organizer can put it off.")
        )
    if departed_side(match) is not None and not corrects and load_match(match).left:
        raise ActionError(
            _("Somebody of this match has left. An organizer can put them back, or write totals.")
        )
    if not corrects:
        _refuse_handed_in(match, by, disputed)
    closed = match.round.state == Round.State.CLOSED and not match.postponed
    if closed and not may_organize(by, competition.club):
        raise ActionError(_("This round is closed. Ask an organizer."))


def _refuse_handed_in(match: Match, by: Actor, disputed: bool | None) -> None:
    if accepted_since(match, timezone.now()) is not None:
        raise ActionError(
            _("This sheet is signed. Open it again first.")
            if may_organize(by, match.round.stage.competition.club)
            else _("This sheet is signed. Only an organizer can change it now.")
        )
    if open_dispute(match) is not None if disputed is None else disputed:
        raise ActionError(_("This sheet is disputed: an organizer settles it first."))
    if match.submitted_at is not None:
        raise ActionError(_("This sheet is handed in. Take it back first, or dispute it."))


def refuse_final(match: Match, by: Actor) -> None:
    """Raise ActionError when the result is final and `by` is not the one who may correct it."""
    competition = match.round.stage.competition
    if has_role(by, competition.club, sheets_rules(competition).corrects):
        return
    if is_final(match, timezone.now()) and open_dispute(match) is None:
        raise ActionError(_("This result is final: only an owner of the club corrects it now."))


def refuse_finished(competition: Competition) -> None:
    """Raise ActionError when the competition is archived."""
    if competition.state == Competition.State.FINISHED:
        raise ActionError(_("This competition is finished; its sheets do not change any more."))


@transaction.atomic
def reopen_match(match: Match, *, reason: str, by: Actor) -> bool:
    """Take the signature off, with a reason; False when there is none (nothing changes).

    Raises ActionError without a reason, in a finished competition, and for a final result when
    `by` is not the one who may correct it.
    """
    match = lock_match(match)
    if match.accepted_at is None:
        return False
    refuse_finished(match.round.stage.competition)
    refuse_final(match, by)
    if not reason:
        raise ActionError(_("Write why the sheet is opened again."), field="reason")
    take_signature(match, reason=reason, by=by)
    settle_match(match, by=by)
    return True


def take_signature(match: Match, *, reason: str, by: Actor) -> None:
    """Take the signature off a locked match and write it down; everybody reads that, and why."""
    before = signature_of(match)
    match.accepted_at = match.accepted_by = match.signed_by = match.final_at = None
    match.submitted_at = match.submitted_side = match.submitted_by = None
    match.save(update_fields=SIGNATURE)
    mark_corrected(match, reason)
    write_entry(
        "reopen_match", f"match:{match.pk}", by=by, match=match, before=before, reason=reason
    )


def mark_corrected(match: Match, reason: str) -> None:
    """Everybody reads that an accepted result was changed, when, and why."""
    match.corrected_at, match.corrected_reason = timezone.now(), reason
    match.save(update_fields=["corrected_at", "corrected_reason"])


def open_unfinished(match: Match, *, reason: str = "", by: Actor) -> None:
    """Take signature and hand-in off a locked match that is not over any more."""
    if match.accepted_at is None and match.submitted_at is None:
        return
    if not load_match(match).over:
        if match.accepted_at is None:
            take_hand_in(match, by=by)
        else:
            take_signature(match, reason=reason, by=by)


def take_hand_in(match: Match, *, by: Actor) -> None:
    """A sheet that one side handed in, and nobody has accepted, is open again."""
    before = {"side": match.submitted_side}
    match.submitted_at = match.submitted_side = match.submitted_by = None
    match.save(update_fields=["submitted_at", "submitted_side", "submitted_by"])
    write_entry("take_back_match", f"match:{match.pk}", by=by, match=match, before=before)


SIGNATURE = [
    "accepted_at",
    "accepted_by",
    "signed_by",
    "final_at",
    "submitted_at",
    "submitted_side",
    "submitted_by",
]


def signature_of(match: Match) -> dict[str, object]:
    """What the audit keeps of how a sheet was accepted."""

    def moment(value: datetime | None) -> str | None:
        return value.isoformat() if value else None

    return {
        "signed_by": match.signed_by_id,
        "accepted_at": moment(match.accepted_at),
        "side": match.submitted_side,
        "submitted_at": moment(match.submitted_at),
        "final_at": moment(match.final_at),
    }
