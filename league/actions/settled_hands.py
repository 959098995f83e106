"""A hand in question is settled: as the next hand, in the place of a stored one, or let go.

Each is done once: a second tap, or another phone's, finds it settled and changes nothing. `seen` is
how often its own phone had corrected it when it was read: what nobody has seen is never settled.
"""

from collections.abc import Callable
from uuid import uuid4

from django.db import transaction
from django.utils.translation import gettext as _

from league.actions.corrections import correct_hand, void_hand
from league.actions.errors import ActionError, StaleEdit
from league.actions.hands import record_hand, undo_hand
from league.actions.kept_hands import drop, raise_revision, settle_row
from league.actions.locks import lock_match
from league.models import Actor, Hand, Match, SentHand
from league.permissions import may_organize
from league.queries.matches import load_match
from league.queries.sent_hands import revision_there
from scoring import HandSheet


@transaction.atomic
def use_as_next(
    kept: SentHand,
    sheet: HandSheet,
    *,
    seen: int,
    game: int,
    number: int,
    note: str = "",
    by: Actor,
) -> bool:
    """Store it as the next hand of the game in play; `sheet` is what it says, with the dealer whose
    turn it is. False when it is settled already. Raises as `record_hand`, and ActionError for a
    hand of another game."""

    def record(match: Match, found: SentHand) -> Hand:
        if found.game not in (0, game):
            raise ActionError(
                _("It is a hand of game %(number)d: it can be kept in no other.")
                % {"number": found.game}
            )
        new = found.kind == SentHand.Kind.RECORD
        taken = Hand.objects.filter(client_id=found.client_id).exists()
        return record_hand(
            match,
            sheet,
            client_id=found.client_id if new and not taken else uuid4(),
            game=game,
            number=number,
            note=note,
            by=by,
        )

    return _use(kept, seen, record, by)


@transaction.atomic
def use_in_place(
    kept: SentHand,
    sheet: HandSheet,
    *,
    seen: int,
    hand: Hand,
    revision: int,
    note: str = "",
    reason: str,
    end_confirmed: bool = False,
    by: Actor,
) -> bool:
    """Put it in the place of a stored hand, which was read as `revision`. False when it is settled
    already. Raises as `correct_hand`."""

    def correct(match: Match, _found: SentHand) -> Hand:
        hand.game.match = match
        return correct_hand(
            hand,
            sheet,
            revision=revision,
            note=note,
            reason=reason,
            end_confirmed=end_confirmed,
            by=by,
        )

    return _use(kept, seen, correct, by)


@transaction.atomic
def take_off(
    kept: SentHand,
    *,
    seen: int,
    hand: Hand,
    revision: int,
    reason: str,
    end_confirmed: bool = False,
    by: Actor,
) -> bool:
    """Do the undo that is in question: the last hand leaves the sheet, an earlier one is struck
    out. False when it is settled already. Raises as `undo_hand` and `void_hand`."""
    match, found = _locked(kept, seen, by)
    if found is None:
        return False
    hand.game.match = match
    current = load_match(match).current
    last = current.hands[-1] if current is not None and current.hands else None
    if last is not None and last.pk == hand.pk and match.accepted_at is None:
        if last.revision != revision:
            raise StaleEdit(_changed_words(last), stored=last, offered=None)
        undo_hand(match, hand_id=hand.pk, by=by)
    else:
        void_hand(hand, revision=revision, reason=reason, end_confirmed=end_confirmed, by=by)
    settle_row(found, SentHand.Outcome.USED, hand, by=by)
    return True


@transaction.atomic
def let_go(kept: SentHand, *, seen: int, by: Actor) -> bool:
    """Drop it: what is stored stands. False when it is settled already."""
    _match, found = _locked(kept, seen, by)
    if found is None:
        return False
    drop(found, by=by)
    return True


def _locked(kept: SentHand, seen: int, by: Actor) -> tuple[Match, SentHand | None]:
    """The match, locked, and the hand while it is in question. Raises StaleEdit when its phone has
    corrected it since it was read."""
    match = lock_match(kept.match)
    if match.accepted_at is not None and not may_organize(by, match.round.stage.competition.club):
        raise ActionError(_("This sheet is signed. Only an organizer can change it now."))
    found = SentHand.objects.filter(pk=kept.pk, outcome=SentHand.Outcome.KEPT).first()
    if found is not None:
        found.match = match
        if found.changes.count() != seen:
            raise StaleEdit(
                _("Its phone has corrected this hand since you read it. Look at it again."),
                stored=None,
                offered=None,
            )
    return match, found


def _use(kept: SentHand, seen: int, store: Callable[[Match, SentHand], Hand], by: Actor) -> bool:
    """Store it by `store`. What its phone wrote after it is made from the revision that the phone
    counts."""
    match, found = _locked(kept, seen, by)
    if found is None:
        return False
    hand = store(match, found)
    there = revision_there(found)
    if hand.revision < there:
        raise_revision(hand, there)
    settle_row(found, SentHand.Outcome.USED, hand, by=by)
    return True


def _changed_words(hand: Hand) -> str:
    return _("Somebody changed hand %(number)d while you were writing.") % {"number": hand.number}
