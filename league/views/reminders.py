"""The reminders on the pages of an organizer."""

from dataclasses import dataclass, replace
from datetime import datetime

from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from league.models import Competition, Match, SentHand
from league.queries.matches import MatchView, load_matches, table_of
from league.queries.reminders import Reminder, reminders_of
from league.queries.sent_hands import questions_of
from league.views.match_states import other_side, pair_of
from league.words.reminders import (
    disputed_reminder,
    missing_reminder,
    question_reminder,
    unanswered_reminder,
    waiting_reminder,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReminderLine:
    """A match and what it waits for, by id with its round's; `steps` are addresses with words,
    told on the tile of its table as well where they are about more than the result (`on_tile`)."""

    match: int
    round: int
    where: str
    url: str
    a: SafeString
    b: SafeString
    words: str
    pill: tuple[str, str]
    steps: tuple[tuple[str, str], ...]
    on_tile: bool = False


def reminder_lines(competition: Competition) -> list[ReminderLine]:
    """Hands in question first, then disputed results, those that wait for the other side, and
    missing ones."""
    now = timezone.now()
    found = reminders_of(competition, now)
    return [
        *_questions(competition, now),
        *(_disputed(one, now) for one in found.disputed),
        *(_waiting(one, now) for one in found.waiting),
        *(_missing(one, now) for one in found.missing),
    ]


def _questions(competition: Competition, now: datetime) -> list[ReminderLine]:
    kept = questions_of(competition)
    if not kept:
        return []
    found = Match.objects.filter(pk__in={one.match_id for one in kept})
    views = {view.match.pk: view for view in load_matches(found, seats=False)}
    return [_question(one, views[one.match_id], now) for one in kept]


def _question(one: SentHand, view: MatchView, now: datetime) -> ReminderLine:
    line = _line(
        view, question_reminder(one.number, one.sent_at, now), ("problem", _("in question")), ()
    )
    step = (reverse("kept_hand", args=[one.pk]), _("Settle it"))
    return replace(line, steps=(step,), on_tile=True)


def _disputed(one: Reminder, now: datetime) -> ReminderLine:
    by = pair_of(one.view.match, one.side)
    return _line(
        one.view,
        disputed_reminder(by, one.since, now),
        ("disputed", _("disputed")),
        (("match_settle", _("Settle it")),),
    )


def _waiting(one: Reminder, now: datetime) -> ReminderLine:
    waits_for = pair_of(one.view.match, other_side(one.side))
    return _line(
        one.view,
        waiting_reminder(waits_for, one.since, one.due, now)
        if one.side
        else unanswered_reminder(one.since, now),
        ("waiting", _("to be accepted")),
        (("match_accept", _("Look at it")),),
    )


def _missing(one: Reminder, now: datetime) -> ReminderLine:
    steps = [("match_totals", _("Totals")), ("match_forfeit", _("Forfeit"))]
    if not one.view.games:
        steps.insert(1, ("match_postpone", _("Put off")))
    words = missing_reminder(one.since, one.due, now, begun=bool(one.view.games))
    return _line(one.view, words, ("problem", _("missing")), tuple(steps))


def _line(
    view: MatchView, words: str, pill: tuple[str, str], steps: tuple[tuple[str, str], ...]
) -> ReminderLine:
    match = view.match
    return ReminderLine(
        match=match.pk,
        round=match.round_id,
        where=_("%(round)s, table %(table)d") % {"round": match.round, "table": table_of(match)},
        url=reverse("match", args=[match.pk]),
        a=pair_of(match, "a"),
        b=pair_of(match, "b"),
        words=words,
        pill=pill,
        steps=tuple((reverse(name, args=[match.pk]), label) for name, label in steps),
    )
