"""What stands on the sheets of a round, as the log keeps it when they are taken off."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from league.models import Round
from league.queries.matches import MatchView, load_matches


def written_in(round: Round) -> list[MatchView]:
    """The tables of a round at which something is on record, in order."""
    views = load_matches(round.matches.order_by("table"), seats=False)
    return [view for view in views if view.games or view.match.forfeit]


def kept_results(views: Iterable[MatchView]) -> list[dict[str, Any]]:
    """Table, entries by id, totals, scores of the hands and forfeit of each: the match's own id is
    nobody's once it is gone."""
    return [
        {
            "table": view.match.table,
            "entries": [view.match.entry_a_id, view.match.entry_b_id],
            "games": [[game.number, game.a, game.b] for game in view.games],
            "hands": [
                [game.number, hand.number, hand.score_ns, hand.score_ew]
                for game in view.games
                for hand in game.hands
            ],
            "forfeit": view.match.forfeit,
        }
        for view in views
    ]


def table_words(views: Iterable[MatchView], *, rounds: bool = False) -> str:
    """ "table 1, table 4"; with `rounds` "round 2, table 1, ..."."""
    text = _("round %(round)s, table %(n)d") if rounds else _("table %(n)d")
    return ", ".join(
        text % {"round": view.match.round.number, "n": view.match.table} for view in views
    )
