"""Starting a game, seating it again, taking its start back, and the bell."""

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from league.actions.bracket_slots import settle_match
from league.actions.errors import ActionError, StaleEdit
from league.actions.journal import write_entry
from league.actions.kept_hands import remember_undone
from league.actions.locks import lock_match
from league.actions.matches import refuse_closed
from league.models import Actor, Game, Match, Seating
from league.queries.games import GameView, MatchSide
from league.queries.matches import load_match, people_of
from league.queries.second_sheets import both_write


@transaction.atomic
def start_game(
    match: Match, *, number: int, seats: Mapping[str, int], first_dealer: str, by: Actor
) -> Game:
    """Begin game `number`, or seat it again while it has no hand.

    `seats` gives the id of the player in each of N, E, S, W; partners sit opposite.
    `first_dealer` is the seat of whoever won the cut. Asked twice with the same answers,
    nothing happens the second time. Raises ActionError, StaleEdit when another game is next.
    """
    match = lock_match(match)
    refuse_closed(match, by)
    if both_write(match):
        raise ActionError(_("Here each side writes a sheet of its own."))
    view = load_match(match)
    ns_side = side_of_north(match, seats)
    game = view.current.game if view.current and view.current.number == number else None
    if game is not None and view.current is not None:
        if _is_seated(view.current, seats, first_dealer):
            return game
        if view.current.hands or view.current.totals_only:
            raise StaleEdit(
                _("Game %(number)d has begun: its seats stand.") % {"number": number},
                stored=view.current,
                offered=dict(seats),
            )
        before = {"seats": _seats(view.current), "first_dealer": game.first_dealer}
        game.ns_side, game.first_dealer = ns_side, first_dealer
        game.save(update_fields=["ns_side", "first_dealer"])
        game.seating.all().delete()
    else:
        _refuse_start(view.over, view.next_game, number)
        before = None
        game = Game.objects.create(
            match=match, number=number, ns_side=ns_side, first_dealer=first_dealer
        )
    Seating.objects.bulk_create(
        [Seating(game=game, seat=seat, player_id=seats[seat]) for seat in "NESW"]
    )
    write_entry(
        "start_game" if before is None else "seat_game",
        f"game:{game.pk}",
        by=by,
        match=match,
        before=before,
        after={"number": number, "seats": dict(seats), "first_dealer": first_dealer},
    )
    return game


@transaction.atomic
def take_back_game(match: Match, *, number: int, by: Actor) -> bool:
    """Undo the start of a game that holds no hand (but undone ones); False when it is gone."""
    match = lock_match(match)
    refuse_closed(match, by)
    view = load_match(match)
    last = view.current
    if last is None or last.number < number:
        return False
    if last.number > number or last.hands or last.totals_only:
        raise ActionError(_("Game %(number)d has hands: undo them first.") % {"number": number})
    before = {"number": number, "seats": _seats(last), "first_dealer": last.game.first_dealer}
    pk = last.game.pk
    remember_undone(last.game, by=by)
    last.game.delete()
    write_entry("take_back_game", f"game:{pk}", by=by, match=match, before=before)
    settle_match(match, by=by)
    return True


@transaction.atomic
def ring_bell(game: Game, *, in_play: bool, by: Actor) -> Game:
    """The bell has gone: the hand in play (`in_play`) is finished, else the last one was it.

    Rung twice, nothing happens the second time.
    """
    match = lock_match(game.match)
    refuse_closed(match, by)
    view = load_match(match)
    current = view.current
    if match.round.stage.competition.match_play.get("mode") != "bell":
        raise ActionError(_("This competition does not play to a bell."))
    if current is None or current.game.pk != game.pk:
        raise ActionError(_("This is not the game in play."))
    game = current.game
    if game.bell_after is not None:
        return game
    if current.over:
        raise ActionError(_("This game is over already."))
    if not current.hands and not in_play:
        raise ActionError(_("No hand has been played yet."))
    game.bell_after = len(current.hands) + in_play
    game.save(update_fields=["bell_after"])
    write_entry(
        "ring_bell",
        f"game:{game.pk}",
        by=by,
        match=match,
        after={"number": game.number, "bell_after": game.bell_after},
    )
    settle_match(match, by=by)
    return game


@transaction.atomic
def silence_bell(game: Game, *, by: Actor) -> Game:
    """The bell was a mistake: the game goes on. Nothing happens when it has not rung."""
    match = lock_match(game.match)
    refuse_closed(match, by)
    current = load_match(match).current
    if current is None or current.game.pk != game.pk:
        raise ActionError(_("This is not the game in play."))
    game = current.game
    if game.bell_after is None:
        return game
    before = {"number": game.number, "bell_after": game.bell_after}
    game.bell_after = None
    game.save(update_fields=["bell_after"])
    write_entry("silence_bell", f"game:{game.pk}", by=by, match=match, before=before)
    settle_match(match, by=by)
    return game


def _refuse_start(over: bool, next_game: int | None, number: int) -> None:
    if over:
        raise ActionError(_("This match is over: no further game is played."))
    if next_game is None:
        raise ActionError(_("Finish the game in play first."))
    if next_game != number:
        raise StaleEdit(
            _("Game %(number)d is next.") % {"number": next_game}, stored=next_game, offered=number
        )


def side_of_north(match: Match, seats: Mapping[str, int]) -> MatchSide:
    """The side that sits North and South. Raises ActionError when the seats cannot be."""
    people = {side: {player.pk for player in players} for side, players in people_of(match).items()}
    everybody = people["a"] | people["b"]
    if set(seats) != set("NESW") or len(set(seats.values())) != 4:
        raise ActionError(_("Each of the four players has one seat."), field="seats")
    if not set(seats.values()) <= everybody:
        raise ActionError(_("Somebody seated here does not play this match."), field="seats")
    ns = {seats["N"], seats["S"]}
    if ns <= people["a"]:
        side: MatchSide = "a"
    elif ns <= people["b"]:
        side = "b"
    else:
        raise ActionError(_("Partners sit opposite each other."), field="seats")
    if not {seats["E"], seats["W"]} <= people["b" if side == "a" else "a"]:
        raise ActionError(_("Partners sit opposite each other."), field="seats")
    return side


def _seats(view: GameView) -> dict[str, int]:
    return {seat: player.pk for seat, player in view.seats.items()}


def _is_seated(view: GameView, seats: Mapping[str, int], first_dealer: str) -> bool:
    return _seats(view) == dict(seats) and view.game.first_dealer == first_dealer
