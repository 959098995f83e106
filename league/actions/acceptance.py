"""Handing a sheet in, taking it back, accepting it, making it final before its time."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actions.bracket_slots import settle_match
from league.actions.errors import ActionError, StaleEdit
from league.actions.journal import write_entry
from league.actions.locks import lock_match
from league.actions.matches import refuse_final, refuse_finished, take_hand_in
from league.models import Actor, Competition, Match, Round, User, account_of
from league.permissions import may_organize
from league.queries.match_states import accepted_since, is_final, open_dispute
from league.queries.matches import MatchSide, MatchView, load_match, people_of, stamp_of
from league.queries.scorers import side_of
from league.queries.second_sheets import both_write
from league.queries.sent_hands import open_questions
from league.queries.sheets_rules import sheets_rules


@transaction.atomic
def submit_match(match: Match, *, side: MatchSide, stamp: str, by: Actor) -> bool:
    """Hand the sheet of a match that is over in, for `side`; the other side answers.

    False when it was handed in already, or accepted (nothing changes). `stamp` is what the sheet
    looked like (`stamp_of`): raises StaleEdit when a hand has changed since. Raises ActionError.
    """
    match = lock_match(match)
    if match.submitted_at is not None or match.accepted_at is not None:
        return False
    refuse_answers(match, by)
    if both_write(match):
        raise ActionError(_("Here both sides write their own sheet."))
    _refuse_in_question(match)
    view = load_match(match)
    _refuse_unread(view, stamp)
    hand_in(match, side=side, by=by)
    write_entry(
        "submit_match",
        f"match:{match.pk}",
        by=by,
        match=match,
        after={"side": side, **figures_of(view)},
    )
    return True


def hand_in(match: Match, *, side: MatchSide, by: Actor) -> None:
    """Say on a locked match which side its sheet comes from; the caller writes it down."""
    match.submitted_at, match.submitted_side = timezone.now(), side
    match.submitted_by = account_of(by)
    match.save(update_fields=["submitted_at", "submitted_side", "submitted_by"])


@transaction.atomic
def take_back_match(match: Match, *, by: Actor) -> bool:
    """Take a handed-in sheet back before it is answered; False when there is none.

    Raises ActionError once it stands or is disputed, and for a player of the other side.
    """
    match = lock_match(match)
    if match.accepted_at is not None:
        raise ActionError(_("It is signed: it stands. Whoever finds it wrong disputes it."))
    if match.submitted_at is None:
        return False
    refuse_answers(match, by)
    if accepted_since(match, timezone.now()) is not None:
        raise ActionError(_("Nobody answered in time: the sheet stands by the rule."))
    _refuse_disputed(match)
    if isinstance(by, User) and side_of(by, match) not in (None, match.submitted_side):
        raise ActionError(_("The other side has handed it in: accept it, or dispute it."))
    take_hand_in(match, by=by)
    return True


@transaction.atomic
def accept_match(match: Match, *, player_id: int, stamp: str, by: Actor) -> bool:
    """Sign the sheet of a match that is over. False when it was signed already (nothing changes).

    `player_id` is the player who signs, one of the match's people; `stamp` is what the sheet
    looked like to him (`stamp_of`): raises StaleEdit when a hand has changed since. Where the
    other side has to accept, it is one of those who did not hand the sheet in; an organizer may
    write down whoever signed on paper. Raises ActionError, also while it is disputed.
    """
    match = lock_match(match)
    if match.accepted_at is not None:
        return False
    refuse_answers(match, by)
    _refuse_disputed(match)
    _refuse_in_question(match)
    view = load_match(match)
    _refuse_unread(view, stamp)
    people = people_of(match)
    side = next((s for s, players in people.items() if player_id in {p.pk for p in players}), None)
    if side is None:
        raise ActionError(_("Say which of the players signs."), field="player")
    _refuse_own_signature(match, side, by)
    match.accepted_at, match.accepted_by = timezone.now(), account_of(by)
    match.signed_by_id = player_id
    match.save(update_fields=["accepted_at", "accepted_by", "signed_by"])
    write_entry(
        "accept_match",
        f"match:{match.pk}",
        by=by,
        match=match,
        after={"signed_by": player_id, **figures_of(view)},
    )
    settle_match(match, by=by)
    return True


@transaction.atomic
def finalize_match(match: Match, *, by: User) -> bool:
    """Make an accepted result final before its time; False when it is final already.

    Raises ActionError for one that is not accepted, or disputed.
    """
    match = lock_match(match)
    refuse_finished(match.round.stage.competition)
    refuse_final(match, by)
    now = timezone.now()
    if accepted_since(match, now) is None:
        raise ActionError(_("Nobody has accepted this result yet."))
    _refuse_disputed(match)
    if is_final(match, now):
        return False
    if match.accepted_at is None:
        raise ActionError(_("Nobody has signed this sheet: it becomes final by the rule alone."))
    match.final_at = now
    match.save(update_fields=["final_at"])
    write_entry(
        "finalize_match", f"match:{match.pk}", by=by, match=match, after={"at": now.isoformat()}
    )
    return True


def refuse_answers(match: Match, by: Actor) -> None:
    """Raise ActionError where nobody hands in, accepts or disputes: drafts, forfeits, what is
    archived; once a round is closed its sheets can still be answered, for nothing is written."""
    competition = match.round.stage.competition
    if match.round.state == Round.State.DRAFT or competition.state == Competition.State.DRAFT:
        raise ActionError(_("This round is still a draft: publish it first."))
    refuse_finished(competition)
    if match.forfeit is not None:
        raise ActionError(_("This match was forfeited: there is nothing to sign."))
    if load_match(match).left and not may_organize(by, competition.club):
        raise ActionError(
            _("Somebody of this match has left. An organizer can put them back, or write totals.")
        )


def figures_of(view: MatchView) -> dict[str, object]:
    """What the audit keeps of a result."""
    return {"games": [[game.a, game.b] for game in view.games], "winner": view.winner}


def _refuse_unread(view: MatchView, stamp: str) -> None:
    if not view.over or view.forfeit is not None:
        raise ActionError(_("The match is not over yet: there is nothing to sign."))
    if stamp != stamp_of(view):
        raise StaleEdit(
            _("The sheet has changed since you read it. Look at it again, then sign."),
            stored=view,
            offered=stamp,
        )


def _refuse_disputed(match: Match) -> None:
    if open_dispute(match) is not None:
        raise ActionError(_("This sheet is disputed: an organizer settles it first."))


def _refuse_in_question(match: Match) -> None:
    kept = open_questions(match).first()
    if kept is not None and kept.number:
        raise ActionError(
            _("Hand %(number)d is in question: settle that first.") % {"number": kept.number}
        )
    if kept is not None:
        raise ActionError(_("A hand is in question: settle that first."))


def _refuse_own_signature(match: Match, side: MatchSide, by: Actor) -> None:
    """Where the other side has to accept, nobody signs what their own side handed in."""
    competition = match.round.stage.competition
    acceptance = sheets_rules(competition).acceptance
    if acceptance == "one" or may_organize(by, competition.club):
        return
    if match.submitted_side is None:
        raise ActionError(_("Hand the sheet in first; then the other side accepts it."))
    if side == match.submitted_side:
        raise ActionError(
            _("That side handed the sheet in: one of the other two accepts it."), field="player"
        )
