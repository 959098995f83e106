"""Who sits where in a round, for paper."""

from collections import defaultdict
from dataclasses import dataclass

from league.models import Bye, Lineup, Match, Player, Round


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitter:
    """A player of a round, with the table (None: bye) and the partner (None: not known)."""

    player: Player
    table: int | None
    partner: Player | None


def matches_of(found: Round) -> list[Match]:
    """The matches of a round by table, with both partnerships and the competition."""
    return list(
        Match.objects.filter(round=found)
        .select_related(
            "round__stage__competition",
            "entry_a__partnership__first",
            "entry_a__partnership__second",
            "entry_b__partnership__first",
            "entry_b__partnership__second",
        )
        .order_by("table")
    )


def sitters_of(found: Round) -> list[Sitter]:
    """Everybody of the round, substitutes in the place of those they sit in for."""
    sides: dict[tuple[int, str], list[Lineup]] = defaultdict(list)
    lineup = list(Lineup.objects.filter(round=found).select_related("player", "match"))
    # Only who sits in for the whole match takes somebody's place on paper.
    out = {(one.match_id, one.substitute_for_id) for one in lineup if one.game is None}
    for one in lineup:
        if (one.match_id, one.player_id) not in out and one.game is None:
            sides[one.match_id, one.side].append(one)
    sitters = []
    for people in sides.values():
        for one in people:
            partner = next((other.player for other in people if other is not one), None)
            sitters.append(Sitter(player=one.player, table=one.match.table, partner=partner))
    byes = Bye.objects.filter(round=found).select_related(
        "entry__partnership__first", "entry__partnership__second"
    )
    for bye in byes:
        pair = bye.entry.partnership
        sitters.append(Sitter(player=pair.first, table=None, partner=pair.second))
        sitters.append(Sitter(player=pair.second, table=None, partner=pair.first))
    return sitters
