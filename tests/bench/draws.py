"""A Swiss draw of round 5 beside the library's own time for one matching.

The floor is a single `max_weight_matching` over the same pairs with one weight a pair
(the square of the difference of scores, then of the places, then a random number): no aims in
order, no look ahead, no reasons. A second opinion is swisspair's, on smaller fields: its time
and how many pairs of unequal scores it draws.
"""

import random
from collections import Counter
from fractions import Fraction
from statistics import median
from time import process_time

import rustworkx
from swisspair import interface as swisspair

from league.draws.swiss import Contender, draw_swiss, search_widths
from league.draws.swiss_aims import score_groups
from league.draws.swiss_field import Field, seat

SIZES = (20, 100, 1_000, 5_000)
SECOND_OPINION = (20, 100)
LIMIT = {20: None, 100: None, 1_000: 4.0, 5_000: 4.0}
ROUNDS = 4

Row = tuple[str, float, float | None, str]


def field_of(size: int) -> list[Contender]:
    """So many entries after four rounds among neighbours, 30 clubs, some matches drawn."""
    chance = random.Random(size)
    entries = list(range(size))
    met: dict[int, Counter[int]] = {entry: Counter() for entry in entries}
    score: Counter[int] = Counter(dict.fromkeys(entries, 0))
    for _ in range(ROUNDS):
        chance.shuffle(entries)
        entries.sort(key=lambda entry: -score[entry])
        for a, b in zip(entries[::2], entries[1::2], strict=True):
            met[a][b] += 1
            met[b][a] += 1
            won = chance.choice((0, 0, 0, 0, 1, 2, 2, 2, 2))
            score[a] += won
            score[b] += 2 - won
    entries.sort(key=lambda entry: -score[entry])
    return [
        Contender(
            entry=entry,
            score=Fraction(score[entry]),
            rank=rank,
            met=met[entry],
            club=entry % 30,
        )
        for rank, entry in enumerate(entries, 1)
    ]


def floor(field: Field) -> float:
    """CPU seconds of the library for one matching of the pairs that the draw looks at first."""
    groups = score_groups(field)
    chance = random.Random(field.seats)

    def weight(one: int, other: int) -> int:
        gap, apart = groups[one] - groups[other], one - other
        return -(((gap * gap << 26) + apart * apart << 48) + chance.getrandbits(48))

    weights = [
        (one, other, weight(one, other))
        for one, other in field.edges(search_widths(len(field.order))[0])
    ]
    start = process_time()
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(field.seats))
    graph.add_edges_from(weights)
    rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return process_time() - start


def second_opinion(contenders: list[Contender]) -> Row:
    """swisspair's time over ours, and the pairs of unequal scores of both."""
    known = {str(one.entry): one for one in contenders}
    players = [
        swisspair.Player(
            id=str(one.entry),
            points=int(one.score),
            rank=one.rank,
            cannot_be_paired_against_ids={str(other) for other in one.met},
        )
        for one in contenders
    ]
    start = process_time()
    theirs = swisspair.create_matches(players)
    between = process_time()
    ours = draw_swiss(contenders, seed="bench", keep_clubs_apart=False)
    end = process_time()
    gaps = [known[match.p1.id].score - known[match.p2.id].score for match in theirs if match.p2]
    mine = [known[str(pair.a)].score - known[str(pair.b)].score for pair in ours.pairs]
    detail = (
        f"{(between - start) * 1e3:.1f} ms / {(end - between) * 1e3:.1f} ms; unequal pairs "
        f"{sum(gap != 0 for gap in gaps)} / {sum(gap != 0 for gap in mine)}, squares "
        f"{sum(gap * gap for gap in gaps)} / {sum(gap * gap for gap in mine)}"
    )
    return (
        f"swisspair / Swiss draw, {len(contenders):,} entries",
        (between - start) / (end - between),
        None,
        detail,
    )


def rows() -> list[Row]:
    """(name, ratio to the floor, its limit, detail) a size."""
    found: list[Row] = []
    for size in SIZES:
        contenders = field_of(size)
        field = seat(contenders, "bench")
        draws, floors = [], []
        for _ in range(7 if size <= 100 else 3 if size <= 1_000 else 1):
            floors.append(floor(field))
            start = process_time()
            draw = draw_swiss(contenders, seed="bench", rounds_left=2)
            draws.append(process_time() - start)
            assert not draw.rematches
        ratio = median(one / least for one, least in zip(draws, floors, strict=True))
        detail = f"{median(draws) * 1e3:.1f} ms, library alone {median(floors) * 1e3:.2f} ms"
        found.append((f"Swiss draw, round 5 of {size:,} entries", ratio, LIMIT[size], detail))
    found += [second_opinion(field_of(size)) for size in SECOND_OPINION]
    return found


if __name__ == "__main__":
    for name, ratio, limit, detail in rows():
        print(f"{name}: {ratio:.2f} (limit {limit}) {detail}")
