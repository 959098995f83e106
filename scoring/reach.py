"""Best and worst place each entry can still finish in, with the matches left to play.

Three steps. Bounds: who is sure to stay above or below, whatever happens. Tries: one completion for
each entry and direction, made to help (or hurt) it most. Where bound and try meet, the place is
exact; where they do not and few enough matches are left, every way they can end is gone through,
with the points that decide ties put where they help most (`reach_ties`). A place is called out of
reach only on proof, and exact only when a completion was seen that gives it.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from scoring.reach_board import Board
from scoring.reach_bounds import NOTHING, bounds, likely_ways
from scoring.reach_ties import Level, fewest_past, level_with, points_to_try
from scoring.results import Adjustment, Result
from scoring.standings_rules import RankBy, StandingsError, StandingsRules
from scoring.tie_breaks import Number, TieBreak
from scoring.to_come import MatchToCome, Way

# Ways all matches left can end together that are still gone through one by one: 3 to the 8th.
MOST_COURSES = 6_600
# Ties looked into on the way; past it only what the first figure says is used.
MOST_TIES = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """Ranks, 1 the best, as the table would show them: those level to the end share the better.

    `exact`: both are reached in some completion; otherwise neither place is narrower than the
    truth, but may be wider.
    """

    best: int
    worst: int
    exact: bool


class _Search:
    """What is proved (`bound`) and what was seen (`seen`), by direction (1 best, -1 worst)."""

    def __init__(self, board: Board) -> None:
        self.board = board
        size = len(board.tallies)
        self.bound: dict[int, list[int]] = bounds(board)
        self.seen: dict[int, list[int]] = {1: [size + 1] * size, -1: [0] * size}
        self.ties = 0

    def open(self, entry: int, sign: int) -> bool:
        return self.bound[sign][entry] != self.seen[sign][entry]

    def note(self, ranks: Mapping[str, int]) -> None:
        best, worst = self.seen[1], self.seen[-1]
        for n, tally in enumerate(self.board.tallies):
            rank = ranks[tally.entry]
            best[n] = min(best[n], rank)
            worst[n] = max(worst[n], rank)

    def look(self, entry: int, sign: int) -> int:
        """The best (worst) place in the ways set that is not out of reach; tries to reach it."""
        self.ties += 1
        level = level_with(self.board, entry)
        if level.criterion is None:
            place = level.above + 1
            self.seen[sign][entry] = sign * min(sign * self.seen[sign][entry], sign * place)
            return place
        place = self._place(level, fewest_past(self.board, level, entry, sign, room=0)[0], sign)
        # Those kept clear of the entry come first: those only level with it may pass it yet.
        for room in (1, 0):
            if sign * place < sign * self.seen[sign][entry]:
                _, leads = fewest_past(self.board, level, entry, sign, room=room)
                points = points_to_try(self.board, level, entry, sign, leads)
                self.note(self.board.place_with(points))
        return place

    @staticmethod
    def _place(level: Level, past: int, sign: int) -> int:
        return level.above + (1 + past if sign > 0 else len(level.group) - past)


def possible_places(
    entries: Sequence[str],
    results: Iterable[Result],
    adjustments: Iterable[Adjustment],
    remaining: Iterable[tuple[str, str | None]],
    rules: StandingsRules,
    *,
    to_come: MatchToCome | None = None,
) -> dict[str, Reach]:
    """Best and worst place of each entry, in the order of `entries`.

    `remaining` has the two of each match to come, or an entry and None for a bye to come; `to_come`
    says what a match can bring (default: one game, also drawn, none forfeited). Raises
    StandingsError as `compute_standings` does, ValueError for a match that cannot be.
    """
    numbers = {entry: n for n, entry in enumerate(entries)}
    matches, byes = [], []
    for a, b in remaining:
        for one in (a, b):
            if one is not None and one not in numbers:
                raise StandingsError("unknown_entry", entry=one)
        if a == b:
            raise StandingsError("entry_against_itself", entry=a)
        if b is None:
            byes.append(Result(round=0, a=a, bye=True))
        else:
            matches.append((numbers[a], numbers[b]))
    board = Board(entries, [*results, *byes], adjustments, rules, matches, to_come or MatchToCome())
    search = _Search(board)
    for sign in (1, -1):
        for n in range(len(entries)):
            for late in (False, True):
                if search.open(n, sign):
                    board.set_ways(likely_ways(board, n, sign, late=late))
                    search.look(n, sign)
    if len(board.ways) ** len(matches) <= MOST_COURSES:
        _go_through(search)
    return {
        entry: Reach(
            best=search.bound[1][n],
            worst=search.bound[-1][n],
            exact=not search.open(n, 1) and not search.open(n, -1),
        )
        for entry, n in numbers.items()
    }


def _go_through(search: _Search) -> None:
    """Every way the matches can end together, for those whose bound was not reached yet."""
    board = search.board
    size = len(board.tallies)
    wanted = [(n, sign) for sign in (1, -1) for n in range(size) if search.open(n, sign)]
    if not wanted:
        return
    proved = {(n, sign): search.seen[sign][n] for n, sign in wanted}
    by_points = board.rules.rank_by is RankBy.POINTS_FOR
    board.set_ways([NOTHING] * len(board.matches))
    start: list[Number] = [0 if by_points else board.first_figure(n) for n in range(size)]
    given = [(way, (0, 0) if by_points else board.first_given(way)) for way in board.ways]
    known = _Known(board, by_points)
    for course in product(given, repeat=len(board.matches)):
        figures = start[:]
        for (a, b), (_, (to_a, to_b)) in zip(board.matches, course, strict=True):
            figures[a] += to_a
            figures[b] += to_b
        order = sorted(figures)
        is_set = False
        for n, sign in wanted:
            figure = figures[n]
            above = size - bisect_right(order, figure)
            place = above + 1 if sign > 0 else size - bisect_left(order, figure)
            if sign * place >= sign * proved[n, sign]:
                continue
            key = known.key(n, sign, figures, course)
            if key in known.behind and sign * (above + known.behind[key]) >= sign * proved[n, sign]:
                continue
            if search.ties < MOST_TIES:
                if not is_set:
                    board.set_ways([way for way, _ in course])
                    is_set = True
                place = search.look(n, sign)
                known.behind[key] = place - above
            proved[n, sign] = sign * min(sign * place, sign * proved[n, sign])
    for (n, sign), place in proved.items():
        best = min(sign * place, sign * search.seen[sign][n])
        search.bound[sign][n] = sign * max(best, sign * search.bound[sign][n])


_Course = tuple[tuple[Way, tuple[Number, Number]], ...]


class _Known:
    """Ties looked into already: only who is level, and how their own matches end, decides them.

    `behind` is how far behind those above in the first figure the place was. Where criteria look at
    the opponents' match points, or points come first, every match may decide.
    """

    def __init__(self, board: Board, by_points: bool) -> None:
        self.behind: dict[tuple[object, ...], int] = {}
        self.matches = board.matches
        self.all = by_points or not _OPPONENTS.isdisjoint(board.rules.tie_breaks)
        self.own: dict[tuple[int, ...], list[int]] = {}

    def key(self, n: int, sign: int, figures: list[Number], course: _Course) -> tuple[object, ...]:
        if self.all:
            return (n, sign, *[id(way) for way, _ in course])
        level = tuple([other for other, one in enumerate(figures) if one == figures[n]])
        if level not in self.own:
            self.own[level] = [
                at for at, (a, b) in enumerate(self.matches) if a in level or b in level
            ]
        return (n, sign, level, *[id(course[at][0]) for at in self.own[level]])


_OPPONENTS = {TieBreak.BUCHHOLZ, TieBreak.MEDIAN_BUCHHOLZ, TieBreak.SONNEBORN_BERGER}
