"""Penalties and bonuses, and who can have one."""

from collections import defaultdict
from collections.abc import Sequence

from django.db.models import Q

from league.models import Adjustment, Competition, Entrant, Entry
from league.queries.competitions import entries_of_competition
from league.queries.entrants import entrants_of
from league.queries.stages import rotating
from scoring import Adjustment as ScoringAdjustment


def entered_in(competition: Competition) -> Sequence[Entry | Entrant]:
    """Who is entered, by name: the players where partners rotate, else the partnerships."""
    return (
        entrants_of(competition) if rotating(competition) else entries_of_competition(competition)
    )


def adjustments_of(competition: Competition) -> list[Adjustment]:
    """All adjustments, those taken off too, the newest first, with who has them."""
    return list(
        Adjustment.objects.filter(
            Q(entry__competition=competition) | Q(entrant__competition=competition)
        )
        .select_related(
            "made_by",
            "entry__partnership__first",
            "entry__partnership__second",
            "entrant__player",
        )
        .order_by("-pk")
    )


def counted_adjustment(one: Adjustment, entry: str) -> ScoringAdjustment:
    """As the engine counts it, for whoever the engine calls `entry`."""
    return ScoringAdjustment(
        entry=entry,
        match_points=one.exact_match_points,
        points=one.points,
        reason=one.reason,
    )


def by_player(competition: Competition) -> dict[int, tuple[Adjustment, ...]]:
    """What counts of players entered alone: player -> penalties and bonuses not taken off."""
    found: dict[int, list[Adjustment]] = defaultdict(list)
    counted = Adjustment.objects.filter(entrant__competition=competition, removed_at=None)
    for one in counted.select_related("entrant"):
        assert one.entrant is not None  # the filter has seen to that
        found[one.entrant.player_id].append(one)
    return {player: tuple(ones) for player, ones in found.items()}
