"""What every action does at its end: write the audit entry and raise the competition's version."""

from collections.abc import Mapping
from typing import Any

from django.db.models import F

from league.models import Actor, AuditEntry, Club, Competition, Match, TableLink, account_of


def write_entry(
    verb: str,
    subject: str,
    *,
    by: Actor | None,
    club: Club | None = None,
    competition: Competition | None = None,
    match: Match | None = None,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    reason: str = "",
) -> AuditEntry:
    """Store one audit entry, inside the caller's transaction, and raise the version.

    `by` is an account, a table link, or None for the program itself. `before` and `after` hold
    ids and figures, never names. The competition's `version` rises by one, so that everything
    shown of it is known to be out of date.
    """
    if competition is None and match is not None:
        competition = match.round.stage.competition
    if club is None and competition is not None:
        club = competition.club
    if competition is not None:
        Competition.objects.filter(pk=competition.pk).update(version=F("version") + 1)
    return AuditEntry.objects.create(
        verb=verb,
        subject=subject,
        by=account_of(by),
        link=by if isinstance(by, TableLink) else None,
        club=club,
        competition=competition,
        match=match,
        before=before,
        after=after,
        reason=reason,
    )
