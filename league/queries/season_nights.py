"""The season by nights: what each night was worth, the best of them counted, absences as stated.

A night is a day of the club's calendar; rounds without a day are nights of their own. What an
entry scores on a night is what the competition is ranked by, from the results of that night alone.
Penalties and bonuses belong to no night and are added to the total. Where partners rotate, players
have the nights.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from league.models import Adjustment, Entry, Player
from league.queries.divisions import division_tables
from league.queries.player_standings import PlayerStandings
from league.queries.seasons import season_of
from league.queries.standings import Place, Standings
from scoring import RankBy, Result, Row, compute_standings
from scoring.season import (
    Kind,
    NightScore,
    SeasonRow,
    SeasonRules,
    SeasonTie,
    StatedScore,
    season_table,
)
from scoring.tie_breaks import Number


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonNight:
    """A night by its place in the season (from 1): its day, None where none is set."""

    number: int
    day: date | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPlace:
    """One line: the engine's row, whose it is, and their penalties and bonuses."""

    row: SeasonRow
    owner: Entry | Player
    adjustments: tuple[Adjustment, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPart:
    """The season of a division, or ("") of all, in order."""

    name: str
    rows: tuple[SeasonPlace, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonByNights:
    """`best` nights count (None: all); `absence` is what a night away is worth; `alone` where the
    lines are players'."""

    alone: bool
    rank_by: RankBy
    nights: tuple[SeasonNight, ...]
    parts: tuple[SeasonPart, ...]
    best: int | None
    absence: StatedScore


Table = Standings | PlayerStandings


def season_by_nights(table: Table) -> SeasonByNights:
    """The season from the results and adjustments that the standings count; a night of byes is
    worth what the points say."""
    season = season_of(table.competition)
    night_of, nights = _nights(table)
    rules = SeasonRules(
        best=season.best_nights,
        absence=season.absence,
        bye=None,
        ties=(SeasonTie.BEST_NIGHTS, SeasonTie.ALL_NIGHTS, SeasonTie.NIGHTS_PLAYED),
    )
    divisions = () if isinstance(table, PlayerStandings) else division_tables(table)
    tables: list[tuple[str, Table]] = [(one.name, one.table) for one in divisions] or [("", table)]
    return SeasonByNights(
        alone=isinstance(table, PlayerStandings),
        rank_by=table.rules.rank_by,
        nights=nights,
        parts=tuple(
            SeasonPart(name=name, rows=_rows(one, table, night_of, rules)) for name, one in tables
        ),
        best=season.best_nights,
        absence=season.absence,
    )


def _nights(table: Table) -> tuple[dict[int, int], tuple[SeasonNight, ...]]:
    """Round number -> number of its night, and the nights in order."""
    night_of: dict[int, int] = {}
    nights: list[SeasonNight] = []
    known: dict[date, int] = {}
    for one in table.nights:
        if one.day is not None and one.day in known:
            night_of[one.number] = known[one.day]
            continue
        nights.append(SeasonNight(number=len(nights) + 1, day=one.day))
        night_of[one.number] = len(nights)
        if one.day is not None:
            known[one.day] = len(nights)
    return night_of, tuple(nights)


def _rows(
    part: Table, whole: Table, night_of: dict[int, int], rules: SeasonRules
) -> tuple[SeasonPlace, ...]:
    places = {place.row.entry: place for place in part.rows}
    by_night: dict[int, list[Result]] = defaultdict(list)
    for result in whole.facts.results:
        if result.a in places and (result.b is None or result.b in places):
            by_night[night_of[result.round]].append(result)
    scores: list[NightScore] = []
    for night, results in by_night.items():
        scores += _night(night, compute_standings(list(places), results, [], whole.rules), whole)
    rows = season_table(list(places), scores, rules, adjustments=_adjusted(part))
    return tuple(
        SeasonPlace(
            row=row,
            owner=place.entry if isinstance(place, Place) else place.player,
            adjustments=place.adjustments,
        )
        for row in rows
        for place in [places[row.entry]]
    )


def _adjusted(part: Table) -> dict[str, Number]:
    """Penalties and bonuses by entry, in what the competition is ranked by: in games won, none."""
    by = part.rules.rank_by
    found: dict[str, Number] = defaultdict(int)
    for one in part.facts.adjustments:
        if by is not RankBy.GAMES_WON:
            found[one.entry] += one.points if by is RankBy.POINTS_FOR else one.match_points
    return found


def _night(night: int, rows: Iterable[Row], table: Table) -> list[NightScore]:
    """Who was there, and what it was worth. Who forfeited was away."""
    scores = []
    for row in rows:
        if row.played or row.won:
            kind = Kind.PLAYED
        elif row.byes:
            kind = Kind.BYE
        else:
            continue
        scores.append(NightScore(entry=row.entry, night=night, score=_worth(row, table), kind=kind))
    return scores


def _worth(row: Row, table: Table) -> Number:
    by = table.rules.rank_by
    if by is RankBy.GAMES_WON:
        return row.games_won
    return row.points_for if by is RankBy.POINTS_FOR else row.match_points
