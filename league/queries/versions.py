"""Whether anything that a competition's pages show may have changed."""

from array import array
from bisect import bisect_right
from collections.abc import Callable
from datetime import date, datetime
from functools import cache
from hashlib import sha256
from typing import Any

from django.core.cache import caches
from django.db import connection
from django.db.models import CharField, F, Func, OuterRef, Q, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Cast, Concat
from django.utils import timezone

from league.models import AuditChain, AuditEntry, Competition, Entry, Lineup, Match, Round, Seating
from league.queries.deadlines import deadlines_of
from league.queries.ready import LARGEST, Ready

_PAGE = object()


def version_of(competition: Competition, now: datetime) -> str:
    """A short text that differs as soon as a page of the competition could look different.

    It is made of the competition's version, the writes that belong to no competition (names, roles
    and records of people), the day, and the last deadline of the clock that has passed: late rules,
    sheets that stand, results that become final, the bell.
    """
    return versions_of(of_competition, competition.pk, now)[0]


def versions_of(which: Callable[[int], Q], pk: int, now: datetime) -> list[str]:
    """The version of each of the competitions that the page of number `pk` shows, by id.

    `which` is one of the functions below. One statement for all, and some more for a competition
    that was written to since (its deadlines are kept in the cache `pages`). Where there is none it
    is one that rises with what is written of people.
    """
    rows = _asked(which, pk) or [(0, 0, AuditChain.objects.aggregate(all=Sum("version"))["all"])]
    day = timezone.localdate(now)
    made = [[*row, day, _last_passed(*row, day, now)] for row in rows]
    return [sha256(repr(parts).encode()).hexdigest()[:20] for parts in made]


def around(competition: Competition, now: datetime) -> tuple[object, ...]:
    """What else a page of the competition hangs on than what is written of it."""
    [(pk, version, people)] = _asked(of_competition, competition.pk)
    day = timezone.localdate(now)
    return people, day, _last_passed(pk, version, people, day, now)


def _asked(which: Callable[[int], Q], pk: int) -> list[tuple[int, int, int]]:
    """(id, version, writes of people) of each competition that page `pk` shows."""
    if pk > LARGEST:
        return []
    sql, parameters = _statement(which)
    with connection.cursor() as cursor:
        cursor.execute(sql, [pk if one is _PAGE else one for one in parameters])
        return cursor.fetchall()


@cache
def _statement(which: Callable[[int], Q]) -> tuple[str, list[Any]]:
    """The statement, put together once: that costs more than all the rest of an answer; and its
    parameters, with `_PAGE` where the number of the page goes."""
    # Each entry of the log that is no competition's raises the version of its chain.
    people = AuditChain.objects.annotate(all=Func(F("version"), function="SUM")).values("all")
    found = Competition.objects.filter(which(LARGEST)).order_by("pk").distinct()
    rows = found.values_list("pk", "version", Subquery(people))
    sql, parameters = rows.query.sql_with_params()
    return sql, [_PAGE if one == LARGEST else one for one in parameters]


def of_competition(pk: int) -> Q:
    """Which competition the page of a competition shows; below, those of other pages."""
    return Q(pk=pk)


def of_stage(pk: int) -> Q:
    return Q(stages=pk)


def of_round(pk: int) -> Q:
    return Q(stages__rounds=pk)


def of_match(pk: int) -> Q:
    return Q(stages__rounds__matches=pk)


def versions_of_match(pk: int, now: datetime) -> list[str]:
    """As `versions_of` for the page of a match. What is written of another match, and of nothing
    else, is no news there: a hall's twenty tables would have twenty pages made with every hand."""
    day = timezone.localdate(now)
    for number, version, people, last in _OF_MATCH(pk):
        parts = [number, people, last, day, _last_passed(number, version, people, day, now)]
        return [sha256(repr(parts).encode()).hexdigest()[:20]]
    return versions_of(of_match, pk, now)


def _of_match(pk: int) -> QuerySet[Any, Any]:
    people = AuditChain.objects.annotate(all=Func(F("version"), function="SUM")).values("all")
    chain = Concat(Value("competition:"), Cast(OuterRef("pk"), CharField()))
    written = AuditEntry.objects.filter(Q(match=None) | Q(match=pk), chain=chain)
    last = written.order_by("-number").values("number")[:1]
    found = Competition.objects.filter(of_match(pk))
    return found.values_list("pk", "version", Subquery(people), Subquery(last))


_OF_MATCH = Ready(_of_match)


def of_partnership(pk: int) -> Q:
    """What is drawn and not out has no part in it: that nobody can tell from the ETag."""
    pair = Q(entry_a__partnership=pk) | Q(entry_b__partnership=pk)
    out = Match.objects.filter(pair).exclude(round__state=Round.State.DRAFT)
    return Q(pk__in=out.values("round__stage__competition"))


def of_player(pk: int) -> Q:
    """Also where somebody only sat in for another."""
    pair = Q(partnership__first=pk) | Q(partnership__second=pk)
    entered = Entry.objects.filter(pair, for_one_round=False)
    out = Lineup.objects.filter(player=pk).exclude(round__state=Round.State.DRAFT)
    sat = Seating.objects.filter(player=pk)
    return (
        Q(pk__in=entered.values("competition"))
        | Q(pk__in=out.values("round__stage__competition"))
        | Q(pk__in=sat.values("game__match__round__stage__competition"))
    )


def _last_passed(pk: int, version: int, people: int, day: date, now: datetime) -> float:
    """The last of the competition's deadlines that has passed today; 0 for none.

    How many they are does not tell: one may go with a write while another passes."""
    key = f"deadlines-{pk}-{version}-{people}-{day}"
    if not pk:
        return 0
    deadlines: array[float] | None = caches["pages"].get(key)
    if deadlines is None:
        deadlines = deadlines_of(pk, people, day)
        caches["pages"].set(key, deadlines)
    passed = bisect_right(deadlines, now.timestamp())
    return deadlines[passed - 1] if passed else 0
