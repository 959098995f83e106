"""Results of matches, and what they add up to for each entry (RULES 11).

Facts in, tallies out, whatever the order. Only matches that are over belong in; a match without
games, bye or forfeit is one not played, and adds nothing.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.standings_rules import PointsSystem, StandingsError, StandingsRules
from scoring.tie_breaks import Number, Tally, plain


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResult:
    """One finished game: the totals of `a` and `b` in points, and how often each was bait.

    `winner` where the totals do not say it: under `both_over` or `tie_at_target` the calling side
    can win from behind or level (RULES 7). None: the higher total wins.
    """

    a: int
    b: int
    baits_a: int = 0
    baits_b: int = 0
    winner: Literal["a", "b"] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One match of two entries, or the bye of `a`.

    `forfeit` names who forfeits; games beside it do not count, the forfeit's figures stand instead.
    """

    round: int
    a: str
    b: str | None = None
    games: tuple[GameResult, ...] = ()
    forfeit: Literal["a", "b", "both"] | None = None
    bye: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjustment:
    """A penalty or a bonus, in match points and in points for, with its reason."""

    entry: str
    match_points: Number = 0
    points: int = 0
    reason: str = ""


def gather(
    entries: Sequence[str],
    results: Iterable[Result],
    adjustments: Iterable[Adjustment],
    rules: StandingsRules,
) -> list[Tally]:
    """One tally an entry. Raises StandingsError as `compute_standings` says."""
    tallies = {entry: Tally(entry) for entry in entries}
    if len(tallies) < len(entries):
        raise StandingsError("duplicate_entry", entry=Counter(entries).most_common(1)[0][0])
    try:
        for result in results:
            _add_result(tallies, result, rules)
        for adjustment in adjustments:
            tally = tallies[adjustment.entry]
            tally.match_points += adjustment.match_points
            tally.points_for += adjustment.points
            tally.points_difference += adjustment.points
    except KeyError as unknown:
        raise StandingsError("unknown_entry", entry=unknown.args[0]) from None
    for tally in tallies.values():
        tally.match_points = plain(tally.match_points)
    return list(tallies.values())


_AHEAD = {"a": 1, "b": -1}


def _add_result(tallies: Mapping[str, Tally], result: Result, rules: StandingsRules) -> None:
    first = tallies[result.a]
    if result.bye or result.b is None:
        _add_bye(first, result, rules.points)
        return
    second = tallies[result.b]
    if first is second:
        raise StandingsError("entry_against_itself", entry=result.a, round=result.round)
    if result.forfeit is not None:
        _add_forfeit(first, second, result.forfeit, rules.points)
        return
    if result.games:
        lead = _add_games(first, second, result.games, rules.difference_cap)
        _add_meeting(first, second, lead, rules.points)


def _add_games(first: Tally, second: Tally, games: tuple[GameResult, ...], cap: int | None) -> int:
    """Adds the games' figures; answers how many games `first` is ahead (below zero: behind)."""
    lead = 0
    for game in games:
        a, b = game.a, game.b
        difference = a - b
        first.points_for += a
        first.points_against += b
        second.points_for += b
        second.points_against += a
        first.best_game = max(first.best_game, a)
        second.best_game = max(second.best_game, b)
        first.baits += game.baits_a
        second.baits += game.baits_b
        ahead = difference if game.winner is None else _AHEAD[game.winner]
        if ahead > 0:
            lead += 1
            first.games_won += 1
        elif ahead < 0:
            lead -= 1
            second.games_won += 1
        if cap is not None and not -cap <= difference <= cap:
            difference = cap if difference > 0 else -cap
        first.points_difference += difference
        second.points_difference -= difference
    return lead


def _add_meeting(first: Tally, second: Tally, lead: int, points: PointsSystem) -> None:
    """A match at the table, `lead` games ahead for `first` (below zero: for `second`)."""
    first.played += 1
    second.played += 1
    if lead == 0:
        first.drawn += 1
        second.drawn += 1
        first.match_points += points.draw
        second.match_points += points.draw
        first.meetings.append((second, 1))
        second.meetings.append((first, 1))
        return
    winner, loser = (first, second) if lead > 0 else (second, first)
    winner.won += 1
    loser.lost += 1
    winner.match_points += points.win
    loser.match_points += points.loss
    winner.meetings.append((loser, 2))
    loser.meetings.append((winner, 0))


def _add_bye(tally: Tally, result: Result, points: PointsSystem) -> None:
    if not result.bye:
        raise StandingsError("opponent_missing", entry=result.a, round=result.round)
    if result.b is not None or result.games or result.forfeit is not None:
        raise StandingsError("bye_with_opponent", entry=result.a, round=result.round)
    tally.byes += 1
    tally.match_points += points.bye
    _add_figures(tally, points.bye_for, points.bye_against)


def _add_forfeit(first: Tally, second: Tally, forfeit: str, points: PointsSystem) -> None:
    if forfeit not in ("a", "b", "both"):
        raise StandingsError("bad_value", field="forfeit", value=forfeit)
    for tally, side in ((first, "a"), (second, "b")):
        if forfeit in (side, "both"):
            tally.lost += 1
            tally.match_points += points.forfeit_loss
            if forfeit == side:
                _add_figures(tally, points.forfeit_against, points.forfeit_for)
        else:
            tally.won += 1
            tally.match_points += points.forfeit_win
            _add_figures(tally, points.forfeit_for, points.forfeit_against)


def _add_figures(tally: Tally, points_for: int, points_against: int) -> None:
    """Stated points of a bye or a forfeit; they are what the event says, so no cap applies."""
    tally.points_for += points_for
    tally.points_against += points_against
    tally.points_difference += points_for - points_against
