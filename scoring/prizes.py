"""Prizes and side pots in whole cents: who gets what, and why it adds up to the fund.

Those who share a rank share the prizes of the places they span, in equal parts: two who are second
share the second and the third prize, as bridge, chess and cribbage events do.

The odd cent. Where money does not divide evenly, everybody gets the whole cents of their part; of
the cents left over the larger fractions get one first (largest remainder), then the better place,
then the name. Nothing is rounded up that is not there: what is paid is what the fund holds.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import Protocol

from scoring.tie_breaks import Number


class PrizeError(ValueError):
    """Prizes that cannot be paid.

    `code` is one of below_zero, part_of_a_cent, over_the_fund, over_a_hundred, duplicate_entry,
    rank_out_of_order; `params` has the figures, in cents or percent.
    """

    def __init__(self, code: str, **params: object) -> None:
        self.code = code
        self.params: Mapping[str, object] = params
        super().__init__(": ".join([code, *(f"{name} {what!r}" for name, what in params.items())]))


class PrizeKind(StrEnum):
    """What the prizes of the places are written in."""

    PERCENT = "percent"
    CENTS = "cents"


class Rest(StrEnum):
    """What becomes of money that no place is named for: kept by the house, or put on the first."""

    KEPT = "kept"
    FIRST = "first"


class Ranked(Protocol):
    """An entry with its rank, as a row of standings or of a season has it; those of one rank share
    it, and the next rank skips (1, 1, 3)."""

    @property
    def entry(self) -> str: ...

    @property
    def rank(self) -> int: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Payout:
    """What an entry gets, in cents, and the places whose prizes it shared with how many."""

    entry: str
    rank: int
    cents: int
    first_place: int
    last_place: int
    shared_by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Payouts:
    """`places` has the prize of each place, in cents; `payouts` only who gets something.

    The payouts and `kept` add up to `fund` to the cent.
    """

    fund: int
    places: tuple[int, ...]
    payouts: tuple[Payout, ...]
    kept: int


def share_prizes(
    rows: Iterable[Ranked],
    fund: int,
    prizes: Sequence[Number],
    *,
    kind: PrizeKind = PrizeKind.PERCENT,
    rest: Rest = Rest.KEPT,
) -> Payouts:
    """Shares out `fund` (cents) by rank; `prizes` is for first, second, ... in percent or cents.

    A hundred percent pays the whole fund. Prizes of places nobody holds, when fewer entries ended
    than there are prizes, are money no place is named for (`rest`). Raises PrizeError for prizes
    below zero, for more than the fund or a hundred percent, for an entry twice, and for ranks that
    do not skip as a table's do.
    """
    table = _in_order(rows)
    places = _prizes_of_places(fund, prizes, kind)
    held = list(places[: len(table)])
    if rest is Rest.FIRST and held:
        held[0] += fund - sum(held)
    payouts = []
    for rank, group in groupby(table, key=lambda row: row.rank):
        level = list(group)
        last = rank + len(level) - 1
        spanned = sum(held[rank - 1 : last])
        for row, cents in zip(level, divide(spanned, [1] * len(level)), strict=True):
            if cents:
                payouts.append(
                    Payout(
                        entry=row.entry,
                        rank=rank,
                        cents=cents,
                        first_place=rank,
                        last_place=last,
                        shared_by=len(level),
                    )
                )
    paid = sum(one.cents for one in payouts)
    return Payouts(fund=fund, places=places, payouts=tuple(payouts), kept=fund - paid)


def _in_order(rows: Iterable[Ranked]) -> list[Ranked]:
    table = sorted(rows, key=lambda row: (row.rank, row.entry))
    seen: set[str] = set()
    for at, row in enumerate(table):
        if row.entry in seen:
            raise PrizeError("duplicate_entry", entry=row.entry)
        seen.add(row.entry)
        level = at > 0 and row.rank == table[at - 1].rank
        if not level and row.rank != at + 1:
            raise PrizeError("rank_out_of_order", entry=row.entry, rank=row.rank, place=at + 1)
    return table


def _prizes_of_places(fund: int, prizes: Sequence[Number], kind: PrizeKind) -> tuple[int, ...]:
    if fund < 0:
        raise PrizeError("below_zero", cents=fund)
    for place, prize in enumerate(prizes, 1):
        if prize < 0:
            raise PrizeError("below_zero", place=place, prize=prize)
        if kind is PrizeKind.CENTS and prize.denominator != 1:
            raise PrizeError("part_of_a_cent", place=place, prize=prize)
    total = sum(prizes)
    if kind is PrizeKind.CENTS:
        if total > fund:
            raise PrizeError("over_the_fund", cents=total, fund=fund)
        return tuple([int(prize) for prize in prizes])
    if total > 100:
        raise PrizeError("over_a_hundred", percent=total)
    # What no place is named for takes part in the sharing, last, so that no cent goes astray.
    return tuple(divide(fund, [*prizes, 100 - total])[:-1])


def divide(cents: int, parts: Sequence[Number]) -> list[int]:
    """`cents` in proportion to `parts`, summing to `cents`: the odd cents by largest remainder,
    then to those who come first. Nothing for anybody when all parts are zero."""
    total = sum(parts)
    if total == 0:
        return [0] * len(parts)
    exact = [Fraction(cents) * part / total for part in parts]
    shares = [int(one) for one in exact]
    order = sorted(range(len(parts)), key=lambda at: (shares[at] - exact[at], at))
    for at in order[: cents - sum(shares)]:
        shares[at] += 1
    return shares


@dataclass(frozen=True, slots=True, kw_only=True)
class Fee:
    """An entry's fee, and what of it was paid so far, in cents."""

    entry: str
    owed: int
    paid: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Fees:
    """`fund` is what was paid; `owing` has who still owes how much, most first, then by name."""

    fund: int
    owed: int
    owing: tuple[tuple[str, int], ...]


def collect_fees(fees: Iterable[Fee]) -> Fees:
    """The fund is the fees paid, not those promised. Raises PrizeError for cents below zero and
    for an entry twice."""
    owing = []
    fund = owed = 0
    seen: set[str] = set()
    for fee in fees:
        if fee.entry in seen:
            raise PrizeError("duplicate_entry", entry=fee.entry)
        if fee.owed < 0 or fee.paid < 0:
            raise PrizeError("below_zero", entry=fee.entry, cents=min(fee.owed, fee.paid))
        seen.add(fee.entry)
        fund += fee.paid
        owed += fee.owed
        if fee.paid < fee.owed:
            owing.append((fee.entry, fee.owed - fee.paid))
    owing.sort(key=lambda one: (-one[1], one[0]))
    return Fees(fund=fund, owed=owed, owing=tuple(owing))
