"""Who sits where in a round, for paper."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from league.models import Bye, Lineup, Match, Player, Round
from league.queries.matches import starts_of, table_of
from league.queries.postponements import span_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitter:
    """A player of a round's night, with the match he sits at (None: bye), the side ("" then) and
    the partner (None: not known)."""

    player: Player
    match: Match | None
    partner: Player | None
    side: str = ""


def matches_of(found: Round) -> list[Match]:
    """Who is at a table on the night of a round: its matches, but for those put off to another
    day, and those of its competition's other rounds that are made up that day; by table, with
    both partnerships and the competition."""
    matches = Match.objects.filter(_that_night(found)).select_related(
        "round__stage__competition",
        "entry_a__partnership__first",
        "entry_a__partnership__second",
        "entry_b__partnership__first",
        "entry_b__partnership__second",
    )
    return sorted(matches, key=lambda match: (match.round_id != found.pk, table_of(match)))


def put_off_from(found: Round) -> list[Match]:
    """The matches of a round that are not played on its night, by table."""
    return list(
        Match.objects.filter(round=found)
        .exclude(_that_night(found))
        .select_related(
            "entry_a__partnership__first",
            "entry_a__partnership__second",
            "entry_b__partnership__first",
            "entry_b__partnership__second",
        )
        .order_by("table")
    )


def own_time(match: Match, found: Round) -> datetime | None:
    """When a match of that night begins, if not with the round."""
    starts_at = starts_of(match)
    return None if starts_at == found.starts_at else starts_at


def sitters_of(found: Round) -> list[Sitter]:
    """Everybody of that night, substitutes in the place of those they sit in for."""
    sides: dict[tuple[int, str], list[Lineup]] = defaultdict(list)
    lineup = list(
        Lineup.objects.filter(match__in=Match.objects.filter(_that_night(found))).select_related(
            "player", "match__round"
        )
    )
    # Only who sits in for the whole match takes somebody's place on paper.
    out = {(one.match_id, one.substitute_for_id) for one in lineup if one.game is None}
    for one in lineup:
        if (one.match_id, one.player_id) not in out and one.game is None:
            sides[one.match_id, one.side].append(one)
    sitters = []
    for people in sides.values():
        for one in people:
            partner = next((other.player for other in people if other is not one), None)
            sitters.append(
                Sitter(player=one.player, match=one.match, partner=partner, side=one.side)
            )
    byes = Bye.objects.filter(round=found).select_related(
        "entry__partnership__first", "entry__partnership__second"
    )
    for bye in byes:
        pair = bye.entry.partnership
        sitters.append(Sitter(player=pair.first, match=None, partner=pair.second))
        sitters.append(Sitter(player=pair.second, match=None, partner=pair.first))
    return sitters


def _that_night(found: Round) -> Q:
    own = Q(round=found, postponed=False)
    if found.starts_at is None:
        return own
    start, end = span_of(timezone.localtime(found.starts_at).date())
    made_up = Q(round__stage__competition=found.stage.competition_id) & ~Q(round__state="draft")
    return own | (made_up & Q(starts_at__gte=start, starts_at__lt=end))
