"""A whole game's sheet keyed from paper: the start of the game and all its hands, or nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from league.actions.errors import StaleEdit
from league.actions.games import start_game
from league.actions.hands import record_hand
from league.actions.locks import lock_match
from league.models import Actor, Hand, Match
from league.queries.games import GameView
from league.queries.hands import completed, rules_of, sheet_of
from league.queries.matches import load_match
from scoring import HandSheet


@dataclass(frozen=True, slots=True)
class KeyedHand:
    """One line of the paper: its number, what stands there, and its id for sending twice."""

    number: int
    sheet: HandSheet
    client_id: UUID


@dataclass(frozen=True, slots=True)
class KeyedStart:
    """Seat -> the player's id, and the seat of whoever won the cut."""

    seats: Mapping[str, int]
    first_dealer: str


@transaction.atomic
def key_sheet(
    match: Match,
    hands: Sequence[KeyedHand],
    *,
    game: int,
    start: KeyedStart | None = None,
    by: Actor,
) -> list[Hand]:
    """Store the lines of game `game` in order, all or none; gives the hands that are new.

    `start` begins the game where it has not begun. A line whose hand is there already with the
    same figures is not written again. Raises StaleEdit (with `stored`, the hand that says
    otherwise), UnsoundSheet, ActionError.
    """
    match = lock_match(match)
    rules = rules_of(match.round.stage.competition)
    view = load_match(match, sheets=True)
    there = next((one for one in view.games if one.number == game), None)
    stored = {hand.number: hand for hand in there.hands} if there is not None else {}
    new = []
    for line in hands:
        hand = stored.get(line.number)
        if hand is None:
            new.append(line)
        elif completed(sheet_of(hand), rules) != completed(line.sheet, rules):
            raise StaleEdit(
                _("Hand %(number)d is on the sheet already, with other figures.")
                % {"number": line.number},
                stored=hand,
                offered=line.sheet,
            )
    if start is not None and not (there is not None and _sits(there, start)):
        start_game(match, number=game, seats=start.seats, first_dealer=start.first_dealer, by=by)
    return [
        record_hand(
            match, line.sheet, client_id=line.client_id, game=game, number=line.number, by=by
        )
        for line in new
    ]


def _sits(there: GameView, start: KeyedStart) -> bool:
    """Whether the game has begun just like this."""
    seats = {seat: player.pk for seat, player in there.seats.items()}
    return seats == dict(start.seats) and there.game.first_dealer == start.first_dealer
