"""What an organizer is reminded of: results that are missing, unanswered or disputed."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet

from league.models import Competition, Dispute, Game, Match, Round
from league.queries.match_states import sheet_state, stands_from
from league.queries.matches import MatchView, load_matches, starts_of
from league.queries.sheets_rules import SheetsRules, sheets_rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminder:
    """A match that waits for something since `since`; at `due` the rule of the competition does
    what it says (None: it says nothing), which may have gone by. `side` disputes it, or has handed
    it in."""

    view: MatchView
    since: datetime
    side: str | None = None
    due: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminders:
    """`disputed` since they were; `waiting` for the other side since they were handed in, or (with
    no side) since their start when nobody has; `missing` since their start. Each the oldest first.
    """

    disputed: tuple[Reminder, ...]
    waiting: tuple[Reminder, ...]
    missing: tuple[Reminder, ...]

    def __bool__(self) -> bool:
        return bool(self.disputed or self.waiting or self.missing)


def reminders_of(competition: Competition, now: datetime) -> Reminders:
    """Everything of a running competition that waits for somebody, in a few statements.

    A result is missing `late_warning` hours after the start of its match; one that is put off is
    counted from its new day.
    """
    if competition.state == Competition.State.FINISHED:
        return Reminders(disputed=(), waiting=(), missing=())
    rules = sheets_rules(competition)
    views = load_matches(_open_ones(competition, now), seats=False)
    open_now = Dispute.objects.filter(match__round__stage__competition=competition, settled_at=None)
    made = {one.match_id: one for one in open_now}
    disputed, waiting, missing = [], [], []
    for view in views:
        match = view.match
        if match.pk in made:
            told = made[match.pk]
            disputed.append(Reminder(view=view, since=told.made_at, side=told.side))
        elif _unanswered(view, now) and match.submitted_at is not None:
            waiting.append(
                Reminder(
                    view=view,
                    since=match.submitted_at,
                    side=match.submitted_side,
                    due=stands_from(match),
                )
            )
        elif (starts_at := _overdue(view, rules, now)) is None:
            continue
        elif view.over and not view.late:
            waiting.append(Reminder(view=view, since=starts_at))
        else:
            missing.append(Reminder(view=view, since=starts_at, due=_due(view, rules, starts_at)))

    def oldest_first(found: list[Reminder]) -> tuple[Reminder, ...]:
        return tuple(sorted(found, key=lambda one: (one.since, one.view.match.table)))

    return Reminders(
        disputed=oldest_first(disputed),
        waiting=oldest_first(waiting),
        missing=oldest_first(missing),
    )


def _open_ones(competition: Competition, now: datetime) -> QuerySet[Match]:
    """Matches of published rounds that have started, and nobody has accepted. Where one entry is
    enough, those of which totals are on record and nothing else is said are left out: a season
    has hundreds."""
    dispute = Exists(Dispute.objects.filter(match=OuterRef("pk"), settled_at=None))
    found = Match.objects.filter(round__stage__competition=competition, forfeit=None)
    found = found.exclude(round__state=Round.State.DRAFT).filter(dispute | Q(accepted_at=None))
    started = Q(starts_at__lte=now) | Q(round__starts_at__lte=now)
    found = found.filter(dispute | Q(submitted_at__isnull=False) | started)
    if sheets_rules(competition).acceptance == "one":
        totals = Exists(Game.objects.filter(match=OuterRef("pk"), total_a__isnull=False))
        several = Q(round__stage__best_of__gt=1)
        found = found.filter(dispute | Q(submitted_at__isnull=False) | several | ~totals)
    return found.order_by("pk")


def _overdue(view: MatchView, rules: SheetsRules, now: datetime) -> datetime | None:
    """When a match started whose result is missing, or not handed in where that is asked, for long
    enough to say so; None for others."""
    starts_at = starts_of(view.match)
    done = view.over and not view.late and (view.settled or view.forfeit is not None)
    handed_in = view.match.submitted_at is not None and view.over
    if starts_at is None or done or handed_in:
        return None
    return starts_at if starts_at + timedelta(hours=rules.late_warning) <= now else None


def _unanswered(view: MatchView, now: datetime) -> bool:
    return view.acceptance != "one" and sheet_state(view, now) == "submitted"


def _due(view: MatchView, rules: SheetsRules, starts_at: datetime) -> datetime | None:
    """When both forfeit; never in a bracket, nor where something was begun."""
    if rules.late != "forfeit" or view.match.slot is not None or view.games:
        return None
    return starts_at + timedelta(hours=rules.late_after)
