"""Which of two sheets that differ the competition's written rule chooses."""

from league.models import Match
from league.queries.games import MatchSide
from league.queries.second_sheets import Comparison, totals_of
from league.queries.sheets_rules import sheets_rules
from league.queries.standings import standings_of
from scoring import ahead_on_both, less_good_for


def chosen_by_rule(match: Match, both: Comparison) -> MatchSide | None:
    """The side whose sheet stands; None where an organizer decides: the rule says so, nobody is
    ahead, or neither sheet is the less good one for whoever is."""
    differing = sheets_rules(match.round.stage.competition).differing
    if differing == "organizer":
        return None
    totals = (totals_of(both.a), totals_of(both.b))
    ahead = ahead_on_both(*totals) if differing == "match" else _higher(match)
    if ahead is None:
        return None
    chosen = less_good_for(ahead, *totals)
    return None if chosen is None else ("a", "b")[chosen]


def _higher(match: Match) -> MatchSide | None:
    """The side that stands higher in the table now; this match does not count in it yet."""
    ranks = {
        place.entry.pk: place.row.rank for place in standings_of(match.round.stage.competition).rows
    }
    a, b = ranks.get(match.entry_a_id), ranks.get(match.entry_b_id)
    if a is None or b is None or a == b:
        return None
    return "a" if a < b else "b"
