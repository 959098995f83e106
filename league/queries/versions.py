"""Whether anything that a competition's pages show may have changed."""

from datetime import datetime, timedelta
from hashlib import sha256

from django.db.models import Max, Q
from django.utils import timezone

from league.models import AuditEntry, Competition, Match
from league.queries.bells import clock_of
from league.queries.boards import clocks_of
from league.queries.sheets_rules import sheets_rules


def version_of(competition: Competition, now: datetime) -> str:
    """A short text that differs as soon as a page of the competition could look different.

    It is made of the competition's version, the last write that belongs to no competition (names,
    roles and records of people), and which deadlines of the clock have passed: the day, late
    rules, sheets that stand, results that become final, the bell. The competition has been read
    just now. Two statements, three where a bell rings.
    """
    people = AuditEntry.objects.filter(competition=None).aggregate(last=Max("pk"))["last"]
    parts = [competition.pk, competition.version, people, *_passed(competition, now)]
    return sha256(repr(parts).encode()).hexdigest()[:20]


def _passed(competition: Competition, now: datetime) -> list[object]:
    rules = sheets_rules(competition)
    late, warned = (now - timedelta(hours=n) for n in (rules.late_after, rules.late_warning))
    window = timedelta(hours=rules.window)
    marks = {
        "due": ("starts_at", late),
        "round_due": ("round__starts_at", late),
        "warned": ("starts_at", warned),
        "round_warned": ("round__starts_at", warned),
        "stands": ("submitted_at", late),
        "stands_final": ("submitted_at", late - window),
        "final": ("accepted_at", now - window),
    }
    found = Match.objects.filter(round__stage__competition=competition).aggregate(
        **{
            name: Max(field, filter=Q(**{f"{field}__lte": then}))
            for name, (field, then) in marks.items()
        }
    )
    rung = []
    if competition.match_play.get("mode") == "bell":
        clocks = [(one.pk, clock_of(one, now)) for one in clocks_of(competition)]
        rung = [pk for pk, clock in clocks if clock is not None and clock.rung]
    return [timezone.localdate(now), *found.values(), rung]
