"""Best and worst places by playing every completion through, and random leagues to try it on."""

import random
from collections.abc import Iterator
from itertools import product

from scoring.results import Adjustment, GameResult, Result
from scoring.standings import compute_standings
from scoring.standings_rules import PointsSystem, RankBy, StandingsRules, TieMode
from scoring.tie_breaks import TieBreak
from scoring.to_come import MatchToCome

Left = list[tuple[str, str | None]]
League = tuple[list[str], list[Result], list[Adjustment], Left, StandingsRules, MatchToCome]


def games(to_come: MatchToCome) -> list[GameResult]:
    """Every game that can be played."""
    totals = range(to_come.highest + 1)
    baits = range(to_come.most_baits + 1)
    found = []
    for a, b, baits_a, baits_b in product(totals, totals, baits, baits):
        figures = {"a": a, "b": b, "baits_a": baits_a, "baits_b": baits_b}
        if a != b or to_come.draws:
            found.append(GameResult(**figures))
        if to_come.from_behind:
            found += [GameResult(**figures, winner="a"), GameResult(**figures, winner="b")]
    return found


def _winner(game: GameResult) -> int:
    if game.winner is not None:
        return 1 if game.winner == "a" else -1
    return (game.a > game.b) - (game.a < game.b)


def matches(a: str, b: str, to_come: MatchToCome) -> list[Result]:
    """Every match of two entries that can be played, as its result."""
    found = []
    waiting: list[tuple[GameResult, ...]] = [()]
    while waiting:
        played = waiting.pop()
        left = to_come.best_of - len(played)
        if left == 0 or abs(sum(map(_winner, played))) > left:
            found.append(Result(round=9, a=a, b=b, games=played))
        else:
            waiting += [(*played, game) for game in games(to_come)]
    if to_come.forfeits:
        found += [Result(round=9, a=a, b=b, forfeit=who) for who in ("a", "b", "both")]
    return found


def completions(league: League) -> Iterator[list[Result]]:
    _, _, _, left, _, to_come = league
    each = [
        [Result(round=9, a=a, bye=True)] if b is None else matches(a, b, to_come) for a, b in left
    ]
    for course in product(*each):
        yield list(course)


def places(league: League) -> dict[str, tuple[int, int]]:
    """(best, worst) of each entry over every completion."""
    entries, results, adjustments, _, rules, _ = league
    seen: dict[str, set[int]] = {entry: set() for entry in entries}
    for more in completions(league):
        for row in compute_standings(entries, [*results, *more], adjustments, rules):
            seen[row.entry].add(row.rank)
    return {entry: (min(ranks), max(ranks)) for entry, ranks in seen.items()}


def random_rules(chance: random.Random, tie_breaks: list[TieBreak]) -> StandingsRules:
    asked = chance.sample(tie_breaks, chance.randint(0, min(4, len(tie_breaks))))
    return StandingsRules(
        points=chance.choice(
            [
                PointsSystem(),
                PointsSystem(win=3, forfeit_win=3, forfeit_loss=-1, forfeit_for=2),
                PointsSystem(loss=1, draw=1, bye=1, bye_for=1),
            ]
        ),
        rank_by=chance.choice([RankBy.MATCH_POINTS] * 4 + [RankBy.GAMES_WON, RankBy.POINTS_FOR]),
        tie_breaks=tuple(asked),
        tie_mode=chance.choice(list(TieMode)),
        lot_seed=str(chance.random()),
        difference_cap=chance.choice([None, None, None, 2, 1, 0]),
    )


def random_league(
    chance: random.Random, tie_breaks: list[TieBreak], *, most_completions: int
) -> League:
    """A small league in which points are few, so that every completion can be played."""
    entries = list("ABCDEF"[: chance.randint(2, 6)])
    to_come = chance.choice(
        [MatchToCome(highest=chance.randint(1, 4), draws=chance.random() < 0.5, most_baits=0)] * 6
        + [
            MatchToCome(highest=2, most_baits=0, forfeits=True),
            MatchToCome(highest=1, most_baits=0, forfeits=True),
            MatchToCome(highest=2, most_baits=0, from_behind=True),
            MatchToCome(highest=1, most_baits=1),
            MatchToCome(highest=1, best_of=2, most_baits=0),
            MatchToCome(highest=1, best_of=3, most_baits=0, draws=False),
        ]
    )
    possible = matches("A", "B", to_come)
    results = []
    for number in range(chance.randint(0, 8)):
        a, b = chance.sample(entries, 2)
        played = chance.choice(possible)
        results.append(Result(round=number, a=a, b=b, games=played.games, forfeit=played.forfeit))
    left: Left = []
    often = 1
    while often * len(possible) <= most_completions and len(left) < 6:
        left.append(tuple(chance.sample(entries, 2)))
        often *= len(possible)
        if chance.random() < 0.1:
            break
    if chance.random() < 0.2:
        left.append((chance.choice(entries), None))
    adjustments = [Adjustment(entry="A", match_points=-1, points=1)] * (chance.random() < 0.2)
    return (
        entries,
        results,
        adjustments,
        left,
        random_rules(chance, tie_breaks),
        to_come,
    )
