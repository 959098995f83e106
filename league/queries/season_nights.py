"""The season by nights: what each night was worth, the best of them counted, absences as stated.

A night is a day of the club's calendar; rounds without a day are nights of their own. What an
entry scores on a night is what the competition is ranked by, from the results of that night alone.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from league.models import Entry
from league.queries.divisions import division_tables
from league.queries.seasons import season_of
from league.queries.standings import Standings
from scoring import RankBy, Result, Row, compute_standings
from scoring.season import (
    Kind,
    NightScore,
    SeasonRow,
    SeasonRules,
    SeasonTie,
    Stated,
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
class SeasonPart:
    """The season of a division, or ("") of all: rows in order, each with its entry."""

    name: str
    rows: tuple[tuple[SeasonRow, Entry], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonByNights:
    """`best` nights count (None: all); `absence` is what a night away is worth."""

    nights: tuple[SeasonNight, ...]
    parts: tuple[SeasonPart, ...]
    best: int | None
    absence: StatedScore


def season_by_nights(table: Standings) -> SeasonByNights:
    """The season from the results that the standings count; byes score what the points say.

    Penalties and bonuses belong to no night and are not in it.
    """
    season = season_of(table.competition)
    night_of, nights = _nights(table)
    rules = SeasonRules(
        best=season.best_nights,
        absence=season.absence,
        bye=StatedScore(stated=Stated.FIXED, figure=table.rules.points.bye),
        ties=(SeasonTie.BEST_NIGHTS, SeasonTie.ALL_NIGHTS, SeasonTie.NIGHTS_PLAYED),
    )
    divisions = division_tables(table)
    tables = [(one.name, one.table) for one in divisions] or [("", table)]
    return SeasonByNights(
        nights=nights,
        parts=tuple(
            SeasonPart(name=name, rows=_rows(one, table, night_of, rules)) for name, one in tables
        ),
        best=season.best_nights,
        absence=season.absence,
    )


def _nights(table: Standings) -> tuple[dict[int, int], tuple[SeasonNight, ...]]:
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
    part: Standings, whole: Standings, night_of: dict[int, int], rules: SeasonRules
) -> tuple[tuple[SeasonRow, Entry], ...]:
    entries = {str(place.entry.pk): place.entry for place in part.rows}
    by_night: dict[int, list[Result]] = defaultdict(list)
    for result in whole.facts.results:
        if result.a in entries and (result.b is None or result.b in entries):
            by_night[night_of[result.round]].append(result)
    scores: list[NightScore] = []
    for night, results in by_night.items():
        scores += _night(night, compute_standings(list(entries), results, [], whole.rules), whole)
    return tuple((row, entries[row.entry]) for row in season_table(list(entries), scores, rules))


def _night(night: int, rows: Iterable[Row], table: Standings) -> list[NightScore]:
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


def _worth(row: Row, table: Standings) -> Number:
    by = table.rules.rank_by
    if by is RankBy.GAMES_WON:
        return row.games_won
    return row.points_for if by is RankBy.POINTS_FOR else row.match_points
