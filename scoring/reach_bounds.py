"""Who is sure to stay above whom, and the completions that look best (or worst) for an entry."""

from functools import partial
from typing import Any

from scoring.reach_board import OPEN, Board
from scoring.standings_rules import RankBy
from scoring.tie_breaks import Number, TieBreak, measure
from scoring.to_come import Span, Way

# An entry's lowest and highest key in each criterion, in order.
_Spans = list[tuple[Any, Any]]

# A way that gives nothing: with it the board is the table before the matches to come.
NOTHING = Way(
    rank_points=(0, 0),
    wins=(0, 0),
    games=(0, 0),
    drawn=0,
    halves=None,
    difference=(0, 0),
    points=((0, 0), (0, 0)),
    best=((0, 0), (0, 0)),
    baits=0,
)


def bounds(board: Board) -> dict[int, list[int]]:
    """For 1 the best place of each entry that is not out of reach, for -1 the worst.

    Criteria are compared in order while one entry alone has them: two are separated by the first in
    which they differ, in whatever group the table meets them. Where one needs the group or the
    opponents (head-to-head, Buchholz), what follows proves nothing.
    """
    rules = board.rules
    criteria = _alone(rules.tie_breaks)
    whole = len(criteria) == len(rules.tie_breaks)
    board.set_ways([_anything(board.ways)] * len(board.matches))
    spans = [_spans(board, n, criteria) for n in range(len(board.tallies))]
    best, worst = [], []
    for own in spans:
        best.append(1 + sum(_stays_above(other, own) for other in spans))
        worst.append(sum(not _stays_under(other, own, whole) for other in spans))
    # An entry stays level with itself, which counts as under only where its figures are fixed.
    for n, own in enumerate(spans):
        worst[n] += _stays_under(own, own, whole)
    return {1: best, -1: worst}


def _alone(tie_breaks: tuple[TieBreak, ...]) -> list[TieBreak]:
    found = []
    for one in tie_breaks:
        if one not in (*OPEN, TieBreak.WINS, TieBreak.GAMES_WON, TieBreak.LOT):
            break
        found.append(one)
    return found


def _anything(ways: tuple[Way, ...]) -> Way:
    """The spans of all ways together, in the criteria that points decide."""
    return Way(
        rank_points=(0, 0),
        wins=(0, 0),
        games=(0, 0),
        drawn=0,
        halves=None,
        difference=_around([way.difference for way in ways]),
        points=(_around([w.points[0] for w in ways]), _around([w.points[1] for w in ways])),
        best=(_around([w.best[0] for w in ways]), _around([w.best[1] for w in ways])),
        baits=max(way.baits for way in ways),
    )


def _around(spans: list[Span]) -> Span:
    return min(low for low, _ in spans), max(high for _, high in spans)


def _spans(board: Board, n: int, criteria: list[TieBreak]) -> _Spans:
    tally = board.tallies[n]
    if board.rules.rank_by is RankBy.POINTS_FOR:
        found: _Spans = [board.span(n, TieBreak.POINTS_FOR)]
    else:
        given = [board.first_given(way) for way in board.ways]
        found = [_counted(board, n, board.first_figure(n), given)]
    for criterion in criteria:
        if criterion in OPEN:
            found.append(board.span(n, criterion))
        elif criterion is TieBreak.WINS:
            found.append(_counted(board, n, tally.won, [way.wins for way in board.ways]))
        elif criterion is TieBreak.GAMES_WON:
            found.append(_counted(board, n, tally.games_won, [way.games for way in board.ways]))
        else:
            key = measure(tally, criterion, board.rules.lot_seed)[0]
            found.append((key, key))
    return found


def _counted(
    board: Board, n: int, base: Number, given: list[tuple[Number, Number]] | list[tuple[int, int]]
) -> tuple[Number, Number]:
    low = high = base
    for _, side in board.own[n]:
        low += min(one[side] for one in given)
        high += max(one[side] for one in given)
    return low, high


def _stays_above(other: _Spans, own: _Spans) -> bool:
    for (low, _), (_, high) in zip(other, own, strict=True):
        if low != high:
            return bool(low > high)
        # Level at the extreme: the next criterion must hold as well.
    return False


def _stays_under(other: _Spans, own: _Spans, whole: bool) -> bool:
    for (_, high), (low, _) in zip(other, own, strict=True):
        if low != high:
            return bool(high < low)
    return whole


def likely_ways(board: Board, entry: int, sign: int, *, late: bool) -> list[Way]:
    """Ways that let `entry` finish high (`sign` 1) or low (-1), each match decided in its turn.

    The entry takes (leaves) all it can; of the others as few (as many) as possible come past it,
    and what must be given goes to who is past already, or stays farthest. `late` starts from the
    last match.
    """
    board.set_ways([NOTHING] * len(board.matches))
    by_points = board.rules.rank_by is RankBy.POINTS_FOR
    figures = [0 if by_points else board.first_figure(n) for n in range(len(board.tallies))]
    given = [(way, board.first_given(way)) for way in board.ways]
    chosen: dict[int, Way] = {}
    for at, side in board.own[entry]:
        chosen[at], to = max(given, key=partial(_gain, side, sign))
        for n, more in zip(board.matches[at], to, strict=True):
            figures[n] += more
    order = range(len(board.matches))
    for at in reversed(order) if late else order:
        if at not in chosen:
            a, b = board.matches[at]
            price = partial(_price, sign, figures[a], figures[b], figures[entry])
            chosen[at], to = min(given, key=price)
            figures[a] += to[0]
            figures[b] += to[1]
    return [chosen[at] for at in order]


_Given = tuple[Way, tuple[Number, Number]]


def _gain(side: int, sign: int, given: _Given) -> tuple[Number, Number, int]:
    """How good (bad) a way is for one side."""
    way, to = given
    points = way.points[side][1] - way.points[1 - side][0]
    return sign * to[side], -sign * to[1 - side], sign * points


def _price(sign: int, a: Number, b: Number, limit: Number, given: _Given) -> tuple[Number, Number]:
    """How many of a match stay on the wrong side of `limit`, and how near they then are."""
    after = (a + given[1][0], b + given[1][1])
    if sign > 0:
        past = [one - limit for one in after if one > limit]
        return len(past), max(after) - limit - sum(past)
    short = [limit - one for one in after if one <= limit]
    return len(short), min(short, default=0)
