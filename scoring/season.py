"""A season of nights: the best K of N count, absences and byes score what is stated; and the cut.

Scores of a night are whatever the competition counts (match points, points); all stays exact.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from itertools import groupby

from scoring.prizes import Ranked
from scoring.tie_breaks import Number, plain


class SeasonError(ValueError):
    """Nights, exits, cuts or divisions that cannot be taken.

    `code` is one of duplicate_night, duplicate_entry, unknown_entry, bad_value, not_the_tied,
    too_few, unknown_line, lines_cross, tie_at_the_line; `params` has the names and figures.
    """

    def __init__(self, code: str, **params: object) -> None:
        self.code = code
        self.params: Mapping[str, object] = params
        super().__init__(": ".join([code, *(f"{name} {what!r}" for name, what in params.items())]))


class Kind(StrEnum):
    """How an entry spent a night."""

    PLAYED = "played"
    BYE = "bye"
    ABSENT = "absent"


class Stated(StrEnum):
    """What a night without play scores: a fixed figure, a percentage of one's own average over the
    nights played, of the night's average, or of the night's lowest; or the larger of the fixed
    figure and one's own average."""

    FIXED = "fixed"
    OWN_AVERAGE = "own_average"
    NIGHT_AVERAGE = "night_average"
    NIGHT_LOWEST = "night_lowest"
    FIXED_OR_OWN = "fixed_or_own"


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedScore:
    """`figure` is the fixed score; `percent` is of the average or the lowest. `times`: how often an
    entry is given it, from the first night on (None: always); after that it scores nothing."""

    stated: Stated = Stated.FIXED
    figure: Number = 0
    percent: Number = 100
    times: int | None = None


