"""A partnership's matches in all its competitions, and what they come to.

The partnership keeps the result of a match in which somebody sat in for one of the two.
"""

from django.db.models import Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from league.models import Match, Partnership
from league.queries.drawn_pairs import without_drawn_pairs
from league.queries.games import GameView, MatchSide, table_side
from league.queries.matches import MatchView, load_matches
from league.queries.players import History, history, published
from league.queries.records import Played
from scoring import Seat


def partnership_for_everybody(pk: int) -> Partnership:
    """The partnership with its people and club. A pair that only a draw has made is a page once
    a round with it is out, so that a draft tells nobody who plays with whom: 404 before."""
    known = Partnership.objects.select_related("first", "second", "club")
    found = get_object_or_404(known, pk=pk)
    drawn = not without_drawn_pairs(known.filter(pk=pk)).exists()
    if drawn and not published(_matches_of(found)).exists():
        raise Http404
    return found


def history_of_partnership(partnership: Partnership) -> History:
    """The partnership's history; the number of statements does not depend on its length."""
    views = load_matches(published(_matches_of(partnership)), seats=False, sheets=True)
    return history([_from_its_side(view, partnership.pk) for view in views])


def _matches_of(partnership: Partnership) -> QuerySet[Match]:
    return Match.objects.filter(
        Q(entry_a__partnership=partnership) | Q(entry_b__partnership=partnership)
    )


def _from_its_side(view: MatchView, partnership: int) -> Played:
    side: MatchSide = "a" if view.match.entry_a.partnership_id == partnership else "b"
    return Played(
        view=view, side=side, games=tuple((game, _chairs(game, side)) for game in view.games)
    )


def _chairs(game: GameView, side: MatchSide) -> frozenset[str]:
    at = table_side(game.game, side)
    return frozenset(str(seat) for seat in Seat if seat.side is at)
