"""A partnership comes in after the draw is out; no table that is drawn changes.

It takes the place of a bye, or two late ones meet at a table of their own, or it waits for the
next round; in a round robin without byes its matches are added in rounds at the end.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.actions.adjustments import stored_points
from league.actions.draws import seat_match
from league.actions.entries import check_nobody_twice
from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.actions.locks import lock_competition, lock_hall
from league.models import (
    Adjustment,
    Bye,
    Competition,
    DivisionEntry,
    Entrant,
    Entry,
    Match,
    Partnership,
    Round,
    User,
)
from league.queries.late_entries import LateWays, byes_in, late_ways
from league.queries.matches import table_of
from league.queries.postponements import made_up_beside
from league.words.figures import plain_figure
from scoring.standings_rules import shown_number
from scoring.tie_breaks import Number, plain


@dataclass(frozen=True, slots=True, kw_only=True)
class LatePlan:
    """`how`: "bye", "together", "next" or "extra" (`LateWays.ways`).

    `points`: match points (whole or half) for each round missed, 0 for none. `make_up`: in a
    round robin, play against those who had the bye in rounds that are over, on a day still to be
    set.
    """

    how: str
    points: Number = 0
    make_up: bool = False


@transaction.atomic
def add_late_entries(
    competition: Competition, partnerships: Sequence[Partnership], plan: LatePlan, *, by: User
) -> list[Entry]:
    """Enter partnerships after the draw; those that are in already stay as they are.

    Gives the new entries. Raises ActionError, and enters nobody, when the way is not open (any
    more), for the wrong number of partnerships, or when a person would play twice.
    """
    lock_hall(competition)
    locked = lock_competition(competition)
    entered = set(locked.entries.values_list("partnership_id", flat=True))
    wanted = {pair.pk: pair for pair in partnerships if pair.pk not in entered}
    if not wanted:
        return []
    ways = late_ways(locked)
    _check(ways, plan, len(wanted))
    assert ways is not None  # _check has seen to that
    check_nobody_twice(locked, list(wanted.values()))
    missed = _missed(ways)
    waits = plan.how == "next" and ways.on is not None
    joined_in = len(missed) + 1 + waits
    entries = [
        Entry.objects.create(competition=locked, partnership=pair, joined_in=joined_in)
        for pair in wanted.values()
    ]
    Entrant.objects.bulk_create(
        Entrant(competition=locked, entry=entry, player_id=player)
        for entry in entries
        for player in (entry.partnership.first_id, entry.partnership.second_id)
    )
    if ways.division is not None:
        DivisionEntry.objects.bulk_create(
            DivisionEntry(stage=ways.stage, division=ways.division, entry=entry)
            for entry in entries
        )
    if plan.how == "bye":
        _against_byes(ways, entries[0], missed if plan.make_up else (), by)
    elif plan.how == "together":
        assert ways.on is not None  # else "together" is not open
        _set_table(ways.on, entries[0], entries[1], _("Both came late."), by)
    elif plan.how == "extra":
        _extra_rounds(ways, entries, by)
    for entry in entries:
        # Without a made-up match the round that is on may be missed as well.
        bonus = _credit(entry, plan, len(missed) + waits, by)
        write_entry(
            "add_late_entry",
            f"entry:{entry.pk}",
            by=by,
            competition=locked,
            after={
                "entry": entry.pk,
                "partnership": entry.partnership_id,
                "how": plan.how,
                "joined_in": joined_in,
                "bonus": shown_number(bonus),
            },
        )
    return entries


def _check(ways: LateWays | None, plan: LatePlan, count: int) -> None:
    if ways is None:
        raise ActionError(_("Nothing is published yet: enter them as usual."))
    if plan.how not in ways.ways:
        raise ActionError(
            _("That is not open any more: the rounds have changed meanwhile. Choose again."),
            field="how",
        )
    if plan.how == "bye" and count != 1:
        raise ActionError(
            _("One partnership takes the place of the bye; enter the other in another way."),
            field="names",
        )
    if plan.how == "together" and count != 2:
        raise ActionError(_("Two late partnerships meet each other: write both."), field="names")
    if plan.how == "extra" and count > 2:
        raise ActionError(_("Two at a time, please."), field="names")


def _missed(ways: LateWays) -> tuple[Round, ...]:
    to_come = [one.pk for one in ways.rounds]
    return tuple(ways.stage.rounds.exclude(pk__in=to_come).order_by("number"))


def _against_byes(ways: LateWays, entry: Entry, missed: Sequence[Round], by: User) -> None:
    """Whoever has the bye plays the late pair: now, and in a round robin to the end."""
    assert ways.bye is not None  # else "bye" is not open
    if not ways.round_robin:
        _take_bye(ways.bye, entry, by)
        return
    for bye in byes_in((*missed, *ways.rounds), ways.division):
        match = _take_bye(bye, entry, by)
        if bye.round in missed:
            match.postponed = True
            match.save(update_fields=["postponed"])


def _take_bye(bye: Bye, entry: Entry, by: User) -> Match:
    match = _set_table(bye.round, bye.entry, entry, _("Came late, in place of the bye."), by)
    bye.delete()
    return match


def _set_table(found: Round, one: Entry, other: Entry, reason: str, by: User | None) -> Match:
    """A match at the next free table of a round, and none where a match is made up then."""
    table = (found.matches.aggregate(last=Max("table"))["last"] or 0) + 1
    held = {table_of(view.match) for view in made_up_beside(found, found.starts_at)}
    match = Match.objects.create(
        round=found,
        table=next(number for number in range(table, table + len(held) + 1) if number not in held),
        entry_a=one,
        entry_b=other,
        made_by=by,
        made_reason=reason,
    )
    for row in seat_match(match):
        row.save()
    return match


def _extra_rounds(ways: LateWays, late: Sequence[Entry], by: User) -> None:
    """Rounds after the last, without days: every late entry meets everybody else, one a round."""
    playing = Entry.objects.filter(competition=ways.stage.competition, state=Entry.State.PLAYING)
    if ways.division is not None:
        playing = playing.filter(divisions__division=ways.division)
    others = list(
        playing.exclude(pk__in=[entry.pk for entry in late])
        .select_related("partnership")
        .order_by("pk")
    )
    # Against one entry at a time two late ones need as many rounds as two others need turns.
    turns = max(len(others), len(late))
    number = ways.stage.rounds.aggregate(last=Max("number"))["last"]
    meetings: list[list[tuple[Entry, Entry]]] = [
        [
            (others[(turn + place) % turns], entry)
            for place, entry in enumerate(late)
            if (turn + place) % turns < len(others)
        ]
        for turn in range(turns)
    ]
    if len(late) == 2:
        meetings.append([(late[0], late[1])])
    for pairs in meetings:
        number += 1
        made = Round.objects.create(stage=ways.stage, number=number, state=Round.State.PUBLISHED)
        for one, other in pairs:
            _set_table(made, one, other, _("Came late; added at the end."), by)


def _credit(entry: Entry, plan: LatePlan, rounds: int, by: User) -> Number:
    """The stated match points for rounds missed, as a bonus that everybody reads; gives it."""
    bonus = 0 if plan.make_up else plan.points * rounds
    if bonus:
        reason = ngettext(
            "Came late: %(points)s for %(n)d round missed",
            "Came late: %(points)s for each of %(n)d rounds missed",
            rounds,
        ) % {"points": plain_figure(plan.points), "n": rounds}
        Adjustment.objects.create(
            entry=entry, match_points=stored_points(bonus), reason=reason, made_by=by
        )
    return plain(bonus)
