"""Places still possible beside the standings of the same league.

The floor is `compute_standings` of the matches played. With thirty matches left the places are safe
bounds, which a page asks for on every load; with eight left they are exact, over every way these
can end.
"""

import random
from collections.abc import Callable
from functools import partial
from statistics import median
from time import process_time

from scoring.reach import possible_places
from scoring.results import GameResult, Result
from scoring.standings import compute_standings
from scoring.standings_rules import StandingsRules
from scoring.tie_breaks import TieBreak
from scoring.to_come import MatchToCome

ENTRIES = 24
ROUNDS = 5
RULES = StandingsRules(
    tie_breaks=(TieBreak.HEAD_TO_HEAD, TieBreak.POINTS_DIFFERENCE, TieBreak.POINTS_FOR)
)
# Matches left, whether a game can be drawn, the limit.
CASES = ((30, False, 60.0), (8, False, 120.0), (8, True, 600.0))

League = tuple[list[str], list[Result], list[tuple[str, str | None]]]


def _league(left: int, seed: int) -> League:
    """A single round robin of `ENTRIES`, all played but `left` matches."""
    chance = random.Random(seed)
    entries = [f"entry {number:02}" for number in range(ENTRIES)]
    pairs = [(a, b) for a in entries for b in entries if a < b]
    chance.shuffle(pairs)
    results = []
    for a, b in pairs[left:]:
        totals = [chance.randrange(500, 620), chance.randrange(100, 498)]
        chance.shuffle(totals)
        game = GameResult(a=totals[0], b=totals[1])
        results.append(Result(round=1, a=a, b=b, games=(game,)))
    return entries, results, [(a, b) for a, b in pairs[:left]]


def _clock(work: Callable[[], object]) -> float:
    # CPU time: on a busy machine the longer of the two would wait more often.
    start = process_time()
    work()
    return process_time() - start


def rows() -> list[tuple[str, float, float, str]]:
    """(name, ratio to the standings, its limit, detail) a case, the median of several leagues."""
    found = []
    for left, draws, limit in CASES:
        to_come = MatchToCome(draws=draws)
        ratios, times, exact = [], [], 0
        for seed in range(ROUNDS):
            entries, results, remaining = _league(left, seed)
            table = partial(compute_standings, entries, results, (), RULES)
            places = partial(
                possible_places, entries, results, (), remaining, RULES, to_come=to_come
            )
            exact += sum(one.exact for one in places().values())
            times.append(_clock(places))
            floor = min(_clock(table) for _ in range(5))
            ratios.append(times[-1] / floor)
        found.append(
            (
                f"places still possible / standings, {left} left{', draws' if draws else ''}",
                median(ratios),
                limit,
                f"{median(times) * 1000:.0f} ms, {exact} of {ROUNDS * ENTRIES} places exact",
            )
        )
    return found
