"""Swiss rounds worked out a second way: every pairing written out, and what it costs.

Nothing here is shared with the code that draws: the order of first things is written again,
as one whole number in which each aim has digits of its own.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from random import Random

from league.draws.swiss import Contender, SwissDraw

WIDE = 10**9
BYE = -1

Pairing = tuple[tuple[int, int], ...]


@cache
def all_pairings(seats: int) -> tuple[Pairing, ...]:
    """Every way to put range(seats), an even number, in twos."""

    def go(left: tuple[int, ...]) -> Iterator[Pairing]:
        if not left:
            yield ()
            return
        for place in range(1, len(left)):
            for rest in go(left[1:place] + left[place + 1 :]):
                yield ((left[0], left[place]), *rest)

    return tuple(go(tuple(range(seats))))


def price(contenders: Sequence[Contender], a: int, b: int) -> int:
    """What entry `a` against entry `b` (or BYE) costs, summed over a round to compare rounds.

    From the front: a rematch, how often they met; the bye's turn; who leaves the best groups,
    line by line; the square of the difference of scores; one club; the square of the
    distance in the standings. Ranks must be distinct.
    """
    by_entry = {contender.entry: contender for contender in contenders}
    one = by_entry[a]
    lines = sorted({contender.score for contender in contenders}, reverse=True)[1:]
    if b == BYE:
        due = sorted(contenders, key=lambda c: (c.byes, -c.rank))
        digits = [0, 0, due.index(one), *(0 for _ in lines), 0, 0, 0]
    else:
        other = by_entry[b]
        times = max(one.met.get(b, 0), other.met.get(a, 0))
        high, low = max(one.score, other.score), min(one.score, other.score)
        mates = one.club is not None and one.club == other.club
        digits = [
            int(times > 0),
            times,
            0,
            *(int(high > line >= low) for line in lines),
            int((2 * (high - low)) ** 2),
            int(mates),
            (one.rank - other.rank) ** 2,
        ]
    value = 0
    for digit in digits:
        value = value * WIDE + digit
    return value


def prices(contenders: Sequence[Contender]) -> tuple[list[int], dict[tuple[int, int], int]]:
    """The entries (BYE last where odd), and the price of each two of their places."""
    entries = [contender.entry for contender in contenders]
    if len(entries) % 2:
        entries.append(BYE)
    table = {
        (one, other): price(contenders, entries[one], entries[other])
        for one in range(len(entries))
        for other in range(one + 1, len(entries))
    }
    return entries, table


def least_by_force(contenders: Sequence[Contender]) -> int:
    """The price of the best round, by trying every one."""
    entries, table = prices(contenders)
    return min(sum(table[pair] for pair in way) for way in all_pairings(len(entries)))


def least_by_subsets(contenders: Sequence[Contender]) -> int:
    """The same for fields too large to try every round: best ways to pair each subset."""
    entries, table = prices(contenders)
    seats = len(entries)

    @cache
    def best(free: int) -> int:
        if not free:
            return 0
        one = (free & -free).bit_length() - 1
        rest = free ^ (1 << one)
        return min(
            table[one, other] + best(rest ^ (1 << other))
            for other in range(one + 1, seats)
            if rest >> other & 1
        )

    return best((1 << seats) - 1)


def price_of(contenders: Sequence[Contender], draw: SwissDraw) -> int:
    """What the round drawn costs."""
    tables = sum(price(contenders, pair.a, pair.b) for pair in draw.pairs)
    return tables + (0 if draw.bye is None else price(contenders, draw.bye, BYE))


def late_field(chance: Random, size: int, rounds: int, clubs: int = 3) -> list[Contender]:
    """A field in which `rounds` rounds were drawn by lot, some twice with the same opponent."""
    entries = chance.sample(range(1, 100), size)
    met: dict[int, dict[int, int]] = {entry: {} for entry in entries}
    score = {entry: Fraction(0) for entry in entries}
    byes = dict.fromkeys(entries, 0)
    for _ in range(rounds):
        order = entries[:]
        chance.shuffle(order)
        if size % 2:
            out = order.pop()
            byes[out] += 1
            score[out] += 2
        for a, b in zip(order[::2], order[1::2], strict=True):
            if b in met[a] and chance.random() < 0.8:
                continue
            met[a][b] = met[b][a] = met[a].get(b, 0) + 1
            won = chance.choice((0, 1, 2, 2, 0))
            score[a] += won
            score[b] += 2 - won
    chance.shuffle(entries)
    standings = sorted(entries, key=lambda entry: -score[entry])
    return [
        Contender(
            entry=entry,
            score=score[entry],
            rank=standings.index(entry) + 1,
            met=met[entry],
            byes=byes[entry],
            club=chance.randrange(clubs) or None,
        )
        for entry in entries
    ]
