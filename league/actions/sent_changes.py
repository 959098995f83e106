"""Corrections and undos that a phone sends, perhaps of a hand that is itself in question."""

from django.utils.translation import gettext as _

from league.actions.corrections import correct_hand
from league.actions.errors import ActionError
from league.actions.hands import undo_hand
from league.actions.impacts import act_seen
from league.actions.kept_hands import change_kept, drop, note_sent, raise_revision
from league.models import Actor, Hand, Match, SentHand, account_of, read_by
from league.queries.checks import Check, check_correction
from league.queries.games import GameView
from league.queries.hands import completed, sheet_of
from league.queries.matches import MatchView, load_match
from league.queries.score_sheets import names_of
from league.queries.sent_hands import (
    Sent,
    came_from,
    hand_meant,
    met_later,
    own_question,
    stands_elsewhere,
)
from league.words.sent_hands import faults_words

Told = tuple[str, Hand | SentHand | None]


class Waits(Exception):
    """Something that the phone wrote before it has not come yet; nothing was stored."""


def take_correction(match: Match, sent: Sent, by: Actor) -> Told:
    """Correct a hand of a locked match: "stored" or "already" with the hand, or "kept" with the
    kept one that it changed. Raises Waits, and ActionError for what is to be kept."""
    hand, row = hand_meant(match, sent.hand)
    if hand is None:
        if row is not None and row.outcome == SentHand.Outcome.KEPT:
            return "kept", change_kept(row, sent, by=by)
        raise _not_here(match, sent, row)
    own = own_question(match, sent)
    if own is not None:
        return "kept", change_kept(own, sent, by=by)
    _refuse_unsure(match, sent, hand, row, by)
    if hand.status == Hand.Status.UNDONE:
        raise ActionError(_("Hand %(number)d was undone meanwhile.") % {"number": hand.number})
    _refuse_early(match, hand, sent, sent.base)
    view, game, stored = _place(match, hand)
    if sent.sheet is None:
        raise ActionError(sent.unread)
    same = completed(sheet_of(stored), view.rules) == completed(sent.sheet, view.rules)
    if same and stored.note == sent.note and stored.status == Hand.Status.RECORDED:
        if stored.revision == sent.base:
            raise_revision(stored, sent.base + 1)
        note_sent(match, sent, stored, by=by)
        return "already", stored
    if stored.revision > sent.base:
        raise ActionError(
            _("Hand %(number)d was changed from elsewhere meanwhile.") % {"number": hand.number}
        )
    refuse_unanswered(check_correction(view, game, stored, sent.sheet), match, sent)
    sheet = sent.sheet

    def act() -> Hand:
        return correct_hand(
            hand,
            sheet,
            revision=sent.base,
            note=sent.note,
            reason=sent.reason,
            end_confirmed=sent.end_confirmed,
            by=by,
        )

    if view.over or match.forfeit:
        # What moves by it has to be seen first: that is done where it is settled.
        corrected = act_seen(match.round.stage.competition, act, seen="", match=match, by=by)
    else:
        corrected = act()
    note_sent(match, sent, corrected, by=by, log=False)
    return "stored", corrected


def take_undo(match: Match, sent: Sent, by: Actor) -> Told:
    """Take a hand of a locked match off: "stored" or "already". A hand in question is taken back
    instead. Raises Waits, and ActionError for what is to be kept."""
    hand, row = hand_meant(match, sent.hand)
    if hand is None:
        if row is None:
            raise _not_here(match, sent, row)
        if row.outcome != SentHand.Outcome.KEPT:
            if row.hand_id is not None:
                raise ActionError(_("The sheet of this hand stands at another table now."))
            return "already", None
        drop(row, by=by)
        note_sent(match, sent, None, by=by, log=False)
        return "stored", None
    if hand.status == Hand.Status.UNDONE:
        return "already", hand
    _refuse_unsure(match, sent, hand, row, by)
    base = sent.base
    own = own_question(match, sent)
    if own is not None:
        base = own.base
        drop(own, by=by)
    _refuse_early(match, hand, sent, base)
    if hand.revision > base:
        raise ActionError(
            _("Hand %(number)d was changed from elsewhere meanwhile.") % {"number": hand.number}
        )
    undone = undo_hand(match, hand_id=hand.pk, by=by)
    note_sent(match, sent, undone, by=by, log=False)
    return "stored", undone


def refuse_unanswered(check: Check, match: Match, sent: Sent) -> None:
    """Raise ActionError, with its sentences, for errors and for warnings nobody has ticked."""
    if not check.problems:
        return
    asked = [one for one in check.warnings if f"{one.code}:{one.field}" not in sent.ticked]
    if check.errors or asked:
        view = load_match(match)
        game = next((one for one in view.games if one.number == sent.game), view.games[-1])
        with read_by():  # the sentence is kept: whoever hides the full name is not in it
            words = faults_words(
                check.errors or asked, names_of(view, game), errors=bool(check.errors)
            )
        raise ActionError(words)


def _refuse_unsure(match: Match, sent: Sent, hand: Hand, row: SentHand | None, by: Actor) -> None:
    """Raise ActionError when it cannot be told whether this hand is meant: what the phone wrote
    later has met it already; or it was taken for one that the same account, or a link, had
    recorded under another id, which may be a later one of this very phone."""
    met = row is not None and row.outcome == SentHand.Outcome.STORED
    account = account_of(by)
    own = met and hand.recorded_by_id == (account.pk if account is not None else None)
    if own or met_later(match, sent, hand):
        raise ActionError(
            _("Hand %(number)d came twice: it has to be seen whether this one is meant.")
            % {"number": hand.number}
        )


def _refuse_early(match: Match, hand: Hand, sent: Sent, base: int) -> None:
    """Raise Waits while the correction before this one is on its way; when it has come, and the
    hand is of an earlier revision all the same, it was set aside."""
    if hand.revision >= base:
        return
    if came_from(match, sent):
        raise ActionError(
            _("Hand %(number)d was changed from elsewhere meanwhile.") % {"number": hand.number}
        )
    raise Waits


def _not_here(match: Match, sent: Sent, row: SentHand | None) -> Exception:
    """Why there is no such hand: it is on its way, was set aside, or its game is gone."""
    if row is not None:
        return ActionError(_("Hand %(number)d was set aside.") % {"number": sent.number})
    game = next((one for one in load_match(match).games if one.number == sent.game), None)
    if game is None:
        return ActionError(_("Game %(number)d is not on the sheet.") % {"number": sent.game})
    if game.totals_only:
        return ActionError(_("Only the totals of this game were kept: it holds no hands."))
    if stands_elsewhere(sent.hand):
        return ActionError(_("The sheet of this hand stands at another table now."))
    return Waits()


def _place(match: Match, hand: Hand) -> tuple[MatchView, GameView, Hand]:
    """A hand as it stands in its match."""
    view = load_match(match, sheets=True)
    game = next(one for one in view.games if one.game.pk == hand.game_id)
    stored = next(one for one in game.hands if one.pk == hand.pk)
    return view, game, stored
