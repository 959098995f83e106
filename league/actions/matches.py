"""The match as a whole: who may still write on it, signing its sheet, opening it again."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actions.bracket_slots import settle_match
from league.actions.errors import ActionError, StaleEdit
from league.actions.journal import write_entry
from league.actions.locks import lock_match
from league.models import Actor, Competition, Match, Round, account_of
from league.permissions import may_organize
from league.queries.matches import MatchView, departed_side, load_match, people_of, stamp_of


def refuse_closed(match: Match, by: Actor, *, signed: bool = False) -> None:
    """Raise ActionError when nobody, or only an organizer, may write on this match any more.

    With `signed`, an organizer may write although the sheet is signed, or one of the two has left
    the competition before it was over (corrections).
    """
    competition = match.round.stage.competition
    organizer = may_organize(by, competition.club)
    if match.round.state == Round.State.DRAFT or competition.state == Competition.State.DRAFT:
        raise ActionError(_("This round is still a draft: publish it first."))
    refuse_finished(competition)
    if match.forfeit is not None:
        raise ActionError(_("This match was forfeited: there is nothing to score."))
    corrects = signed and organizer
    if departed_side(match) is not None and not corrects and load_match(match).left:
        raise ActionError(
            _("Somebody of this match has left. An organizer can put them back, or write totals.")
        )
    if match.accepted_at is not None and not corrects:
        raise ActionError(
            _("This sheet is signed. Only an organizer can change it now.")
            if not organizer
            else _("This sheet is signed. Open it again first.")
        )
    if match.round.state == Round.State.CLOSED and not (organizer or match.postponed):
        raise ActionError(_("This round is closed. Ask an organizer."))


def refuse_finished(competition: Competition) -> None:
    """Raise ActionError when the competition is archived."""
    if competition.state == Competition.State.FINISHED:
        raise ActionError(_("This competition is finished; its sheets do not change any more."))


@transaction.atomic
def accept_match(match: Match, *, player_id: int, stamp: str, by: Actor) -> bool:
    """Sign the sheet of a match that is over. False when it was signed already (nothing changes).

    `player_id` is the player who signs, one of the match's people; `stamp` is what the sheet
    looked like to him (`stamp_of`): raises StaleEdit when a hand has changed since.
    """
    match = lock_match(match)
    if match.accepted_at is not None:
        return False
    refuse_closed(match, by)
    view = load_match(match)
    if not view.over:
        raise ActionError(_("The match is not over yet: there is nothing to sign."))
    if stamp != stamp_of(view):
        raise StaleEdit(
            _("The sheet has changed since you read it. Look at it again, then sign."),
            stored=view,
            offered=stamp,
        )
    people = [player.pk for side in people_of(match).values() for player in side]
    if player_id not in people:
        raise ActionError(_("Say which of the players signs."), field="player")
    match.accepted_at, match.accepted_by = timezone.now(), account_of(by)
    match.signed_by_id = player_id
    match.save(update_fields=["accepted_at", "accepted_by", "signed_by"])
    write_entry(
        "accept_match",
        f"match:{match.pk}",
        by=by,
        match=match,
        after={"signed_by": player_id, **_figures(view)},
    )
    return True


@transaction.atomic
def reopen_match(match: Match, *, reason: str, by: Actor) -> bool:
    """Take the signature off, with a reason; False when there is none (nothing changes)."""
    match = lock_match(match)
    if match.accepted_at is None:
        return False
    refuse_finished(match.round.stage.competition)
    if not reason:
        raise ActionError(_("Write why the sheet is opened again."), field="reason")
    take_signature(match, reason=reason, by=by)
    settle_match(match, by=by)
    return True


def take_signature(match: Match, *, reason: str, by: Actor) -> None:
    """Take the signature off a locked match and write it down."""
    signed_at = match.accepted_at.isoformat() if match.accepted_at else None
    before = {"signed_by": match.signed_by_id, "accepted_at": signed_at}
    match.accepted_at = match.accepted_by = match.signed_by = None
    match.save(update_fields=["accepted_at", "accepted_by", "signed_by"])
    write_entry(
        "reopen_match", f"match:{match.pk}", by=by, match=match, before=before, reason=reason
    )


def _figures(view: MatchView) -> dict[str, object]:
    return {"games": [[game.a, game.b] for game in view.games], "winner": view.winner}
