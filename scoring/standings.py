"""Standings of a competition from its results (RULES 11).

Facts in, rows out: nothing here depends on the order in which entries or results are given.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from types import MappingProxyType
from typing import Any

from scoring.results import Adjustment, Result, gather
from scoring.standings_rules import RankBy, StandingsRules, TieMode
from scoring.tie_breaks import Key, Number, Shown, Tally, TieBreak, head_to_head, measure


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One entry in the table.

    `played` counts matches at the table; `won` and `lost` count forfeits too, never byes.
    `difference` is `points_for` - `points_against`, uncapped. `values` has each tie-break asked
    for; head_to_head is None where it was not asked or had to be passed over, else the figure of
    the last group in which it was asked. `decided_by` is the criterion that put this row above the
    next, None for the last row and for equal ranks; `decided_values` is what this row and the next
    had in it.
    """

    entry: str
    rank: int
    match_points: Number
    played: int
    won: int
    drawn: int
    lost: int
    byes: int
    games_won: int
    points_for: int
    points_against: int
    difference: int
    values: Mapping[TieBreak, Shown]
    decided_by: str | None
    decided_values: tuple[Shown, Shown] | None


# What separated a part from the next one: the criterion and the two values.
_Decision = tuple[str, tuple[Shown, Shown]]


def compute_standings(
    entries: Sequence[str],
    results: Iterable[Result],
    adjustments: Iterable[Adjustment],
    rules: StandingsRules,
) -> tuple[Row, ...]:
    """The table in order; equal ranks in the order of the entries' names, the next rank skips.

    Raises StandingsError for an entry named twice, for one that is not among `entries`, for an
    entry against itself, and for a result that is neither a match of two nor a bye.
    """
    tallies = gather(entries, results, adjustments, rules)
    return tuple([_row(*placed) for placed in place_tallies(tallies, rules)])


def place_tallies(
    tallies: list[Tally], rules: StandingsRules
) -> list[tuple[Tally, int, _Decision | None]]:
    """Every tally in order with its rank and what put it above the next; fills `shown` of each.

    A group still level waits on a stack with the criterion to ask next; each split makes the groups
    smaller, so restarting ends.
    """
    criteria: tuple[RankBy | TieBreak, ...] = (rules.rank_by, *rules.tie_breaks)
    keys = _measure_all(tallies, rules)
    placed: list[tuple[Tally, int, _Decision | None]] = []
    waiting: list[tuple[list[Tally], int, _Decision | None]] = [(tallies, 0, None)]
    while waiting:
        group, at, after = waiting.pop()
        parts: list[tuple[list[Tally], Shown]] = []
        while len(group) > 1 and len(parts) < 2 and at < len(criteria):
            parts = _split(group, criteria[at], keys, rules)
            at += 1
        if len(parts) < 2:
            group.sort(key=_entry)
            rank = len(placed) + 1
            placed += [(tally, rank, None) for tally in group[:-1]]
            placed += [(tally, rank, after) for tally in group[-1:]]
            continue
        start = 1 if rules.tie_mode is TieMode.RESTART else at
        name = str(criteria[at - 1])
        below: Shown = None
        for index in range(len(parts) - 1, -1, -1):
            part, value = parts[index]
            last = index == len(parts) - 1
            waiting.append((part, start, after if last else (name, (value, below))))
            below = value
    return placed


def _entry(tally: Tally) -> str:
    return tally.entry


def _measure_all(tallies: list[Tally], rules: StandingsRules) -> dict[str, dict[Tally, Key]]:
    """Keys of every criterion that needs one entry alone; the shown values go into the tallies."""
    keys: dict[str, dict[Tally, Key]] = {}
    by: dict[Tally, Key] = {tally: getattr(tally, rules.rank_by) for tally in tallies}
    for tie_break in rules.tie_breaks:
        if tie_break is TieBreak.HEAD_TO_HEAD:
            for tally in tallies:
                tally.shown[tie_break] = None
            continue
        measured = keys[tie_break] = {}
        for tally in tallies:
            measured[tally], tally.shown[tie_break] = measure(tally, tie_break, rules.lot_seed)
    keys[rules.rank_by] = by
    return keys


def _split(
    group: list[Tally],
    criterion: RankBy | TieBreak,
    keys: Mapping[str, Mapping[Tally, Key]],
    rules: StandingsRules,
) -> list[tuple[list[Tally], Shown]]:
    """`group` in parts, best first, each with its value in `criterion`; [] when passed over."""
    if criterion is TieBreak.HEAD_TO_HEAD:
        points = rules.points
        gathered = head_to_head(group, (points.loss, points.draw, points.win))
        for at, tally in enumerate(group):
            tally.shown[criterion] = None if gathered is None else gathered[at]
        if gathered is None:
            return []
        measured: Mapping[Tally, Key] = dict(zip(group, gathered, strict=True))
    else:
        measured = keys[criterion]
    # Keys of one criterion are of one kind, so they compare; the checker cannot know it.
    ranked: list[tuple[Any, Tally]] = sorted(
        [(measured[tally], tally) for tally in group], key=_first, reverse=True
    )
    parts = []
    for _, level in groupby(ranked, key=_first):
        part = [tally for _, tally in level]
        shown: Shown = (
            getattr(part[0], criterion)
            if isinstance(criterion, RankBy)
            else part[0].shown[criterion]
        )
        parts.append((part, shown))
    return parts


_first = itemgetter(0)


def _row(tally: Tally, rank: int, decision: _Decision | None) -> Row:
    return Row(
        entry=tally.entry,
        rank=rank,
        match_points=tally.match_points,
        played=tally.played,
        won=tally.won,
        drawn=tally.drawn,
        lost=tally.lost,
        byes=tally.byes,
        games_won=tally.games_won,
        points_for=tally.points_for,
        points_against=tally.points_against,
        difference=tally.points_for - tally.points_against,
        values=MappingProxyType(tally.shown),
        decided_by=decision[0] if decision else None,
        decided_values=decision[1] if decision else None,
    )
