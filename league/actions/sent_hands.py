"""What a phone sends: stored once, or kept as a hand in question. Safe to send in any order.

Nothing that a phone wrote is refused for good: what cannot be stored is kept beside what stands,
until somebody settles it (`league.actions.kept_hands`).
"""

from dataclasses import dataclass, replace
from typing import Literal

from django.db import transaction
from django.utils.translation import gettext as _

from league.actions.begun_games import begin_sent, refuse_other_seats
from league.actions.errors import ActionError
from league.actions.hands import write_next
from league.actions.journal import End, lock_unchanged
from league.actions.kept_hands import keep, note_sent
from league.actions.locks import lock_match
from league.actions.sent_changes import Waits, refuse_unanswered, take_correction, take_undo
from league.models import Actor, Hand, Match, SentHand
from league.queries.checks import Check
from league.queries.games import match_side
from league.queries.hands import completed, sheet_of
from league.queries.matches import MatchView, in_play, load_match
from league.queries.sent_hands import Sent, came_before, hand_of, is_in, is_known, stands_beside
from league.words.sent_hands import (
    already_words,
    question_words,
    stored_words,
    waits_words,
)
from scoring import Side

Answer = Literal["stored", "already", "conflict", "not_yours", "later"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What became of a sent thing. `view` is the match as it stands now, `hand` the hand it is
    about, `kept` the hand in question; `words` is one sentence for people. `before` and `check` are
    the match without a new hand, and what that one comes to in it."""

    answer: Answer
    words: str
    view: MatchView | None = None
    hand: Hand | None = None
    kept: SentHand | None = None
    before: MatchView | None = None
    check: Check | None = None


def take_sent(match: Match, sent: Sent, *, by: Actor) -> Taken:
    """Store what a phone sent, find that it is stored, or keep it as a hand in question; "later"
    while something that the phone wrote before it has not come.

    One transaction, the match locked, the receipt in it. `match` as this request has just read it
    by `match_and_role`. Raises Http404 when it is gone.
    """
    try:
        with transaction.atomic():
            end = lock_unchanged(match.round.stage.competition)
            return _take(lock_match(match) if end is None else match, sent, by, end)
    except Waits:
        return Taken(answer="later", words=waits_words(sent.kind), view=load_match(match))
    except ActionError:
        return _take_or_keep(match, sent, by)


@transaction.atomic
def _take_or_keep(match: Match, sent: Sent, by: Actor) -> Taken:
    """The same once more, for what was refused: it is kept, if it is refused again."""
    match = lock_match(match)
    try:
        with transaction.atomic():
            return _take(match, sent, by)
    except Waits:
        return Taken(answer="later", words=waits_words(sent.kind), view=load_match(match))
    except ActionError as refused:
        kept = keep(match, sent, refused.message, hand_of(match, sent), by=by)
        return _in_question(match, kept)


def _take(match: Match, sent: Sent, by: Actor, end: End | None = None) -> Taken:
    if sent.kind == "record":
        return _record(match, sent, by, end)
    _hand, row = came_before(sent.id)
    if row is not None:
        return _came_again(match, row)
    if sent.kind == "correct":
        told, about = take_correction(match, sent, by)
    else:
        told, about = take_undo(match, sent, by)
    if isinstance(about, SentHand):
        return _in_question(match, about)
    return _done(match, sent.kind, about, sent.number, stored=told == "stored")


def _came_again(match: Match, row: SentHand) -> Taken:
    """What became of it when it came before."""
    if row.match_id != match.pk:
        return Taken(answer="not_yours", words=_("This was sent from another table before."))
    if row.outcome == SentHand.Outcome.KEPT:
        return _in_question(match, row.within or row)
    return _done(match, row.kind, row.hand, row.number, stored=False)


def _record(match: Match, sent: Sent, by: Actor, end: End | None = None) -> Taken:
    view, known = in_play(match, sent.id)
    if known:
        hand, row = came_before(sent.id)
        if row is not None:
            return _came_again(match, row)
        if hand is not None:
            return _recorded_before(match, sent, hand)
    current = view.current
    refuse_other_seats(view, sent)
    if current is None or (sent.game, sent.number) != (current.number, len(current.hands) + 1):
        return _out_of_turn(view, sent, by)
    if sent.sheet is None:
        raise ActionError(sent.unread)
    stored, check = write_next(
        view,
        sent.sheet,
        client_id=sent.id,
        game=sent.game,
        number=sent.number,
        note=sent.note,
        refuse=lambda check: refuse_unanswered(check, match, sent),
        end=end,
        by=by,
    )
    words = stored_words(sent.kind, stored.number)
    return Taken(
        answer="stored",
        words=words,
        view=_with_hand(view, stored, check),
        hand=stored,
        before=view,
        check=check,
    )


def _recorded_before(match: Match, sent: Sent, hand: Hand) -> Taken:
    """It is stored; what was corrected since has other figures, and that is all right."""
    elsewhere = hand.game.match_id != match.pk
    if elsewhere and not is_in(match.round.stage.competition, hand):
        raise ActionError(_("This sheet was already saved at another table."))
    view = load_match(match)
    same = sent.sheet is not None and (
        completed(sent.sheet, view.rules) == completed(sheet_of(hand), view.rules)
        and sent.note == hand.note
    )
    if not same and hand.revision == 1:
        raise ActionError(
            _("This sheet was already saved as hand %(number)d, with other figures.")
            % {"number": hand.number}
        )
    words = already_words(sent.kind, hand.number)
    # Its sheet was moved: of the table where it stands now nothing is told here.
    return Taken(answer="already", words=words, view=view, hand=None if elsewhere else hand)


def _out_of_turn(view: MatchView, sent: Sent, by: Actor) -> Taken:
    """Another hand is next: the same may be there from another phone, or this one is too early."""
    match = view.match
    game = next((one for one in view.games if one.number == sent.game), None)
    if game is None:
        return _in_a_new_game(match, sent, by)
    there = next((hand for hand in game.hands if hand.number == sent.number), None)
    if there is not None:
        if _says_the_same(view, there, sent):
            note_sent(match, sent, there, by=by)
            words = already_words(sent.kind, there.number)
            return Taken(answer="already", words=words, view=view, hand=there)
        raise ActionError(
            _("Hand %(number)d was saved from another phone meanwhile.") % {"number": sent.number}
        )
    if game.totals_only:
        raise ActionError(_("Only the totals of this game were kept: it holds no hands."))
    last = game is view.current
    if last and sent.after is not None and not is_known(match, sent.after):
        raise Waits
    if not last:
        raise ActionError(_("This game is over: no further hand is played."))
    raise ActionError(
        _("The sheet has moved on: hand %(number)d is next.") % {"number": len(game.hands) + 1}
    )


def _in_a_new_game(match: Match, sent: Sent, by: Actor) -> Taken:
    """A hand of a game that is not on the sheet: the first one of a game that was begun on the
    phone begins it here; both or neither."""
    view = load_match(match)
    begins = sent.begins and sent.number == 1
    if not (begins and view.next_game == sent.game):
        if sent.after is not None and not is_known(match, sent.after):
            raise Waits
        if not begins:
            raise ActionError(_("Game %(number)d is not on the sheet.") % {"number": sent.game})
    begin_sent(view, sent, by=by)
    return _record(match, sent, by)


def _says_the_same(view: MatchView, there: Hand, sent: Sent) -> bool:
    if sent.sheet is None or there.status != Hand.Status.RECORDED:
        return False
    same = completed(sheet_of(there), view.rules) == completed(sent.sheet, view.rules)
    return same and there.note == sent.note


def _with_hand(view: MatchView, hand: Hand, check: Check) -> MatchView:
    """The match as it stands once this hand is on the sheet; asks the database nothing."""
    game, after = view.current, check.after
    assert game is not None
    assert after is not None
    ns_is_a = match_side(game.game, Side.NS) == "a"
    now = replace(
        game,
        hands=(*game.hands, hand),
        score=after,
        a=after.ns if ns_is_a else after.ew,
        b=after.ew if ns_is_a else after.ns,
    )
    return replace(view, games=(*view.games[:-1], now))


def _done(match: Match, kind: str, hand: Hand | None, number: int, *, stored: bool) -> Taken:
    say = stored_words if stored else already_words
    words = say(kind, hand.number if hand is not None else number)
    answer: Answer = "stored" if stored else "already"
    return Taken(answer=answer, words=words, view=load_match(match), hand=hand)


def _in_question(match: Match, kept: SentHand) -> Taken:
    """The hand in question; with the hand that stands there, where there is one."""
    view = load_match(match)
    words = question_words(kept.kind, kept.number, kept.question_words)
    stands = stands_beside(view, kept)
    return Taken(answer="conflict", words=words, view=view, hand=stands, kept=kept)
