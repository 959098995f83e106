"""Standings beside one pass that sums points and one `sorted()` of the same results.

The floor adds match points, points for and against of each result into a list an entry and sorts by
match points and difference: no tie-break that looks at opponents, no ranks, no rows.
"""

import random
from collections.abc import Callable
from statistics import median
from time import process_time

from scoring.results import GameResult, Result
from scoring.standings import compute_standings
from scoring.standings_rules import StandingsRules
from scoring.tie_breaks import TieBreak

SIZES = (20, 100, 1_000, 5_000)
LIMIT = 15.0
MATCHES_EACH = 8
ROUNDS = 7
RULES = StandingsRules(
    tie_breaks=(
        TieBreak.HEAD_TO_HEAD,
        TieBreak.POINTS_DIFFERENCE,
        TieBreak.BUCHHOLZ,
        TieBreak.SONNEBORN_BERGER,
        TieBreak.LOT,
    ),
    difference_cap=300,
)


def _season(size: int) -> tuple[list[str], list[Result]]:
    """Entries and `MATCHES_EACH` rounds of random pairs, one game a match."""
    chance = random.Random(size)
    entries = [f"entry {number}" for number in range(size)]
    results = []
    for number in range(1, MATCHES_EACH + 1):
        order = entries[:]
        chance.shuffle(order)
        for a, b in zip(order[::2], order[1::2], strict=True):
            loser = chance.randrange(100, 498)
            totals = (chance.randrange(500, 700), loser)
            first, second = totals if chance.random() < 0.5 else totals[::-1]
            results.append(Result(round=number, a=a, b=b, games=(GameResult(a=first, b=second),)))
    return entries, results


def bare_table(entries: list[str], results: list[Result]) -> list[tuple[str, list[int]]]:
    """Match points, points for, points against and wins, summed and sorted; the floor."""
    sums = {entry: [0, 0, 0, 0] for entry in entries}
    for result in results:
        a, b = sums[result.a], sums[result.b or ""]
        for game in result.games:
            a[1] += game.a
            a[2] += game.b
            b[1] += game.b
            b[2] += game.a
            winner = a if game.a > game.b else b
            winner[0] += 2
            winner[3] += 1
    return sorted(sums.items(), key=lambda row: (-row[1][0], row[1][2] - row[1][1], row[0]))


def _clock(work: Callable[[], object], times: int) -> float:
    # CPU time: on a busy machine the longer of the two would wait more often.
    start = process_time()
    for _ in range(times):
        work()
    return (process_time() - start) / times


def rows() -> list[tuple[str, float, float, str]]:
    """(name, ratio to the floor, its limit, detail) a size, the median of interleaved rounds."""
    found = []
    for size in SIZES:
        entries, results = _season(size)
        times = max(1, 1_000 // size)
        table = compute_standings(entries, results, (), RULES)
        bare = dict(bare_table(entries, results))
        assert all(bare[row.entry][0] == row.match_points for row in table)
        floors, tables = [], []
        for _ in range(ROUNDS):
            floors.append(_clock(lambda e=entries, r=results: bare_table(e, r), times))
            tables.append(
                _clock(lambda e=entries, r=results: compute_standings(e, r, (), RULES), times)
            )
        ratio = median(full / floor for full, floor in zip(tables, floors, strict=True))
        detail = f"{median(tables) * 1e3:.2f} ms, floor {median(floors) * 1e3:.2f} ms"
        found.append((f"standings of {size:,} entries", ratio, LIMIT, detail))
    return found


if __name__ == "__main__":
    for name, ratio, limit, detail in rows():
        print(f"{name}: {ratio:.2f} (limit {limit}) {detail}")
