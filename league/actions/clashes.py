"""Refuses what would put two matches at one table, or one person at two, at one time."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.actions.errors import ActionError
from league.models import Match, Round
from league.queries.matches import MatchView, starts_of, table_of
from league.queries.postponements import (
    at_table,
    free_table,
    lasting,
    made_up_beside,
    played_then,
    with_people,
)


class TableTaken(ActionError):
    """The table is held then; `free` is the lowest that is not, None when the hall is full."""

    def __init__(self, message: object, *, free: int | None) -> None:
        super().__init__(message, field="table")
        self.free = free


def refuse_clash(match: Match, starts_at: datetime, *, table: int) -> None:
    """Raise when one of the two plays elsewhere at that time, TableTaken when the table is held.

    The caller holds the hall (`locks.lock_hall`).
    """
    stage = match.round.stage
    then = played_then(stage.competition, starts_at, lasting(stage), apart_from=Q(pk=match.pk))
    busy = with_people(then, [match])
    if busy is not None:
        raise ActionError(
            _("One of them plays then already: %(round)s, %(table)s.")
            % {"round": busy.match.round, "table": _at(busy).lower()},
            field="day",
        )
    refuse_taken(then, table, tables=stage.draw.get("tables"))


def refuse_taken(then: Sequence[MatchView], table: int, *, tables: int | None) -> None:
    """Raise TableTaken when one of these matches holds the table, with one that is free."""
    held = at_table(then, [table])
    if held is None:
        return
    free = free_table(then, tables=tables)
    if free is None:
        text = ngettext(
            "The one table of the hall is taken: choose another time.",
            "All %(n)d tables of the hall are taken: choose another time.",
            tables or 0,
        )
        advice = text % {"n": tables}
    else:
        advice = _("Table %(n)d is free.") % {"n": free}
    taken = _("Table %(n)d is taken then: %(match)s.") % {"n": table, "match": _told(held)}
    raise TableTaken(f"{taken} {advice}", free=free)


def refuse_made_up(found: Round, starts_at: datetime, *, field: str = "") -> None:
    """Raise when a match made up at that time holds a table of this round, or seats somebody of it.

    Matches of the round that were put off or are over hold nothing.
    """
    then = made_up_beside(found, starts_at)
    if not then:
        return
    here = list(
        Match.objects.filter(round=found, starts_at=None, postponed=False).select_related(
            "entry_a__partnership", "entry_b__partnership"
        )
    )
    busy = with_people(then, here)
    if busy is not None:
        raise ActionError(
            _("Somebody of this round makes up a match then: %(round)s, %(table)s.")
            % {"round": busy.match.round, "table": _at(busy).lower()},
            field=field,
        )
    held = at_table(then, [match.table for match in here])
    if held is not None:
        raise ActionError(
            _(
                "%(round)s: a match is made up at table %(n)d then: %(match)s. "
                "Give it another table first."
            )
            % {"round": found, "n": table_of(held.match), "match": _told(held)},
            field=field,
        )


def _at(view: MatchView) -> str:
    return str(_("Table %(table)d") % {"table": table_of(view.match)})


def _told(view: MatchView) -> str:
    """ "Anne & Joe against Flora & Léo (Round 5 of the Tuesday league, 7 p.m.)" """
    match = view.match
    begins = starts_of(match)
    assert begins is not None  # who has no time holds no table
    return _("%(a)s against %(b)s (%(round)s of %(competition)s, %(time)s)") % {
        "a": match.entry_a,
        "b": match.entry_b,
        "round": match.round,
        "competition": match.round.stage.competition,
        "time": time_format(timezone.localtime(begins), "P"),
    }
