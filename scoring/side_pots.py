"""Side pots: so much a bait from each entry, paid to the winner, the fewest baits or the best game.

Apart from the prizes: a pot has its own money and its own winner. All in whole cents; those level
share in equal parts, the odd cents by name (`scoring.prizes`).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from scoring.prizes import PrizeError, divide


class PaidTo(StrEnum):
    """Who gets a pot: the first of the table, who has the fewest baits, who had the best game."""

    WINNER = "winner"
    FEWEST_BAITS = "fewest_baits"
    BEST_GAME = "best_game"


@dataclass(frozen=True, slots=True, kw_only=True)
class PotRow:
    """An entry's rank, baits, and its highest total in one game (points; 0 with none played)."""

    entry: str
    rank: int
    baits: int
    best_game: int
    played: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SidePot:
    """`stake` cents from each entry, and `per_bait` cents for each of its baits, at most `most` in
    all (None for no limit)."""

    paid_to: PaidTo
    per_bait: int = 0
    stake: int = 0
    most: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PotResult:
    """What each put in and what each gets, in cents, entries by name; both sum to `pot`, unless
    nobody has played: then it is all `kept`. `figure` is what won it (rank, baits or points)."""

    pot: int
    put_in: tuple[tuple[str, int], ...]
    paid: tuple[tuple[str, int], ...]
    figure: int | None
    kept: int


def share_pot(rows: Iterable[PotRow], pot: SidePot) -> PotResult:
    """Fills and pays a pot. Only who has played a match at the table can win it: no baits at home
    are no merit. Raises PrizeError for cents below zero and for an entry twice."""
    table = sorted(rows, key=lambda row: row.entry)
    for at, row in enumerate(table):
        if at and row.entry == table[at - 1].entry:
            raise PrizeError("duplicate_entry", entry=row.entry)
    least = min(pot.per_bait, pot.stake, pot.most or 0)
    if least < 0:
        raise PrizeError("below_zero", cents=least)
    put_in = []
    for row in table:
        owed = pot.stake + pot.per_bait * row.baits
        put_in.append((row.entry, owed if pot.most is None else min(owed, pot.most)))
    total = sum(cents for _, cents in put_in)
    figures = {row.entry: _figure(row, pot.paid_to) for row in table if row.played}
    if not figures:
        return PotResult(pot=total, put_in=tuple(put_in), paid=(), figure=None, kept=total)
    best = max(figures.values()) if pot.paid_to is PaidTo.BEST_GAME else min(figures.values())
    winners = [entry for entry, figure in figures.items() if figure == best]
    paid = zip(winners, divide(total, [1] * len(winners)), strict=True)
    return PotResult(pot=total, put_in=tuple(put_in), paid=tuple(paid), figure=best, kept=0)


def _figure(row: PotRow, paid_to: PaidTo) -> int:
    if paid_to is PaidTo.WINNER:
        return row.rank
    return row.baits if paid_to is PaidTo.FEWEST_BAITS else row.best_game
