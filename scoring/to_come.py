"""What a match still to be played can bring: the ways it can end, and the points in each way.

The model behind `possible_places`. A match is best of N games as in `scoring.matches`: it ends when
nobody can catch up. In each game a side can have any whole total from 0 to `highest`; the winner
has more, unless the calling side can win from behind (RULES 7); a drawn game is level. Baits are
any number from 0 to `most_baits` a side and game, whoever wins. Matches know nothing of each other.
"""

from dataclasses import dataclass

from scoring.standings_rules import PointsSystem, StandingsRules
from scoring.tie_breaks import Number

Span = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchToCome:
    """What can happen at a table: the wider, the safer the places said to be still possible.

    `highest`: most points of one side in one game (500 to reach and a large hand on top stay below
    1,000; for N hands N times what a hand can hold). `draws`: a game can end level. `from_behind`:
    a game's winner can have fewer points. `forfeits`: a match may also be forfeited by one or both.
    """

    best_of: int = 1
    draws: bool = True
    from_behind: bool = False
    forfeits: bool = False
    highest: int = 1_000
    most_baits: int = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One way a match can end, as pairs (a, b), and the spans its points can be in.

    `halves` is None when it was no meeting at the table. `difference` is a's, each game capped.
    """

    rank_points: tuple[Number, Number]
    wins: tuple[int, int]
    games: tuple[int, int]
    drawn: int
    halves: tuple[int, int] | None
    difference: Span
    points: tuple[Span, Span]
    best: tuple[Span, Span]
    baits: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Points of one match as pairs (a, b): for, best game, baits; `difference` is a's, capped."""

    points: tuple[int, int]
    difference: int
    best: tuple[int, int]
    baits: tuple[int, int]


def ways(to_come: MatchToCome, rules: StandingsRules) -> tuple[Way, ...]:
    """Every way a match can end. Raises ValueError for a best of, or a highest, below one."""
    if to_come.best_of < 1 or to_come.highest < 1:
        raise ValueError(f"best of {to_come.best_of}, at most {to_come.highest} points")
    found = [_played(*ending, to_come, rules) for ending in _endings(to_come)]
    if to_come.forfeits:
        found += [_forfeited(*sides, rules.points) for sides in ((1, 0), (0, 1), (0, 0))]
    return tuple(found)


def _endings(to_come: MatchToCome) -> list[tuple[int, int, int]]:
    """Games won by a, by b, and drawn, when a best of N is over; b's best endings last."""
    over: set[tuple[int, int, int]] = set()
    playing = [(0, 0, 0)]
    while playing:
        a, b, drawn = at = playing.pop()
        left = to_come.best_of - a - b - drawn
        if left == 0 or abs(a - b) > left:
            over.add(at)
            continue
        playing += [(a + 1, b, drawn), (a, b + 1, drawn)]
        if to_come.draws:
            playing.append((a, b, drawn + 1))
    return sorted(over, key=lambda one: (one[1] - one[0], one))


def least_lead(to_come: MatchToCome, cap: int) -> int:
    """Least capped difference a game's winner can have, in points."""
    return -cap if to_come.from_behind else min(1, cap)


def largest_lead(to_come: MatchToCome, rules: StandingsRules) -> int:
    """Largest capped difference of one game, in points."""
    cap = rules.difference_cap
    return to_come.highest if cap is None else min(cap, to_come.highest)


def _played(a: int, b: int, drawn: int, to_come: MatchToCome, rules: StandingsRules) -> Way:
    cap = largest_lead(to_come, rules)
    least = least_lead(to_come, cap)
    points = rules.points
    given = {1: (points.win, points.loss), 0: (points.draw, points.draw)}
    given[-1] = (points.loss, points.win)
    lead = (a > b) - (a < b)
    return Way(
        rank_points=given[lead],
        wins=(int(lead > 0), int(lead < 0)),
        games=(a, b),
        drawn=drawn,
        halves=(1 + lead, 1 - lead),
        difference=(a * least - b * cap, a * cap - b * least),
        points=(_points(a, b, drawn, to_come), _points(b, a, drawn, to_come)),
        best=(_best(a, b, drawn, to_come), _best(b, a, drawn, to_come)),
        baits=to_come.most_baits * (a + b + drawn),
    )


def _points(won: int, lost: int, drawn: int, to_come: MatchToCome) -> Span:
    most = to_come.highest * (won + lost + drawn)
    return (0, most) if to_come.from_behind else (won, most - lost)


def _best(won: int, lost: int, drawn: int, to_come: MatchToCome) -> Span:
    if to_come.from_behind:
        return 0, to_come.highest
    return min(won, 1), to_come.highest - (not won and not drawn)


def _forfeited(a: int, b: int, points: PointsSystem) -> Way:
    """The forfeit that `a` or `b` wins (1), or nobody."""
    given = (points.forfeit_loss, points.forfeit_win)
    stated = (points.forfeit_against, points.forfeit_for) if a or b else (0, 0)
    figures = (stated[a], stated[b])
    lead = figures[0] - figures[1]
    return Way(
        rank_points=(given[a], given[b]),
        wins=(a, b),
        games=(0, 0),
        drawn=0,
        halves=None,
        difference=(lead, lead),
        points=((figures[0], figures[0]), (figures[1], figures[1])),
        best=((0, 0), (0, 0)),
        baits=0,
    )


def figures(
    way: Way,
    difference: int,
    baits: tuple[int, int],
    *,
    high: bool,
    wide: bool,
    to_come: MatchToCome,
    cap: int,
) -> Figures:
    """Points that can be played in this way, with a's capped `difference` out of the way's span.

    `high`: both sides' totals as high as they can be, else as low. `wide`: a game at the cap has
    the largest difference there is, else the cap itself.
    """
    if way.halves is None:
        (a, _), (b, _) = way.points
        return Figures(points=(a, b), difference=difference, best=(0, 0), baits=(0, 0))
    least = least_lead(to_come, cap)
    spare = difference - way.difference[0]
    totals = []
    for side in [1] * way.games[0] + [-1] * way.games[1]:
        lowest, highest = (least, cap) if side > 0 else (-cap, -least)
        lead = lowest + min(spare, highest - lowest)
        spare -= lead - lowest
        if cap == 0:
            lead = side
        elif wide and abs(lead) == cap:
            lead = to_come.highest if lead > 0 else -to_come.highest
        totals.append(_totals(lead, to_come.highest, high))
    totals += [_totals(0, to_come.highest, high)] * way.drawn
    return Figures(
        points=(sum(a for a, _ in totals), sum(b for _, b in totals)),
        difference=difference,
        best=(max(a for a, _ in totals), max(b for _, b in totals)),
        baits=baits,
    )


def _totals(lead: int, highest: int, high: bool) -> tuple[int, int]:
    top = highest if high else abs(lead)
    return (top, top - lead) if lead >= 0 else (top + lead, top)
