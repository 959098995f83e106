"""Who is drawn in a Swiss round: the entries in order, who has met whom, the seat of the bye."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256

Edge = tuple[int, int]


class NoRound(ValueError):
    """No round exists in which nobody meets one he still has a match with that was put off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """An entry before the round.

    `score` is its match points so far, `rank` its place in the standings (1 is the best;
    equal places may be given), `met` how often it met whom at a table, `byes` how often it had
    a bye or won by forfeit without playing where that counts as one; `club` may be unknown.
    `waiting` are those it still has a match with that was put off: they are not met yet, and are
    not drawn against it again before it is played.
    """

    entry: int
    score: Fraction
    rank: int
    met: Mapping[int, int] = field(default_factory=dict)
    byes: int = 0
    club: int | None = None
    waiting: Collection[int] = ()


@dataclass(frozen=True, slots=True)
class Field:
    """The contenders by score, rank and lot; an odd number has the bye's seat at the end.

    `met` holds, by places in the order (the smaller first), pairs that have met and how often,
    `waiting` those whose match is put off: they never are a pair.
    """

    order: tuple[Contender, ...]
    met: Mapping[Edge, int]
    seed: str
    waiting: frozenset[Edge] = frozenset()

    @property
    def seats(self) -> int:
        return len(self.order) + len(self.order) % 2

    @property
    def bye(self) -> int | None:
        """The seat of the bye."""
        return len(self.order) if len(self.order) % 2 else None

    def edges(self, width: int, *, rematches: bool = False) -> list[Edge]:
        """Pairs of seats at most `width` apart, those who have met left out.

        With an odd field also who may have the bye: all, or the first `width` in its order.
        """
        count = len(self.order)
        found = [
            (one, other)
            for one in range(count)
            for other in range(one + 1, min(count, one + width + 1))
            if (one, other) not in self.waiting and (rematches or (one, other) not in self.met)
        ]
        if self.bye is not None:
            found += [(place, self.bye) for place in self.bye_order()[: 2 * width]]
        return found

    def bye_order(self) -> list[int]:
        """Places in the order in which the bye is due: fewest byes, then the lowest."""
        last = len(self.order) - 1
        return sorted(range(last + 1), key=lambda at: (self.order[at].byes, last - at))


def seat(contenders: Sequence[Contender], seed: str) -> Field:
    """Bring the contenders into their order, whatever order they come in.

    Best score first, then the better rank, then the lot of "seed:order:entry". Raises
    ValueError when an entry is named twice.
    """
    order = tuple(
        sorted(contenders, key=lambda c: (-c.score, c.rank, lot(seed, "order", c.entry), c.entry))
    )
    places = {contender.entry: place for place, contender in enumerate(order)}
    if len(places) != len(order):
        raise ValueError("An entry stands twice in the field.")
    met: dict[Edge, int] = {}
    for place, contender in enumerate(order):
        for opponent, times in contender.met.items():
            other = places.get(opponent)
            if times and other is not None and other != place:
                pair = (place, other) if place < other else (other, place)
                met[pair] = max(times, met.get(pair, 0))
    waiting = {
        (min(place, places[other]), max(place, places[other]))
        for place, contender in enumerate(order)
        for other in contender.waiting
        if other in places
    }
    return Field(order, met, seed, frozenset(waiting))


def lot(seed: str, purpose: str, *entries: int) -> int:
    """A lot of 48 bits from the SHA-256 of "seed:purpose:entry[:entry]"."""
    text = ":".join([seed, purpose, *(str(entry) for entry in entries)])
    return int.from_bytes(sha256(text.encode()).digest()[:6], "big")
