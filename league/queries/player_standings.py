"""Who stands where when partners rotate: each player by what his side did at each table.

A player has the result of the side he sat on. One who is not entered sits in for somebody, and
that one has the result. Penalties and bonuses of a player count for him alone. Tie-breaks that
ask whom one met are left out, because nobody has met anybody alone: head to head, and the points
of the opponents.
"""

from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils import timezone

from league.models import (
    Adjustment,
    Competition,
    Entrant,
    Lineup,
    Match,
    Player,
    Round,
    Stage,
)
from league.queries.adjustments import by_player, counted_adjustment
from league.queries.games import MatchSide, match_side
from league.queries.matches import MatchView, load_matches
from league.queries.moments import Night, nights_of
from league.queries.standings import Facts, planned_rounds
from league.queries.table_facts import numbers_of
from scoring import GameResult, Result, Row, Seat, StandingsRules, TieBreak, compute_standings

OF_OPPONENTS = (
    TieBreak.HEAD_TO_HEAD,
    TieBreak.BUCHHOLZ,
    TieBreak.MEDIAN_BUCHHOLZ,
    TieBreak.SONNEBORN_BERGER,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPlace:
    """One line: the engine's row, the player, after which round he left (None: he plays), and
    his penalties and bonuses."""

    row: Row
    player: Player
    left_after: int | None
    adjustments: tuple[Adjustment, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerStandings:
    """The players' table as of `as_of`; its figures are those of `queries.standings.Standings`,
    its `facts` too, by the ids of players as text."""

    competition: Competition
    rules: StandingsRules
    rows: tuple[PlayerPlace, ...]
    round_done: int
    rounds_total: int
    playing: tuple[MatchView, ...]
    missing: int
    as_of: datetime
    facts: Facts
    nights: tuple[Night, ...]

    @property
    def begun(self) -> bool:
        """Whether anything counts yet."""
        return self.round_done > 0 or any(place.adjustments for place in self.rows)


def player_standings_of(competition: Competition) -> PlayerStandings:
    """The players' standings now, in a fixed number of statements."""
    entrants = list(
        Entrant.objects.filter(competition=competition, entry=None)
        .select_related("player__club")
        .order_by("pk")
    )
    rounds = list(
        Round.objects.filter(stage__competition=competition, stage__kind=Stage.Kind.ROTATING)
        .exclude(state=Round.State.DRAFT)
        .select_related("stage")
    )
    numbers = numbers_of(rounds)
    matches = Match.objects.filter(round__in=rounds).order_by("round__number", "table")
    views = load_matches(matches)
    entered = {one.player_id for one in entrants}
    people = _people(rounds, entered)
    begun = {view.match.round_id for view in views if view.counts}
    begun |= {one.pk for one in rounds if one.state == Round.State.CLOSED}
    results = [
        result
        for view in views
        if view.counts
        for result in _results(view, numbers[view.match.round_id], people, entered)
    ]
    results += [
        Result(round=numbers[one.pk], a=str(player), bye=True)
        for one in rounds
        if one.pk in begun
        for player in one.draw.get("sitting_out", [])
        if player in entered
    ]
    stored = StandingsRules.from_json(competition.standings_rules)
    kept = tuple(one for one in stored.tie_breaks if one not in OF_OPPONENTS)
    rules = replace(stored, tie_breaks=kept)
    made = by_player(competition)
    facts = Facts(
        entries=tuple(str(one.player_id) for one in entrants),
        results=tuple(results),
        adjustments=tuple(
            counted_adjustment(one, str(player)) for player, own in made.items() for one in own
        ),
        to_come=tuple(view for view in views if not view.counts),
        byes_to_come=(),
        unanswered=tuple(view for view in views if view.counts and not view.settled),
    )
    rows = compute_standings(facts.entries, facts.results, facts.adjustments, rules)
    by_name = {str(one.player_id): one for one in entrants}
    done = max((numbers[pk] for pk in begun), default=0)
    return PlayerStandings(
        competition=competition,
        rules=rules,
        rows=tuple(
            PlayerPlace(
                row=row,
                player=by_name[row.entry].player,
                left_after=by_name[row.entry].left_after,
                adjustments=made.get(by_name[row.entry].player_id, ()),
            )
            for row in rows
        ),
        round_done=done,
        rounds_total=planned_rounds(rounds),
        playing=tuple(view for view in views if view.state == "playing" and not view.over),
        missing=sum(
            view.state == "waiting" and numbers[view.match.round_id] <= done for view in views
        ),
        as_of=timezone.now(),
        facts=facts,
        nights=nights_of(rounds, numbers, begun),
    )


def _people(rounds: list[Round], entered: set[int]) -> dict[tuple[int, str], dict[int, int]]:
    """(match, side) -> who sits there by the line-up -> whose result it is."""
    people: dict[tuple[int, str], dict[int, int]] = defaultdict(dict)
    for one in Lineup.objects.filter(round__in=rounds).order_by("pk"):
        own = one.player_id if one.player_id in entered else one.substitute_for_id
        people[one.match_id, one.side][one.player_id] = own or one.player_id
    return people


def _results(
    view: MatchView,
    number: int,
    people: dict[tuple[int, str], dict[int, int]],
    entered: set[int],
) -> list[Result]:
    """The match once for each two who sat at it on different sides: both have its figures."""
    sides: dict[MatchSide, list[int]] = {"a": [], "b": []}
    for side, found in sides.items():
        listed = people[view.match.pk, side]
        seated = _seated(view, side) or list(listed)
        for player in seated:
            own = listed.get(player, player)
            if own in entered and own not in found:
                found.append(own)
    games = tuple(
        GameResult(
            a=game.a, b=game.b, baits_a=game.baits_a, baits_b=game.baits_b, winner=game.winner
        )
        for game in view.games
        if game.over
    )
    return [
        Result(round=number, a=str(a), b=str(b), games=games, forfeit=view.forfeit)
        for a, b in zip(sides["a"], sides["b"], strict=False)
    ]


def _seated(view: MatchView, side: MatchSide) -> list[int]:
    """Who sat on this side in the last game of which that is known."""
    known = [game for game in view.games if game.seats]
    if not known:
        return []
    game = known[-1]
    return [
        player.pk
        for seat, player in game.seats.items()
        if match_side(game.game, Seat(seat).side) == side
    ]
