"""Recording a hand, undoing the last one; each locks the match and is safe to send twice."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from league.actions.bracket_slots import settle_match
from league.actions.errors import ActionError, StaleEdit
from league.actions.journal import End, write_entry
from league.actions.locks import lock_match
from league.actions.matches import refuse_closed
from league.actions.ready_writes import insert
from league.actions.ruled_hands import refuse_ruled
from league.models import Actor, Hand, HandRun, HandSet, Match, account_of
from league.queries.checks import Check, check_new
from league.queries.games import GameView
from league.queries.hands import columns_of, completed, rows_of, rules_of, sheet_of
from league.queries.matches import MatchView, in_play, load_match
from league.queries.sent_hands import came_before
from scoring import HandSheet, Problem, sheet_to_json


class UnsoundSheet(ActionError):
    """The sheet has errors; `problems` are all of them."""

    def __init__(self, message: object, *, problems: tuple[Problem, ...]) -> None:
        super().__init__(message)
        self.problems = problems


@transaction.atomic
def record_hand(
    match: Match,
    sheet: HandSheet,
    *,
    client_id: UUID,
    game: int,
    number: int,
    note: str = "",
    by: Actor,
) -> Hand:
    """Store the next hand of the game in play.

    `client_id` again with the same sheet: gives what was stored the first time (even if undone
    since). `game` and `number` are what the phone expects to write. Raises StaleEdit (the stored
    hand of that number, or None) when another is next or when that id was stored with other
    figures, UnsoundSheet, ActionError.
    """
    match = lock_match(match)
    view, known = in_play(match, client_id)
    stored, _row = came_before(client_id) if known else (None, None)
    if stored is not None:
        if stored.game.match_id != match.pk:
            raise ActionError(_("This sheet was already saved at another table."))
        rules = rules_of(match.round.stage.competition)
        same = completed(sheet_of(stored), rules) == completed(sheet, rules)
        if not same or stored.note != note:
            raise StaleEdit(
                _("This sheet was already saved as hand %(number)d, with other figures.")
                % {"number": stored.number},
                stored=stored,
                offered=sheet,
            )
        return stored
    hand, _check = write_next(
        view, sheet, client_id=client_id, game=game, number=number, note=note, by=by
    )
    return hand


def write_next(
    view: MatchView,
    sheet: HandSheet,
    *,
    client_id: UUID,
    game: int,
    number: int,
    note: str,
    refuse: Callable[[Check], None] | None = None,
    end: End | None = None,
    by: Actor,
) -> tuple[Hand, Check]:
    """Store the next hand of a locked match, read under the lock with its hands; `client_id` is
    not stored yet. Gives it with what it came to, and raises as `record_hand` does; `refuse`
    raises for a sheet that is not to be stored, in place of UnsoundSheet; `end` as for
    `write_entry`."""
    match = view.match
    refuse_closed(match, by, disputed=view.disputed)
    current = view.current
    if current is None:
        raise ActionError(_("Say first who sits where."))
    if current.totals_only:
        raise ActionError(_("Only the totals of this game were kept: it holds no hands."))
    _refuse_stale(view, current, game, number, sheet)
    if current.over:
        raise ActionError(_("This game is over: no further hand is played."))
    check = check_new(view, current, sheet)
    (refuse or refuse_unsound)(check)
    assert check.score is not None
    assert check.after is not None
    hand = Hand(
        game=current.game,
        number=number,
        client_id=client_id,
        note=note,
        recorded_by=account_of(by),
        **columns_of(sheet, check.score),
    )
    insert(hand)
    rows = write_rows(sheet, hand)
    goes_on = not check.after.over and hand.claim is None
    write_entry(
        "record_hand",
        f"hand:{hand.pk}",
        by=by,
        match=match,
        after=figures(hand, sheet, check),
        stored=[hand, *rows] if goes_on else None,
        end=end,
    )
    if match.slot is not None and check.after.over and load_match(match).over:
        settle_match(match, by=by)
    return hand, check


@transaction.atomic
def undo_hand(match: Match, *, hand_id: int, by: Actor) -> Hand:
    """Take the last hand off the sheet; its number is free again. Undone already: nothing more.

    Raises StaleEdit (the hand that is last now) when another was saved since, ActionError.
    """
    match = lock_match(match)
    hand = Hand.objects.filter(pk=hand_id, game__match=match).select_related("game").first()
    if hand is None:
        raise ActionError(_("There is no such hand on this sheet."))
    if hand.status == Hand.Status.UNDONE:
        return hand
    refuse_closed(match, by)
    view = load_match(match, sheets=True)
    current = view.current
    last = current.hands[-1] if current and current.hands else None
    if current is not None and current.game.pk != hand.game_id:
        raise ActionError(
            _("Game %(number)d has been started since: take that back first.")
            % {"number": current.number}
        )
    if current is None or last is None or last.pk != hand.pk:
        raise StaleEdit(
            _("Hand %(number)d is not the last one any more.") % {"number": hand.number},
            stored=last,
            offered=hand,
        )
    refuse_ruled(hand, match, by, undo=True)
    before = stored_figures(last, current)
    hand.status = Hand.Status.UNDONE
    hand.save(update_fields=["status"])
    write_entry("undo_hand", f"hand:{hand.pk}", by=by, match=match, before=before)
    settle_match(match, by=by)
    return hand


def _refuse_stale(
    view: MatchView, current: GameView, game: int, number: int, sheet: HandSheet
) -> None:
    expected = len(current.hands) + 1
    if (game, number) == (current.number, expected):
        return
    there = next((other for other in view.games if other.number == game), None)
    stored = next((hand for hand in there.hands if hand.number == number), None) if there else None
    message = (
        _("Hand %(number)d was saved from another phone meanwhile.") % {"number": number}
        if stored is not None
        else _("The sheet has moved on: hand %(number)d is next.") % {"number": expected}
    )
    raise StaleEdit(message, stored=stored, offered=sheet)


def refuse_unsound(check: Check) -> None:
    """Raise UnsoundSheet when the sheet has errors."""
    if check.errors or check.score is None:
        raise UnsoundSheet(_("This sheet does not add up."), problems=check.problems)


def write_rows(sheet: HandSheet, hand: Hand) -> list[HandRun | HandSet]:
    """Store the runs and sets of a sheet, and give them."""
    runs, sets = rows_of(sheet, hand)
    if runs:
        HandRun.objects.bulk_create(runs)
    if sets:
        HandSet.objects.bulk_create(sets)
    return [*runs, *sets]


def figures(hand: Hand, sheet: HandSheet, check: Check) -> dict[str, Any]:
    """What the audit keeps of a hand as it is written now."""
    assert check.after is not None
    return {
        "game": hand.game.number,
        "number": hand.number,
        "score": [hand.score_ns, hand.score_ew],
        "verdict": hand.verdict,
        "totals": [check.after.ns, check.after.ew],
        "sheet": sheet_to_json(sheet),
    }


def stored_figures(hand: Hand, game: GameView) -> dict[str, Any]:
    """What the audit keeps of a hand as it stood before."""
    return {
        "game": game.number,
        "number": hand.number,
        "status": hand.status,
        "score": [hand.score_ns, hand.score_ew],
        "verdict": hand.verdict,
        "totals": [game.score.ns, game.score.ew],
        "sheet": sheet_to_json(sheet_of(hand)),
    }
