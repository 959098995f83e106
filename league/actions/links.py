"""Makes table links and revokes them; each holds the competition's row, so that a table has one."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.actions.locks import lock_competition
from league.models import Competition, Match, Round, TableLink, User
from league.queries.links import (
    day_of,
    digest_of,
    ends_at,
    is_live,
    is_on,
    match_ends_at,
    secret_of,
)
from league.queries.prints import matches_of

MOST_TABLES = 400


@transaction.atomic
def make_round_links(round: Round, *, by: User) -> int:
    """A link for each table of a published round that has none; how many were made.

    A match of another round that is made up that night gets one for itself. Links that are there
    stay as they are, so that what is printed keeps its use. Raises ActionError for a draft.
    """
    locked = lock_competition(round.stage.competition)
    found = Round.objects.select_related("stage__competition").get(pk=round.pk)
    _refuse_unseen(found)
    until = ends_at(day_of(found.starts_at))
    made = []
    for match in matches_of(found):
        if match.round_id == found.pk:
            made += _make(locked, until, by=by, round=found, table=match.table)
        else:
            made += _make(locked, match_ends_at(match), by=by, match=match)
    _log_made(made, locked, by, {"round": found.pk})
    return len(made)


@transaction.atomic
def make_match_link(match: Match, *, by: User) -> bool:
    """A link for one match, wherever and whenever it is played; False when it has one.

    Raises ActionError for a match of a draft round.
    """
    locked = lock_competition(match.round.stage.competition)
    found = Match.objects.select_related("round__stage").get(pk=match.pk)
    _refuse_unseen(found.round)
    made = _make(locked, match_ends_at(found), by=by, match=found)
    _log_made(made, locked, by, {}, match=match)
    return bool(made)


@transaction.atomic
def make_night_links(competition: Competition, *, night: date, tables: int, by: User) -> int:
    """Links for tables 1 to `tables`, each for all that is played there that day; how many were
    made. Raises ActionError for a day that has gone by."""
    locked = lock_competition(competition)
    if night < timezone.localdate():
        raise ActionError(_("That day has gone by."), field="night")
    if not 1 <= tables <= MOST_TABLES:
        raise ActionError(_("From 1 to %(most)d tables.") % {"most": MOST_TABLES}, field="tables")
    made = []
    for table in range(1, tables + 1):
        made += _make(locked, ends_at(night), by=by, night=night, table=table)
    _log_made(made, locked, by, {"night": night.isoformat()})
    return len(made)


@transaction.atomic
def revoke_link(link: TableLink, *, by: User) -> bool:
    """End one link at once, on every phone that has opened it; False when it had ended already."""
    return bool(_revoke(link.competition, TableLink.objects.filter(pk=link.pk), by))


@transaction.atomic
def revoke_round_links(round: Round, *, by: User) -> int:
    """End all links made for a round or for one of its matches; how many."""
    competition = round.stage.competition
    of_round = TableLink.objects.filter(round=round) | TableLink.objects.filter(match__round=round)
    return _revoke(competition, of_round, by, {"round": round.pk})


@transaction.atomic
def revoke_all_links(competition: Competition, *, by: User) -> int:
    """End all links of a competition; how many."""
    return _revoke(competition, TableLink.objects.filter(competition=competition), by)


@transaction.atomic
def open_link(link: TableLink) -> bool:
    """Write down that somebody opened a link on a phone; False when it has ended meanwhile."""
    try:
        locked = lock_competition(link.competition)
    except ActionError:
        return False
    link.refresh_from_db(fields=["revoked_at", "expires_at"])
    if not is_on(link):
        return False
    write_entry(
        "open_link", f"link:{link.pk}", by=link, competition=locked, match=link.match, after={}
    )
    return True


def move_links(links: Sequence[TableLink], day: date | None) -> None:
    """Let links that have not ended end with the new day of what they are for."""
    live = [link.pk for link in links if is_live(link)]
    TableLink.objects.filter(pk__in=live).update(expires_at=ends_at(day))


def _make(competition: Competition, until: datetime, *, by: User, **which: Any) -> list[TableLink]:
    """The one link made for `which`; none when there is one that has not ended."""
    kept = TableLink.objects.filter(competition=competition, revoked_at=None, **which).first()
    if kept is not None:
        if is_live(kept):
            return []
        kept.revoked_at = timezone.now()  # it ended by itself: its paper stays dead
        kept.save(update_fields=["revoked_at"])
    link = TableLink(
        competition=competition, nonce=uuid4(), expires_at=until, created_by=by, **which
    )
    link.digest = digest_of(secret_of(link))
    link.save()
    return [link]


def _log_made(
    made: Sequence[TableLink],
    competition: Competition,
    by: User,
    where: dict[str, object],
    match: Match | None = None,
) -> None:
    if made:
        tables = [link.table for link in made if link.table is not None]
        kept = {"links": [link.pk for link in made], "tables": tables, **where}
        write_entry(
            "make_links",
            f"links:{made[0].pk}",
            by=by,
            competition=competition,
            match=match,
            after=kept,
        )


def _revoke(
    competition: Competition, links: Any, by: User, where: dict[str, object] | None = None
) -> int:
    # A finished competition has no link that opens anything; still, its paper can be ended.
    locked = Competition.objects.select_for_update().get(pk=competition.pk)
    ended = [link for link in links.filter(revoked_at=None).order_by("pk") if is_live(link)]
    if ended:
        numbers = [link.pk for link in ended]
        TableLink.objects.filter(pk__in=numbers).update(revoked_at=timezone.now())
        tables = [link.table for link in ended if link.table is not None]
        only = ended[0].match if len(ended) == 1 else None
        write_entry(
            "revoke_links",
            f"links:{numbers[0]}",
            by=by,
            competition=locked,
            match=only,
            before={"links": numbers, "tables": tables, **(where or {})},
        )
    return len(ended)


def _refuse_unseen(found: Round) -> None:
    if found.state == Round.State.DRAFT:
        raise ActionError(_("This round is a draft: publish it first."))
    if found.state == Round.State.CLOSED:
        raise ActionError(_("This round is closed: nothing is scored in it any more."))
