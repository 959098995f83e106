"""A partnership's matches in all its competitions, and what they come to.

The partnership keeps the result of a match in which somebody sat in for one of the two.
"""

from django.db.models import Q

from league.models import Match, Partnership
from league.queries.games import GameView, MatchSide, table_side
from league.queries.matches import MatchView, load_matches
from league.queries.players import History, history, published
from league.queries.records import Played
from scoring import Seat


def history_of_partnership(partnership: Partnership) -> History:
    """The partnership's history; the number of statements does not depend on its length."""
    found = Match.objects.filter(
        Q(entry_a__partnership=partnership) | Q(entry_b__partnership=partnership)
    )
    views = load_matches(published(found), seats=False, sheets=True)
    return history([_from_its_side(view, partnership.pk) for view in views])


def _from_its_side(view: MatchView, partnership: int) -> Played:
    side: MatchSide = "a" if view.match.entry_a.partnership_id == partnership else "b"
    return Played(
        view=view, side=side, games=tuple((game, _chairs(game, side)) for game in view.games)
    )


def _chairs(game: GameView, side: MatchSide) -> frozenset[str]:
    at = table_side(game.game, side)
    return frozenset(str(seat) for seat in Seat if seat.side is at)
