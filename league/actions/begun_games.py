"""A game that was begun on a phone, and one that was seated anew since a phone wrote its first
hand: the letters on a sheet mean people, and have to mean the same ones here."""

from django.utils.translation import gettext as _

from league.actions.errors import ActionError
from league.actions.games import start_game
from league.models import Actor, Match
from league.queries.games import GameView, seated_of
from league.queries.matches import MatchView, load_match, people_of
from league.queries.next_seats import next_seats, sitting_down
from league.queries.sent_hands import Sent


def begin_sent(view: MatchView, sent: Sent, *, by: Actor) -> None:
    """Begin the game of this hand, in the seats of the one before, in the caller's transaction.
    `view` with its seats. Raises as `start_game`."""
    seats = _seats_after(view.match, view.current, sent)
    start_game(view.match, number=sent.game, seats=seats, first_dealer=sent.begins, by=by)


def refuse_other_seats(view: MatchView, sent: Sent) -> None:
    """Raise ActionError when the game of this hand is on the sheet with others in its seats than
    the phone took to be there; asks the database only of a game that was begun on a phone."""
    game = next((one for one in view.games if one.number == sent.game), None)
    if game is None:
        return
    if sent.begins and not _begun_alike(view.match, sent):
        raise ActionError(
            _("Game %(number)d was begun meanwhile, in other seats.") % {"number": sent.game}
        )
    if sent.seated and sent.number == 1 and seated_of(game.game) != sent.seated:
        raise ActionError(_("Game %(number)d was seated anew meanwhile.") % {"number": sent.game})


def _begun_alike(match: Match, sent: Sent) -> bool:
    games = {game.number: game for game in load_match(match).games}
    seats = {seat: player.pk for seat, player in games[sent.game].seats.items()}
    return not seats or seats == _seats_after(match, games.get(sent.game - 1), sent)


def _seats_after(match: Match, before: GameView | None, sent: Sent) -> dict[str, int]:
    """Who sits where in a game begun on the phone, by id. Raises ActionError where two sit in for
    both of a side: which of them has which seat only people can say."""
    people = sitting_down(match, people_of(match), sent.game)
    seats = {seat: player.pk for seat, player in next_seats(before, people).items()}
    if set(seats.values()) != {player.pk for sitting in people.values() for player in sitting}:
        raise ActionError(_("Say first who sits where."))
    return seats
