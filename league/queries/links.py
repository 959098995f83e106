"""Table links: the secret of each, which tables it opens, how long, and when it was last used."""

import hashlib
from base64 import b32encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.db.models import Max, Q
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from league.models import AuditEntry, Competition, Match, Round, TableLink
from league.queries.access import Viewer, competition_for
from league.queries.matches import MatchView, load_matches, starts_of
from league.queries.prints import matches_of
from league.queries.scorers import opens

SECRET_BYTES = 16  # 128 bits: 26 letters and figures in an address


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkLine:
    """A table of a round with the link that opens it now (None: there is none), and when somebody
    last wrote with it (None: never)."""

    match: Match
    link: TableLink | None
    last_used: datetime | None


def secret_of(link: TableLink) -> str:
    """The secret of a link, the same each time: from the site's key and its nonce.

    Whoever holds the database alone cannot work it out, nor whoever holds the key alone.
    """
    key = salted_hmac("league.table-link", link.nonce.bytes, algorithm="sha256")
    return b32encode(key.digest()[:SECRET_BYTES]).decode("ascii").rstrip("=").lower()


def digest_of(secret: str) -> str:
    """What is stored of a secret: its SHA-256 in hex."""
    return hashlib.sha256(secret.encode()).hexdigest()


def is_live(link: TableLink) -> bool:
    """Whether it was neither revoked nor has run out, and is of the site's present key."""
    return (
        link.revoked_at is None
        and link.expires_at > timezone.now()
        and constant_time_compare(link.digest, digest_of(secret_of(link)))
    )


def link_with(secret: str) -> TableLink | None:
    """The link with this secret while it opens something; None for every other reason alike."""
    found = TableLink.objects.select_related("competition__club", "round", "match__round")
    link = found.filter(digest=digest_of(secret), revoked_at=None).first()
    return link if link is not None and is_on(link) else None


def is_on(link: TableLink) -> bool:
    """Whether a link opens a table now; that of an evening also between two rounds."""
    if not is_live(link) or link.competition.state == Competition.State.FINISHED:
        return False
    return link.night is not None or bool(_matches_opened(link))


def opened_by(link: TableLink) -> list[MatchView]:
    """The matches a live link opens now: those not over first, then the latest round first."""
    numbers = [match.pk for match in _matches_opened(link)]
    found = Match.objects.filter(pk__in=numbers).order_by("-round", "table")
    return sorted(load_matches(found, seats=False), key=lambda view: view.over)


def _matches_opened(link: TableLink) -> list[Match]:
    if link.match_id is not None:
        which = Q(pk=link.match_id)
    elif link.round_id is not None:
        which = Q(round=link.round_id, table=link.table)
    else:
        here = Q(own_table=link.table) | Q(own_table=None, table=link.table)
        which = here & Q(round__stage__competition=link.competition_id)
    on = Q(round__state=Round.State.PUBLISHED) | Q(round__state="closed", postponed=True)
    found = Match.objects.filter(which & on).select_related("round__stage__competition")
    return [match for match in found if opens(link, match)]


def links_held(numbers: Iterable[int]) -> list[TableLink]:
    """Those of these links that still open something, in the order they were opened."""
    found = TableLink.objects.select_related("competition__club", "round", "match__round")
    held = found.in_bulk(list(numbers))
    return [held[number] for number in numbers if number in held and is_on(held[number])]


def live_links(competition: Competition) -> list[TableLink]:
    """All links of a competition that have not ended, in the order they were made."""
    found = TableLink.objects.filter(
        competition=competition, revoked_at=None, expires_at__gt=timezone.now()
    )
    return [link for link in found.select_related("round", "match__round") if is_live(link)]


def link_of(links: Sequence[TableLink], match: Match) -> TableLink | None:
    """The first of these live links that opens the match."""
    return next((link for link in links if opens(link, match)), None)


def lines_of(found: Round) -> list[LinkLine]:
    """The tables of a round's night with their links, by table; in a few statements for all."""
    links = live_links(found.stage.competition)
    matches = matches_of(found)
    of_match = {match.pk: link_of(links, match) for match in matches}
    used = last_uses([link for link in of_match.values() if link is not None])
    lines = []
    for match in matches:
        link = of_match[match.pk]
        last_used = None if link is None else used.get(link.pk)
        lines.append(LinkLine(match=match, link=link, last_used=last_used))
    return lines


def last_uses(links: Iterable[TableLink]) -> dict[int, datetime]:
    """When each of these links last wrote something (or was opened), from the log."""
    numbers = [link.pk for link in links]
    used = AuditEntry.objects.filter(link__in=numbers).order_by().values("link")
    return dict(used.annotate(last=Max("at")).values_list("link", "last"))


def ends_at(day: date | None) -> datetime:
    """When a link for this day (today, if it has gone by or none is set) ends by itself: at noon
    of the day after, so that a long evening and a late sheet are no trouble."""
    today = timezone.localdate()
    last = max(day or today, today) + timedelta(days=1)
    return timezone.make_aware(datetime.combine(last, time(12)))


def day_of(starts_at: datetime | None) -> date | None:
    """The day on the club's clock; None when no time is set."""
    return None if starts_at is None else timezone.localdate(starts_at)


def match_ends_at(match: Match) -> datetime:
    """When a link for this match ends by itself."""
    return ends_at(day_of(starts_of(match)))


def link_for_revoking(user: Viewer, pk: int) -> TableLink:
    """The link, for an organizer of its club; to all others it is as if there were none."""
    link = get_object_or_404(TableLink.objects.select_related("match__round", "round"), pk=pk)
    link.competition = competition_for(user, link.competition_id, "organizer")
    return link


def most_tables(competition: Competition) -> int | None:
    """The highest table number drawn so far; None before the first draw."""
    found = Match.objects.filter(round__stage__competition=competition)
    return found.aggregate(most=Max("table"))["most"]
