"""The evenings of the sample, all told from today, and their hands and log dated back to them."""

from datetime import datetime, time, timedelta

from django.db.models import F, Q
from django.utils import timezone

from league.draws.nights import at_wall_time
from league.models import AuditEntry, Game, Hand, Match, Round, Stage

EVENING = time(19, 30)


def night(weeks: int, *, days: int = 0, clock: time = EVENING) -> datetime:
    """Half past seven tonight (Atlantic time), so many weeks and days from now."""
    day = timezone.localdate() + timedelta(weeks=weeks, days=days)
    return at_wall_time(day, clock, timezone.get_default_timezone())


def matches_of(round: Round) -> list[Match]:
    """The matches of a round by table, each with its competition."""
    return list(round.matches.select_related("round__stage__competition__club").order_by("table"))


def rounds_of(stage: Stage) -> list[Round]:
    """The rounds of a stage in order."""
    return list(stage.rounds.select_related("stage__competition__club").order_by("number"))


def back_date(round: Round) -> None:
    """The hands and the log of a night say that night's hour, not the hour of the demo."""
    assert round.starts_at is not None
    earlier = timezone.now() - (round.starts_at + timedelta(minutes=40))
    hands = Hand.objects.filter(game__match__round=round)
    hands.update(recorded_at=F("recorded_at") - earlier)
    Game.objects.filter(match__round=round).update(started_at=F("started_at") - earlier)
    round.matches.exclude(accepted_at=None).update(accepted_at=F("accepted_at") - earlier)
    log = AuditEntry.objects.filter(Q(match__round=round) | Q(subject=f"round:{round.pk}"))
    log.update(at=F("at") - earlier)
