"""Who sits in for whom: for a whole match or one of its games."""

from collections.abc import Sequence

from django.db.models import Q

from league.models import Lineup, Match, Player
from league.queries.games import MatchSide


def substitutes_of(match: Match) -> list[Lineup]:
    """The substitutes of a match, with those they sit in for, in the order they were named."""
    return list(
        Lineup.objects.filter(match=match, substitute_for__isnull=False)
        .select_related("player", "substitute_for")
        .order_by("id")
    )


def regulars_of(match: Match) -> dict[MatchSide, list[Player]]:
    """The two people of each side as they were drawn, substitutes left out."""
    found: dict[MatchSide, list[Player]] = {"a": [], "b": []}
    lineup = Lineup.objects.filter(match=match, substitute_for=None).select_related("player")
    for person in lineup.order_by("id"):
        found["a" if person.side == "a" else "b"].append(person.player)
    return found


def sitting_in(match: Match, game: int) -> dict[MatchSide, list[Player]]:
    """The two people of each side who play this game: substitutes in their regulars' places."""
    stands_in = {
        one.substitute_for_id: one.player
        for one in substitutes_of(match)
        if one.game in (None, game)
    }
    return {
        side: [stands_in.get(player.pk, player) for player in people]
        for side, people in regulars_of(match).items()
    }


def may_sit_in(match: Match, *, most: int = 500) -> list[Player]:
    """Players of the host club and the clubs of both entries who sit at no table of the round."""
    busy = Lineup.objects.filter(round=match.round_id).values("player")
    return list(
        Player.objects.filter(
            Q(club=match.round.stage.competition.club_id)
            | Q(club=match.entry_a.partnership.club_id)
            | Q(club=match.entry_b.partnership.club_id)
        )
        .exclude(pk__in=busy)
        .order_by("name", "pk")[:most]
    )


def covered_games(lineup: Sequence[Lineup], player: int) -> tuple[set[int], bool]:
    """(games, all) of a match in which somebody sat in for this player; `all`: the whole of it."""
    rows = [one for one in lineup if one.substitute_for_id == player]
    return {one.game for one in rows if one.game is not None}, any(one.game is None for one in rows)
