"""One side writes its own sheet, which nobody else sees: seats, hands, the bell, totals.

The log says that a hand was written, and no figure of it, until both sheets are in.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from league.actions.acceptance import refuse_answers
from league.actions.errors import ActionError, StaleEdit
from league.actions.games import side_of_north
from league.actions.hands import refuse_unsound
from league.actions.journal import write_entry
from league.actions.locks import lock_match
from league.actions.results import Totals, check_new_totals
from league.models import Actor, Match, Round, SecondSheet
from league.permissions import may_organize
from league.queries.checks import check_new
from league.queries.matches import MatchSide, MatchView
from league.queries.second_sheets import both_write, view_sheet
from scoring import HandSheet, sheet_to_json

Games = list[dict[str, Any]]


@transaction.atomic
def begin_sheet(match: Match, *, side: MatchSide, holder: str, by: Actor) -> SecondSheet:
    """Begin the sheet of a side, or take it up where its phone was let go; `holder` is the digest
    of the key that the phone has from now on ("": a player's own account, which needs none).

    Raises ActionError when another phone writes it.
    """
    match = lock_match(match)
    refuse_own(match, by)
    sheet, made = SecondSheet.objects.get_or_create(
        match=match, side=side, defaults={"holder": holder}
    )
    if made:
        _log("begin_sheet", match, sheet, by)
    elif sheet.holder is None:
        sheet.holder = holder
        sheet.save(update_fields=["holder"])
        _log("take_up_sheet", match, sheet, by)
    elif holder and sheet.holder != holder:
        raise ActionError(_("That sheet is being written on another phone."))
    return sheet


@transaction.atomic
def release_sheet(match: Match, *, side: MatchSide, reason: str, by: Actor) -> bool:
    """Let another phone write the sheet of a side (lost, or out of power); what is on it stays.

    Handed in and still sealed, it is open again. False when there is none, or no phone has it.
    """
    match = lock_match(match)
    refuse_own(match, by)
    sheet = SecondSheet.objects.filter(match=match, side=side).first()
    if sheet is None or (sheet.holder is None and sheet.handed_in_at is None):
        return False
    if not reason:
        raise ActionError(_("Write why, in a few words."), field="reason")
    sheet.holder = sheet.handed_in_at = sheet.handed_in_by = sheet.signed_by = None
    sheet.save(update_fields=["holder", "handed_in_at", "handed_in_by", "signed_by"])
    if match.submitted_side == side:
        _nobody_in(match)
    _log("release_sheet", match, sheet, by, reason=reason)
    return True


@transaction.atomic
def seat_own_game(
    match: Match,
    *,
    side: MatchSide,
    number: int,
    seats: Mapping[str, int],
    first_dealer: str,
    by: Actor,
) -> SecondSheet:
    """Begin game `number` on the sheet of a side, or seat it again while it has no hand.

    Raises ActionError for seats that cannot be, StaleEdit when another game is next.
    """

    def change(match: Match, games: Games, view: MatchView) -> None:
        ns_side = side_of_north(match, seats)
        current = view.current
        seated = current is not None and not current.hands and current.number == number
        if not seated and view.next_game != number:
            raise StaleEdit(
                _("The sheet has moved on. Look at it again."), stored=view, offered=number
            )
        if seated:
            games.pop()
        games.append(
            {
                "number": number,
                "ns_side": ns_side,
                "seats": dict(seats),
                "first_dealer": first_dealer,
                "bell_after": None,
                "hands": [],
            }
        )

    return _write(match, side, "seat_own_game", change, by, number=number)


@transaction.atomic
def record_own_hand(
    match: Match,
    *,
    side: MatchSide,
    sheet: HandSheet,
    client_id: UUID,
    game: int,
    number: int,
    by: Actor,
) -> SecondSheet:
    """Write the next hand on the sheet of a side; the same `client_id` again changes nothing.

    Raises StaleEdit when another hand is next, UnsoundSheet, ActionError.
    """
    if _has_hand(match, side, client_id):
        return SecondSheet.objects.get(match=match, side=side)

    def change(_match: Match, games: Games, view: MatchView) -> None:
        current = view.current
        if current is None or current.totals_only:
            raise ActionError(_("Say first who sits where."))
        if (game, number) != (current.number, len(current.hands) + 1):
            raise StaleEdit(
                _("The sheet has moved on: hand %(number)d is next.")
                % {"number": len(current.hands) + 1},
                stored=view,
                offered=sheet,
            )
        if current.over:
            raise ActionError(_("This game is over: no further hand is played."))
        refuse_unsound(check_new(view, current, sheet))
        games[-1]["hands"].append({"id": str(client_id), "sheet": sheet_to_json(sheet)})

    return _write(match, side, "record_own_hand", change, by, game=game, number=number)


@transaction.atomic
def undo_own_hand(match: Match, *, side: MatchSide, client_id: UUID, by: Actor) -> SecondSheet:
    """Take the last hand off the sheet of a side; StaleEdit when it is not the last (any more)."""

    def change(_match: Match, games: Games, view: MatchView) -> None:
        last = games[-1]["hands"][-1:] if games else []
        if not last or last[0]["id"] != str(client_id):
            raise StaleEdit(
                _("The sheet has moved on. Look at it again."), stored=view, offered=None
            )
        games[-1]["hands"].pop()

    return _write(match, side, "undo_own_hand", change, by)


@transaction.atomic
def ring_own_bell(match: Match, *, side: MatchSide, in_play: bool, by: Actor) -> SecondSheet:
    """The bell has gone, as this side writes it: the hand in play counts, or the last one was it.
    Rung before, it is taken back."""

    def change(match: Match, games: Games, view: MatchView) -> None:
        current = view.current
        if match.round.stage.competition.match_play.get("mode") != "bell":
            raise ActionError(_("This competition does not play to a bell."))
        if current is None or current.totals_only:
            raise ActionError(_("Say first who sits where."))
        if current.game.bell_after is not None:
            games[-1]["bell_after"] = None
            return
        if current.over or not (current.hands or in_play):
            raise ActionError(_("There is no hand that the bell could end."))
        games[-1]["bell_after"] = len(current.hands) + in_play

    return _write(match, side, "ring_own_bell", change, by)


@transaction.atomic
def write_own_totals(
    match: Match, *, side: MatchSide, totals: Sequence[Totals], by: Actor
) -> SecondSheet:
    """Write what the games came to in place of their hands; every game is given, in order.

    Raises ActionError for totals that end no game, or over hands that are written.
    """

    def change(_match: Match, games: Games, view: MatchView) -> None:
        check_new_totals(view, totals)
        kept = [game for game in games if game.get("hands")]
        kept += [
            {"number": one.number, "totals": [one.a, one.b], "early": one.early} for one in totals
        ]
        games[:] = sorted(kept, key=lambda game: int(game["number"]))

    return _write(match, side, "write_own_totals", change, by)


def refuse_own(match: Match, by: Actor) -> None:
    """Raise ActionError when nobody writes a sheet of their own here (any more)."""
    refuse_answers(match, by)
    if not both_write(match):
        raise ActionError(_("The result of this match stands: no sheet is written any more."))
    organizes = may_organize(by, match.round.stage.competition.club)
    if match.round.state == Round.State.CLOSED and not (organizes or match.postponed):
        raise ActionError(_("This round is closed. Ask an organizer."))
    if SecondSheet.objects.filter(match=match, handed_in_at__isnull=False).count() == 2:
        raise ActionError(_("Both sheets are in: an organizer settles what differs."))


def lock_sheet(match: Match, side: MatchSide, by: Actor) -> tuple[Match, SecondSheet]:
    """The match, locked, and the sheet of a side, which is still being written."""
    match = lock_match(match)
    refuse_own(match, by)
    sheet = SecondSheet.objects.filter(match=match, side=side).first()
    if sheet is None:
        raise ActionError(_("This sheet is not begun yet."))
    return match, sheet


def _write(
    match: Match,
    side: MatchSide,
    verb: str,
    change: Callable[[Match, Games, MatchView], None],
    by: Actor,
    **told: int,
) -> SecondSheet:
    match, sheet = lock_sheet(match, side, by)
    if sheet.handed_in_at is not None:
        raise ActionError(_("This sheet is handed in. Take it back first."))
    change(match, sheet.games, view_sheet(match, sheet.games))
    sheet.revision += 1
    sheet.save(update_fields=["games", "revision"])
    _log(verb, match, sheet, by, told=told)
    return sheet


def _has_hand(match: Match, side: MatchSide, client_id: UUID) -> bool:
    """Whether that hand is written already: sent twice, by a phone that heard no answer."""
    sheet = SecondSheet.objects.filter(match=match, side=side).first()
    hands = [hand for game in (sheet.games if sheet else []) for hand in game.get("hands", [])]
    return any(hand["id"] == str(client_id) for hand in hands)


def _nobody_in(match: Match) -> None:
    match.submitted_at = match.submitted_side = match.submitted_by = None
    match.save(update_fields=["submitted_at", "submitted_side", "submitted_by"])


def _log(
    verb: str,
    match: Match,
    sheet: SecondSheet,
    by: Actor,
    *,
    reason: str = "",
    told: Mapping[str, int] | None = None,
) -> None:
    """Which side, which hand: no figure, for the log is read before the sheets are in."""
    after = {"side": sheet.side, **(told or {})}
    write_entry(verb, f"sheet:{sheet.pk}", by=by, match=match, after=after, reason=reason)
