"""Correcting a stored hand and striking one out; each locks the match and is safe to send twice."""

from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from league.actions.bracket_slots import settle_match
from league.actions.errors import ActionError, StaleEdit
from league.actions.hands import figures, refuse_unsound, stored_figures, write_rows
from league.actions.journal import write_entry
from league.actions.locks import lock_match
from league.actions.matches import mark_corrected, open_unfinished, refuse_closed
from league.actions.ruled_hands import refuse_ruled
from league.models import Actor, Hand, Match
from league.queries.checks import Check, check_correction, check_void
from league.queries.games import GameView
from league.queries.hands import columns_of, completed, sheet_of
from league.queries.matches import MatchView, load_match
from league.words.games import after_end_words, blocked_words
from scoring import HandSheet

SHEET_COLUMNS = [
    "outcome", "trump", "dealer", "caller", "forced", "bid", "count_ns", "count_ew",
    "last_trick", "bella_seat", "bella_call", "claim", "thrown_by",
    "verdict", "total", "score_ns", "score_ew", "hanging",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a hand stands: in a locked match, read in the same transaction."""

    match: Match
    view: MatchView
    game: GameView


@transaction.atomic
def correct_hand(
    hand: Hand,
    sheet: HandSheet,
    *,
    revision: int,
    note: str = "",
    reason: str = "",
    end_confirmed: bool = False,
    by: Actor,
) -> Hand:
    """Put another sheet in place of a stored one; a void hand counts again.

    `revision` is the one that was corrected. A reason is needed once the next hand exists or the
    sheet was signed. Where the game now ends before later hands, those are voided with
    `end_confirmed` and the correction is refused without. The same correction sent twice is
    made once. Raises StaleEdit (stored hand, offered sheet), UnsoundSheet, ActionError.
    """
    place, stored = _place_of(hand, by)
    rules = place.view.rules
    same = completed(sheet_of(stored), rules) == completed(sheet, rules) and stored.note == note
    if same and stored.status == Hand.Status.RECORDED:
        return stored
    if stored.revision != revision:
        raise StaleEdit(
            _("Somebody changed hand %(number)d while you were writing.")
            % {"number": stored.number},
            stored=stored,
            offered=sheet,
        )
    if needs_reason(place.view, place.game, stored) and not reason:
        raise ActionError(_("Write why this hand is corrected."), field="reason")
    check = check_correction(place.view, place.game, stored, sheet)
    refuse_unsound(check)
    _refuse_blocked(check, place.game, end_confirmed)
    assert check.score is not None
    before = stored_figures(stored, place.game)
    for column, value in {**columns_of(sheet, check.score), "note": note}.items():
        setattr(stored, column, value)
    stored.status = Hand.Status.RECORDED
    stored.revision += 1
    stored.save(update_fields=[*SHEET_COLUMNS, "note", "status", "revision"])
    stored.runs.all().delete()
    stored.sets.all().delete()
    write_rows(sheet, stored)
    write_entry(
        "correct_hand",
        f"hand:{stored.pk}",
        by=by,
        match=place.match,
        before=before,
        after=figures(stored, sheet, check),
        reason=reason,
    )
    _settle_end(place, check, reason, by)
    return stored


@transaction.atomic
def void_hand(
    hand: Hand, *, revision: int, reason: str, end_confirmed: bool = False, by: Actor
) -> Hand:
    """Strike a hand out: its line and its deal stay, it scores nothing. Void already: nothing more.

    Raises StaleEdit when it was corrected since, ActionError (a reason is always needed).
    """
    place, stored = _place_of(hand, by)
    if stored.status == Hand.Status.VOID:
        return stored
    if stored.revision != revision:
        raise StaleEdit(
            _("Somebody changed hand %(number)d while you were writing.")
            % {"number": stored.number},
            stored=stored,
            offered=None,
        )
    if not reason:
        raise ActionError(_("Write why this hand is struck out."), field="reason")
    check = check_void(place.view, place.game, stored)
    _refuse_blocked(check, place.game, end_confirmed)
    _strike(place, stored, reason, by)
    _settle_end(place, check, reason, by)
    return stored


def needs_reason(view: MatchView, game: GameView, hand: Hand) -> bool:
    """Whether a correction of this hand must say why: something was built on it since."""
    is_last = bool(game.hands) and game.hands[-1].pk == hand.pk
    is_last_game = view.games[-1].number == game.number
    return not (is_last and is_last_game) or view.match.accepted_at is not None


def _place_of(hand: Hand, by: Actor) -> tuple[_Place, Hand]:
    """Lock the hand's match and read the hand again in it."""
    match = lock_match(hand.game.match)
    refuse_closed(match, by, signed=True)
    view = load_match(match, sheets=True)
    for game in view.games:
        for stored in game.hands:
            if stored.pk == hand.pk:
                refuse_ruled(stored, match, by)
                return _Place(match, view, game), stored
    raise ActionError(_("This hand was undone meanwhile."))


def _refuse_blocked(check: Check, game: GameView, end_confirmed: bool) -> None:
    if check.blocked is not None and check.after is not None:
        raise ActionError(blocked_words(check.blocked, game.number))
    if check.after_end and not end_confirmed:
        raise ActionError(after_end_words(check.after_end), field="end_confirmed")


def _settle_end(place: _Place, check: Check, reason: str, by: Actor) -> None:
    """Void the hands that came after the end; a sheet that is not over any more is unsigned, an
    accepted one is marked as corrected."""
    for later in place.game.hands:
        if later.number in check.after_end:
            _strike(place, later, reason, by)
    match = place.match
    if match.accepted_at is not None:
        mark_corrected(match, reason)
    open_unfinished(match, reason=reason, by=by)
    settle_match(match, by=by)


def _strike(place: _Place, hand: Hand, reason: str, by: Actor) -> None:
    before = stored_figures(hand, place.game)
    hand.status = Hand.Status.VOID
    hand.revision += 1
    hand.save(update_fields=["status", "revision"])
    write_entry(
        "void_hand", f"hand:{hand.pk}", by=by, match=place.match, before=before, reason=reason
    )
