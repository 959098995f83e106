"""Who sits where in a game that is to begin: as in the one before, or partners opposite."""

from collections.abc import Mapping

from league.models import Match, Player
from league.queries.games import GameView, MatchSide
from league.queries.substitutes import sitting_in

People = Mapping[MatchSide, list[Player]]


def sitting_down(match: Match, people: People, game: int) -> People:
    """The two people of each side who play this game; `people` as `people_of` gives them."""
    if sum(map(len, people.values())) > 4:
        return sitting_in(match, game)
    return people


def next_seats(before: GameView | None, people: People) -> dict[str, Player]:
    """N, E, S, W -> who sits there, of the people who sit down: as in the game before, who sits in
    in his regular's place; partners opposite, as they were entered, where nobody sat yet. `before`
    with its seats."""
    if before is None or not before.seats:
        return dict(zip("NSEW", [*people["a"], *people["b"]], strict=False))
    now = dict(before.seats)
    for sitting in people.values():
        free = [player for player in sitting if player not in before.seats.values()]
        for pair in ("NS", "EW"):
            gone = [seat for seat in pair if seat in now and before.seats[seat] not in sitting]
            if len(gone) == len(free) < 2:
                now |= dict(zip(gone, free, strict=True))
    return now
