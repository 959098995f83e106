"""Who stands where: the stored facts of a competition through `scoring.compute_standings`.

What counts: matches of round-robin stages that are over, in published or closed rounds;
forfeits as soon as they are written; a bye once its round is closed or one of its matches
is over; adjustments that have not been taken off. A match in play, waiting or postponed adds
nothing, and championship rounds never enter.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from league.models import Adjustment, Bye, Competition, Entry, Match, Round, Stage
from league.queries.matches import MatchView, load_matches
from scoring import Adjustment as ScoringAdjustment
from scoring import GameResult, Result, Row, StandingsRules, compute_standings


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One line of the table: the engine's row, the entry, and what is next for it.

    `next_match` is the one in play, else the first that waits; None when all is played.
    """

    row: Row
    entry: Entry
    next_match: MatchView | None
    adjustments: tuple[Adjustment, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The table as of `as_of`.

    `round_done` is the last round of which a result counts (0 before the first),
    `rounds_total` how many rounds everybody can see; `playing` are the matches in play,
    `missing` counts matches up to `round_done` of which nothing is written.
    """

    competition: Competition
    rules: StandingsRules
    rows: tuple[Place, ...]
    round_done: int
    rounds_total: int
    playing: tuple[MatchView, ...]
    missing: int
    as_of: datetime

    @property
    def begun(self) -> bool:
        """Whether anything counts yet."""
        return self.round_done > 0 or any(place.adjustments for place in self.rows)


def standings_of(competition: Competition) -> Standings:
    """The standings now. The number of statements does not depend on how many entries play."""
    entries = entries_of(competition)
    rounds = list(
        Round.objects.filter(
            stage__competition=competition, stage__kind=Stage.Kind.ROUND_ROBIN
        ).exclude(state=Round.State.DRAFT)
    )
    matches = load_matches(
        Match.objects.filter(round__in=rounds).order_by(
            "round__stage__number", "round__number", "table"
        ),
        seats=False,
    )
    byes = Bye.objects.filter(round__in=rounds).values_list("round_id", "entry_id")
    adjustments = list(Adjustment.objects.filter(entry__competition=competition, removed_at=None))
    begun = {view.match.round_id for view in matches if view.over}
    begun |= {found.pk for found in rounds if found.state == Round.State.CLOSED}
    rules = StandingsRules.from_json(competition.standings_rules)
    numbers = {found.pk: found.number for found in rounds}
    results = [_result(view) for view in matches if view.over]
    results += [
        Result(round=numbers[round_id], a=str(entry_id), bye=True)
        for round_id, entry_id in byes
        if round_id in begun
    ]
    rows = compute_standings(
        [str(entry.pk) for entry in entries],
        results,
        [
            ScoringAdjustment(
                entry=str(one.entry_id),
                match_points=one.match_points,
                points=one.points,
                reason=one.reason,
            )
            for one in adjustments
        ],
        rules,
    )
    done = max((numbers[pk] for pk in begun), default=0)
    return Standings(
        competition=competition,
        rules=rules,
        rows=_places(rows, entries, matches, adjustments),
        round_done=done,
        rounds_total=len(rounds),
        playing=tuple(view for view in matches if view.state == "playing" and not view.over),
        missing=sum(
            view.state == "waiting" and view.match.round.number <= done for view in matches
        ),
        as_of=timezone.now(),
    )


def entries_of(competition: Competition) -> list[Entry]:
    """The entries with their partnership, both people and their club."""
    return list(
        Entry.objects.filter(competition=competition).select_related(
            "partnership__first", "partnership__second", "partnership__club"
        )
    )


def _result(view: MatchView) -> Result:
    match = view.match
    return Result(
        round=match.round.number,
        a=str(match.entry_a_id),
        b=str(match.entry_b_id),
        games=tuple(
            GameResult(a=game.a, b=game.b, baits_a=game.baits_a, baits_b=game.baits_b)
            for game in view.games
            if game.over
        ),
        forfeit=match.forfeit,
    )


def _places(
    rows: Sequence[Row],
    entries: Iterable[Entry],
    matches: Iterable[MatchView],
    adjustments: Iterable[Adjustment],
) -> tuple[Place, ...]:
    by_name = {str(entry.pk): entry for entry in entries}
    made: dict[int, list[Adjustment]] = defaultdict(list)
    for one in adjustments:
        made[one.entry_id].append(one)
    following: dict[int, MatchView] = {}
    waiting = [v for v in matches if not v.over and v.match.round.state != Round.State.CLOSED]
    for view in sorted(waiting, key=_playing_first):
        for entry_id in (view.match.entry_a_id, view.match.entry_b_id):
            following.setdefault(entry_id, view)
    return tuple(
        Place(
            row=row,
            entry=by_name[row.entry],
            next_match=following.get(by_name[row.entry].pk),
            adjustments=tuple(made[by_name[row.entry].pk]),
        )
        for row in rows
    )


def _playing_first(view: MatchView) -> tuple[bool, bool, float, int]:
    starts_at = view.match.round.starts_at
    return (
        view.state != "playing",
        starts_at is None,
        starts_at.timestamp() if starts_at else 0.0,
        view.match.round.number,
    )
