"""The moments at which a competition's pages look different though nobody writes anything."""

from array import array
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple

from django.core.cache import caches
from django.db.models import F, Q, QuerySet, Subquery
from django.db.models.lookups import GreaterThan
from django.utils import timezone

from league.models import AuditEntry, Competition, Match
from league.queries.audit_chain import chain_of
from league.queries.bells import rings_at
from league.queries.boards import clocks_of
from league.queries.ready import Ready
from league.queries.seasons import season_of
from league.queries.sheets_rules import sheets_rules

_TIMES = ("starts_at", "round__starts_at", "submitted_at", "accepted_at")


class _Steps(NamedTuple):
    """From midnight of a day on; after a start; how long a sheet waits, and a result is open."""

    since: datetime
    after_start: tuple[timedelta, ...]
    late: timedelta
    window: timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kept:
    """The moments of each match (in seconds since 1970) as of the entry `head` of the log."""

    head: int
    steps: _Steps
    of: dict[int, tuple[float, ...]]


def deadlines_of(pk: int, people: int, day: date) -> "array[float]":
    """Those of a competition from the start of a day on, in order: late rules, sheets that stand,
    results that become final, the bell. `people` counts the writes that belong to no competition.

    A hand moves none: of the matches written to since the last look the times are read, in one
    statement, and all of it anew after an entry of the log that is about no match. Where there is
    a bell it is always read anew.
    """
    key = f"times-{pk}-{people}-{day}"
    kept: _Kept | None = caches["pages"].get(key)
    now = None if kept is None else _brought_up(kept, pk)
    if now is not None:
        if now is not kept:
            caches["pages"].set(key, now)
        return _in_order(moment for moments in now.of.values() for moment in moments)
    # The log before the matches: what comes in between is read twice, never missed.
    head = AuditEntry.objects.filter(chain=chain_of(pk, None)).order_by("-number").values("number")
    competition = Competition.objects.annotate(head=Subquery(head[:1])).get(pk=pk)
    number = competition.head or 0
    steps = _steps(competition, timezone.make_aware(datetime.combine(day, time())))
    of = {match: _moments(steps, *times) for match, *times in _recent(competition, steps)}
    if competition.match_play.get("mode") != "bell":
        caches["pages"].set(key, _Kept(head=number, steps=steps, of=of))
        return _in_order(moment for moments in of.values() for moment in moments)
    rings = {end for one in clocks_of(competition) if (end := rings_at(one)) is not None}
    bells = [end.timestamp() for end in rings if end >= steps.since]
    return _in_order([*bells, *(moment for moments in of.values() for moment in moments)])


def _brought_up(kept: _Kept, pk: int) -> _Kept | None:
    """The same with the matches that were written to since; None: it has to be read anew."""
    since = _SINCE(chain_of(pk, None), kept.head)
    if not since:
        return kept
    if any(match is None for _number, match, *_times in since):
        return None
    fresh = {match: _moments(kept.steps, *times) for _number, match, *times in since}
    head = max(number for number, *_rest in since)
    return replace(kept, head=head, of=kept.of | fresh)


def _since(chain: str, head: int) -> QuerySet[AuditEntry, tuple[Any, ...]]:
    later = AuditEntry.objects.filter(GreaterThan(F("number"), head), chain=chain).order_by()
    return later.values_list("number", "match", *(f"match__{one}" for one in _TIMES))


_SINCE = Ready(_since)


def _steps(competition: Competition, since: datetime) -> _Steps:
    rules = sheets_rules(competition)
    late = timedelta(hours=rules.late_after)
    grace = timedelta(minutes=season_of(competition).grace)
    return _Steps(
        since=since,
        after_start=(timedelta(0), grace, timedelta(hours=rules.late_warning), late),
        late=late,
        window=timedelta(hours=rules.window),
    )


def _recent(competition: Competition, steps: _Steps) -> QuerySet[Match, tuple[Any, ...]]:
    """The matches that may have a moment to come, with their times; nothing older has one."""
    before = steps.since - max(steps.after_start) - steps.late - steps.window
    recent = Q()
    for one in _TIMES:
        recent |= Q(**{f"{one}__gte": before})
    found = Match.objects.filter(recent, round__stage__competition=competition)
    return found.values_list("pk", *_TIMES)


def _moments(
    steps: _Steps,
    own: datetime | None,
    of_round: datetime | None,
    submitted: datetime | None,
    accepted: datetime | None,
) -> tuple[float, ...]:
    """Those of one match."""
    moments = [start + step for start in (own, of_round) if start for step in steps.after_start]
    if submitted:
        moments += [submitted + steps.late, submitted + steps.late + steps.window]
    if accepted:
        moments.append(accepted + steps.window)
    return tuple(one.timestamp() for one in moments if one >= steps.since)


def _in_order(moments: Iterable[float]) -> "array[float]":
    return array("d", sorted(set(moments)))