class SeasonTie(StrEnum):
    """What separates entries level in the total: the best night counted, then the next, ...; the
    sum of all nights; more nights played."""

    BEST_NIGHTS = "best_nights"
    ALL_NIGHTS = "all_nights"
    NIGHTS_PLAYED = "nights_played"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRules:
    """`best`: how many nights count, None for all. `bye`: None where a night with byes alone is
    worth what its score says. `ties` are asked in order, without restart."""

    best: int | None = None
    absence: StatedScore = field(default_factory=StatedScore)
    bye: StatedScore | None = field(default_factory=StatedScore)
    ties: tuple[SeasonTie, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NightScore:
    """What an entry scored on a night; `score` counts where `kind` is played, and for a bye where
    none is stated. A night of the season for which an entry has none is an absence."""

    entry: str
    night: int
    score: Number = 0
    kind: Kind = Kind.PLAYED


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedNight:
    """A night in an entry's season: its score, how it came about, and whether it counts."""

    night: int
    score: Number
    kind: Kind
    counts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRow:
    """One entry's season: `total` of the nights that count and of `adjusted`, its penalties and
    bonuses; `all_nights` of the nights alone; every night in order."""

    entry: str
    rank: int
    total: Number
    adjusted: Number
    all_nights: Number
    played: int
    nights: tuple[CountedNight, ...]


def best_k_of_n(scores: Sequence[Number], k: int | None) -> frozenset[int]:
    """Which of `scores` count: the k highest, of equal ones the earlier; None for all."""
    order = sorted(range(len(scores)), key=lambda at: (-scores[at], at))
    return frozenset(order[:k])


def season_table(
    entries: Sequence[str],
    scores: Iterable[NightScore],
    rules: SeasonRules,
    *,
    adjustments: Mapping[str, Number] | None = None,
    as_of: int | None = None,
) -> tuple[SeasonRow, ...]:
    """The season after night `as_of` (None: the last for which there is a score), best first.

    `adjustments` are penalties and bonuses by entry: they belong to no night, so that no dropped
    night takes them along, and no tie-break asks for them.
    The nights of the season are those for which anybody has a score. Equal to the end: equal rank,
    by name, the next skips. Raises SeasonError for two scores of an entry on one night, for an
    unknown entry, and for a `best` below one.
    """
    if rules.best is not None and rules.best < 1:
        raise SeasonError("bad_value", field="best", value=rules.best)
    by_entry: dict[str, dict[int, NightScore]] = {entry: {} for entry in entries}
    if len(by_entry) < len(entries):
        raise SeasonError("duplicate_entry", entry=Counter(entries).most_common(1)[0][0])
    for score in scores:
        if score.entry not in by_entry:
            raise SeasonError("unknown_entry", entry=score.entry)
        if as_of is not None and score.night > as_of:
            continue
        if score.night in by_entry[score.entry]:
            raise SeasonError("duplicate_night", entry=score.entry, night=score.night)
        by_entry[score.entry][score.night] = score
    nights = _nights_played(by_entry)
    added = adjustments or {}
    found = [
        _season(entry, own, nights, rules, added.get(entry, 0)) for entry, own in by_entry.items()
    ]
    found.sort(key=lambda one: one[0].entry)
    found.sort(key=lambda one: one[1], reverse=True)
    rows: list[SeasonRow] = []
    for _, level in groupby(found, key=lambda one: one[1]):
        rank = len(rows) + 1
        rows += [replace(row, rank=rank) for row, _ in level]
    return tuple(rows)


def _nights_played(by_entry: Mapping[str, Mapping[int, NightScore]]) -> dict[int, list[Number]]:
    """The scores played on each night of the season, in order of nights."""
    nights: dict[int, list[Number]] = {}
    for own in by_entry.values():
        for night, score in own.items():
            played = nights.setdefault(night, [])
            if score.kind is Kind.PLAYED:
                played.append(score.score)
    return dict(sorted(nights.items()))


_SeasonKey = tuple[Number, tuple[tuple[Number, ...], ...]]


def _season(
    entry: str,
    own: Mapping[int, NightScore],
    nights: Mapping[int, Sequence[Number]],
    rules: SeasonRules,
    adjusted: Number,
) -> tuple[SeasonRow, _SeasonKey]:
    played = [one.score for one in own.values() if one.kind is Kind.PLAYED]
    kinds = [own[night].kind if night in own else Kind.ABSENT for night in nights]
    figures: list[Number] = []
    for at, (night, kind) in enumerate(zip(nights, kinds, strict=True)):
        stated = rules.bye if kind is Kind.BYE else rules.absence
        if kind is Kind.PLAYED or stated is None:
            figures.append(own[night].score)
            continue
        given = stated.times is None or kinds[:at].count(kind) < stated.times
        figures.append(_stated(stated, played, nights[night]) if given else 0)
    counting = best_k_of_n(figures, rules.best)
    counted = sorted([figures[at] for at in counting], reverse=True)
    total, everything = plain(sum(counted) + adjusted), plain(sum(figures))
    keys: dict[SeasonTie, tuple[Number, ...]] = {
        SeasonTie.BEST_NIGHTS: tuple(counted),
        SeasonTie.ALL_NIGHTS: (everything,),
        SeasonTie.NIGHTS_PLAYED: (len(played),),
    }
    row = SeasonRow(
        entry=entry,
        rank=0,
        total=total,
        adjusted=adjusted,
        all_nights=everything,
        played=len(played),
        nights=tuple(
            [
                CountedNight(night=night, score=figures[at], kind=kinds[at], counts=at in counting)
                for at, night in enumerate(nights)
            ]
        ),
    )
    return row, (total, tuple([keys[tie] for tie in rules.ties]))


def _stated(stated: StatedScore, own: Sequence[Number], night: Sequence[Number]) -> Number:
    """The stated score; nothing where there is no score to take it from."""
    average = _average(own, stated.percent)
    if stated.stated is Stated.FIXED:
        return stated.figure
    if stated.stated is Stated.FIXED_OR_OWN:
        return max(stated.figure, average)
    if stated.stated is Stated.OWN_AVERAGE:
        return average
    if stated.stated is Stated.NIGHT_AVERAGE:
        return _average(night, stated.percent)
    return plain(Fraction(min(night, default=0)) * stated.percent / 100)


def _average(scores: Sequence[Number], percent: Number) -> Number:
    if not scores:
        return 0
    return plain(Fraction(sum(scores)) * percent / (100 * len(scores)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """`sure` are through; `tied` are level across the line, for the `places_left`. With nobody
    tied the cut is clean."""

    sure: tuple[str, ...]
    tied: tuple[str, ...]
    places_left: int


def qualifiers(rows: Iterable[Ranked], k: int) -> Cut:
    """Who of a table is among the best `k`, in the order of ranks, then names.

    Fewer than `k` in the table: all are through. Raises SeasonError for a `k` below zero.
    """
    if k < 0:
        raise SeasonError("bad_value", field="k", value=k)
    table = sorted(rows, key=lambda row: (row.rank, row.entry))
    inside, outside = table[:k], table[k:]
    line = inside[-1].rank if inside and outside and inside[-1].rank == outside[0].rank else None
    tied = tuple([row.entry for row in table if row.rank == line])
    sure = tuple([row.entry for row in inside if row.rank != line])
    return Cut(sure=sure, tied=tied, places_left=k - len(sure) if tied else 0)


def settle_cut(cut: Cut, order: Sequence[str]) -> tuple[str, ...]:
    """Who is through, once those tied were put in `order` (play-off, extra hand, lot).

    Raises SeasonError unless `order` has each of the tied once and nobody else.
    """
    if sorted(order) != sorted(cut.tied):
        raise SeasonError("not_the_tied", given=tuple(order), tied=cut.tied)
    return (*cut.sure, *order[: cut.places_left])
