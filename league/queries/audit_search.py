"""Finds entries in the log: by who, what about, table and day in the database, by words as read."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Q, QuerySet

from league.models import AuditEntry, Club, Competition, Match, User
from league.words.audit_who import ABOUT

Log = QuerySet[AuditEntry, AuditEntry]


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """What is looked for; nothing narrows nothing. `who` is "links", "system" or an account's
    number, `about` a key of `ABOUT`."""

    words: str = ""
    who: str = ""
    about: str = ""
    table: int | None = None
    day: date | None = None

    @property
    def narrows(self) -> bool:
        """Whether anything is looked for at all."""
        return self != Search()


def log_of(place: Competition | Match | Club) -> Log:
    """The entries of a competition, of a match, or of what belongs to a club alone; newest first,
    with all that is shown of each."""
    if isinstance(place, Competition):
        found = AuditEntry.objects.filter(competition=place)
    elif isinstance(place, Match):
        found = AuditEntry.objects.filter(match=place)
    else:
        found = AuditEntry.objects.filter(chain=f"club:{place.pk}")
    return found.select_related("by", "text", "link__match").defer("rows").order_by("-pk")


def narrowed(log: Log, search: Search) -> Log:
    """The entries that are looked for, but for the words."""
    wanted: dict[str, Any] = {}
    if search.who == "links":
        wanted["link__isnull"] = False
    elif search.who == "system":
        wanted |= {"link": None, "by": None}
    elif search.who:
        wanted["by"] = int(search.who)
    if search.day is not None:
        wanted["at__date"] = search.day
    log = log.filter(**wanted)
    if search.table is not None:
        log = log.filter(Q(match__table=search.table) | Q(link__table=search.table))
    if search.about:
        _words, subjects = ABOUT[search.about]
        begins = Q()
        for subject in subjects:
            begins |= Q(subject__startswith=f"{subject}:")
        log = log.filter(begins)
    return log


def writers_of(log: Log) -> list[User]:
    """The accounts that wrote in it, by name."""
    wrote = log.order_by().values("by").distinct()
    return sorted(User.objects.filter(pk__in=wrote), key=str)
