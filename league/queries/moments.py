"""A table as of an earlier moment: after a round, or as of a night.

Results count as they stand now, corrections made since included. After a round: all rounds up to
it, made-up matches too. As of a night: the matches played by then, each on its own day if it has
one, else on its round's.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone

from league.models import Adjustment, Entry, Match, Round
from league.queries.matches import MatchView


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """What was asked for: the table after round `after`, or as of the night of `on`."""

    after: int | None = None
    on: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Night:
    """A round of which something counts: its number in the competition, and its day if it has
    one."""

    number: int
    day: date | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """What counts at a moment. `last` is the number of its last round (0: before the first);
    `until` is when the next round begins: penalties written by then count, None for all."""

    last: int
    on: date | None
    until: datetime | None
    numbers: Mapping[int, int]

    def counts(self, match: Match) -> bool:
        """Whether a result of this match counts at that moment."""
        if self.on is None:
            return self.numbers[match.round_id] <= self.last
        day = _day(match.starts_at) or _day(match.round.starts_at)
        return self.numbers[match.round_id] <= self.last if day is None else day <= self.on

    def counts_round(self, pk: int) -> bool:
        return self.numbers[pk] <= self.last

    def adjustments(
        self, found: Iterable[Adjustment], entries: Iterable[Entry]
    ) -> list[Adjustment]:
        """Those of these entries that were written by then."""
        there = {one.pk for one in entries}
        return [one for one in found if one.entry_id in there and self._written(one.made_at)]

    def _written(self, made_at: datetime) -> bool:
        if self.on is not None:
            return timezone.localdate(made_at) <= self.on
        return self.until is None or made_at < self.until

    def bring_back(self, entries: Iterable[Entry]) -> None:
        """In memory only: who left later still plays."""
        for one in entries:
            if one.left_after is not None and one.left_after >= self.last:
                one.state, one.left_after = Entry.State.PLAYING, None

    def entries(self, found: Iterable[Entry], matches: Iterable[MatchView]) -> list[Entry]:
        """Who was in by then: who came later only with a match that counts already."""
        met = {pk for view in matches for pk in (view.match.entry_a_id, view.match.entry_b_id)}
        return [one for one in found if (one.joined_in or 1) <= max(self.last, 1) or one.pk in met]


def past_of(moment: Moment, rounds: Iterable[Round], numbers: Mapping[int, int]) -> Past:
    """What counts at `moment`, of the rounds everybody can see."""
    in_order = sorted(rounds, key=lambda one: numbers[one.pk])
    if moment.on is None:
        last = moment.after or 0
    else:
        days = [(numbers[one.pk], _day(one.starts_at)) for one in in_order]
        last = max((n for n, day in days if day is not None and day <= moment.on), default=0)
    later = [one.starts_at for one in in_order if numbers[one.pk] > last and one.starts_at]
    return Past(last=last, on=moment.on, until=min(later, default=None), numbers=numbers)


def nights_of(
    rounds: Iterable[Round], numbers: Mapping[int, int], begun: Iterable[int]
) -> tuple[Night, ...]:
    """The rounds of which something counts, in order."""
    counted = set(begun)
    return tuple(
        Night(number=numbers[one.pk], day=_day(one.starts_at))
        for one in sorted(rounds, key=lambda one: numbers[one.pk])
        if one.pk in counted
    )


def _day(moment: datetime | None) -> date | None:
    return None if moment is None else timezone.localdate(moment)
