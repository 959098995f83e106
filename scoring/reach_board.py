"""A table with matches to come: tries ways they can end, and answers who then stands where.

The tallies are gathered once; a try adds to those of the entries that still play, and the next try
starts by putting them back.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from scoring.results import Adjustment, Result, gather
from scoring.standings import place_tallies
from scoring.standings_rules import RankBy, StandingsRules
from scoring.tie_breaks import Key, Number, Tally, TieBreak, points_quotient
from scoring.to_come import Figures, MatchToCome, Span, Way, largest_lead, ways

# Criteria whose value the points of a match to come decide, not only the way it ends.
OPEN = (
    TieBreak.POINTS_DIFFERENCE,
    TieBreak.POINTS_FOR,
    TieBreak.BEST_GAME,
    TieBreak.POINTS_QUOTIENT,
    TieBreak.FEWEST_BAITS,
)


class Board:
    """`matches` has the places in `tallies` of the two of each match to come."""

    def __init__(
        self,
        entries: Sequence[str],
        results: Iterable[Result],
        adjustments: Iterable[Adjustment],
        rules: StandingsRules,
        matches: Sequence[tuple[int, int]],
        to_come: MatchToCome,
    ) -> None:
        self.rules = rules
        self.to_come = to_come
        self.ways = ways(to_come, rules)
        self.cap = largest_lead(to_come, rules)
        self.tallies = gather(entries, results, adjustments, rules)
        self.matches = tuple(matches)
        self.own: list[list[tuple[int, int]]] = [[] for _ in self.tallies]
        for at, pair in enumerate(self.matches):
            for side in (0, 1):
                self.own[pair[side]].append((at, side))
        self.chosen: Sequence[Way] = ()
        self._base = [(n, *_state(self.tallies[n])) for n, own in enumerate(self.own) if own]

    def set_ways(self, chosen: Sequence[Way]) -> None:
        """Ends each match in its way, without points; what was tried before is gone."""
        self._put_back()
        self.chosen = chosen
        for (n, other), way in zip(self.matches, chosen, strict=True):
            a, b = self.tallies[n], self.tallies[other]
            for side, tally in enumerate((a, b)):
                tally.match_points += way.rank_points[side]
                tally.won += way.wins[side]
                tally.games_won += way.games[side]
            if way.halves is not None:
                a.meetings.append((b, way.halves[0]))
                b.meetings.append((a, way.halves[1]))

    def place_with(self, figures: Sequence[Figures]) -> dict[str, int]:
        """The rank of each entry when the matches end in the ways set, with these points."""
        for pair, one in zip(self.matches, figures, strict=True):
            for side, n in enumerate(pair):
                tally = self.tallies[n]
                tally.points_for += one.points[side]
                tally.points_against += one.points[1 - side]
                tally.points_difference += one.difference if side == 0 else -one.difference
                tally.best_game = max(tally.best_game, one.best[side])
                tally.baits += one.baits[side]
        ranks = {tally.entry: rank for tally, rank, _ in place_tallies(self.tallies[:], self.rules)}
        self.set_ways(self.chosen)
        return ranks

    def _put_back(self) -> None:
        for n, match_points, won, games, scored, conceded, lead, best, baits, met in self._base:
            tally = self.tallies[n]
            tally.match_points, tally.won, tally.games_won = match_points, won, games
            tally.points_for, tally.points_against = scored, conceded
            tally.points_difference, tally.best_game, tally.baits = lead, best, baits
            del tally.meetings[met:]

    def span(self, n: int, criterion: TieBreak) -> tuple[Key, Key]:
        """Lowest and highest key of entry `n` in one of `OPEN`, given the ways set."""
        tally = self.tallies[n]
        own = [(self.chosen[at], side) for at, side in self.own[n]]
        if criterion is TieBreak.POINTS_DIFFERENCE:
            spans = [lead_span(way, side) for way, side in own]
            return _add(tally.points_difference, spans)
        if criterion is TieBreak.POINTS_FOR:
            return _add(tally.points_for, [way.points[side] for way, side in own])
        if criterion is TieBreak.BEST_GAME:
            bests = [way.best[side] for way, side in own] or [(0, 0)]
            return (
                max(tally.best_game, *[low for low, _ in bests]),
                max(tally.best_game, *[high for _, high in bests]),
            )
        if criterion is TieBreak.FEWEST_BAITS:
            return -tally.baits - sum(way.baits for way, _ in own), -tally.baits
        return _quotients(
            _add(tally.points_for, [way.points[side] for way, side in own]),
            _add(tally.points_against, [way.points[1 - side] for way, side in own]),
        )

    def first_figure(self, n: int) -> Number:
        """What the table is ranked by first, given the ways set; not for RankBy.POINTS_FOR."""
        tally = self.tallies[n]
        if self.rules.rank_by is RankBy.GAMES_WON:
            return tally.games_won
        return tally.match_points

    def first_given(self, way: Way) -> tuple[Number, Number]:
        """What a way gives the two in the figure that ranks first (match points for points)."""
        return way.games if self.rules.rank_by is RankBy.GAMES_WON else way.rank_points


def lead_span(way: Way, side: int) -> Span:
    """Capped difference a side (0 for a, 1 for b) can have."""
    low, high = way.difference
    return (low, high) if side == 0 else (-high, -low)


def _state(tally: Tally) -> tuple[Number, int, int, int, int, int, int, int, int]:
    return (
        tally.match_points,
        tally.won,
        tally.games_won,
        tally.points_for,
        tally.points_against,
        tally.points_difference,
        tally.best_game,
        tally.baits,
        len(tally.meetings),
    )


def _add(base: int, spans: list[Span]) -> Span:
    return base + sum(low for low, _ in spans), base + sum(high for _, high in spans)


def _quotients(scored: Span, conceded: Span) -> tuple[Key, Key]:
    """Points for over against at the corners; anything where nothing against is possible."""
    if conceded[0] <= 0 <= conceded[1] and conceded != (0, 0):
        return (0, Fraction(0)), (3, Fraction(0))
    tally = Tally("")
    keys: list[Any] = []
    for tally.points_for in scored:
        for tally.points_against in conceded:
            keys.append(points_quotient(tally)[0])
    return min(keys), max(keys)
