"""What every action does at its end: write the audit entry and raise the competition's version."""

import json
import secrets
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Exists, F, Model, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from league.actions.ready_writes import ReadyUpdate, insert
from league.actions.row_log import Rows, changed_rows, written_rows
from league.models import (
    Actor,
    AuditChain,
    AuditEntry,
    AuditText,
    Club,
    Competition,
    LoggedRow,
    Match,
    TableLink,
    account_of,
)
from league.queries.audit_chain import chain_of, digest_of, text_digest_of
from league.queries.audit_words import split_words
from league.queries.ready import Ready


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
    stored: Sequence[Model] | None = None,
    end: "End | None" = None,
) -> AuditEntry:
    """Add one entry to the log, inside the caller's transaction, and raise the version.

    `by` is an account, a table link, or None for the program itself. `before` and `after` hold
    ids and figures, never names: words stand under keys that `audit_words` knows, and go with
    `reason` into the entry's text. Call it when everything is stored: the entry keeps the rows
    that were changed, of `match` alone where one is given. The competition's `version` rises by
    one, so that everything shown of it is known to be out of date.

    `stored` are rows of `match` that are new with this entry, from a caller that knows of no
    others: they are kept without looking. What came beside them is found by the next entry about
    the match that looks; so only what is followed by one may be written so. `end` is the end of
    the competition's chain, from `lock_unchanged` and for the next entry alone.

    The competition's row is the lock of its chain: raising the version holds it to the end of the
    transaction, so no two entries follow the same one. Other chains have a row of their own.
    """
    if competition is None and match is not None:
        competition = match.round.stage.competition
    if club is None and competition is not None:
        club = competition.club
    chain = chain_of(competition.pk if competition else None, club.pk if club else None)
    if competition is None or not _raise_version(competition.pk):
        _lock_chain(chain)
    old, old_words = split_words(_as_stored(before), "before")
    new, new_words = split_words(_as_stored(after), "after")
    more = {**old_words, **new_words}
    text = AuditText(salt=secrets.token_hex(16), reason=reason, more=more)
    entry = AuditEntry(
        chain=chain,
        verb=verb,
        subject=subject,
        by=account_of(by),
        link=by if isinstance(by, TableLink) else None,
        club=club,
        competition=competition,
        match=match,
        before=old,
        after=new,
        text_digest=text_digest_of(text) if reason or more else "",
    )
    end = end or _end_of(chain, competition)
    if competition is not None:
        entry.rows = _as_stored(_rows(competition, match, end, stored))
    _append(entry, end)
    if entry.text_digest:
        text.entry = entry
        text.save(force_insert=True)
    return entry


def write_rest(competition: Competition, *, by: Actor | None) -> None:
    """What followed from an entry by itself and was stored after it, in an entry of its own; none
    when nothing was. The caller holds the competition's lock, and has raised its version."""
    rows = changed_rows(competition.pk, None)
    if rows is None:
        return
    chain = chain_of(competition.pk, None)
    entry = AuditEntry(
        chain=chain,
        verb="follow_on",
        subject=f"competition:{competition.pk}",
        by=account_of(by),
        link=by if isinstance(by, TableLink) else None,
        club_id=competition.club_id,
        competition=competition,
        rows=_as_stored(rows),
    )
    _append(entry, _end_of(chain, None))


def lock_unchanged(competition: Competition) -> "End | None":
    """Lock the competition that this request has read (its match by `match_and_role`) as
    `lock_match` does, if its version is still the one that was read: then nothing of it was written
    since, and what was read holds. Gives the end of its chain; None, and no lock, otherwise."""
    chain = chain_of(competition.pk, None)
    for found in _UNCHANGED(chain, competition.pk, competition.version):
        return End(*found)
    return None


def blank_texts(entries: Collection[int]) -> int:
    """Blank what was written in words in these entries; how many had any left.

    For when a person is forgotten. The entries stay as they are, and so does the chain: it holds
    a digest of the words that nobody can guess them from once the salt is gone.
    """
    written = AuditText.objects.filter(entry__in=entries, blanked_at=None)
    return written.update(salt="", reason="", more={}, blanked_at=timezone.now())


class End(NamedTuple):
    """The last entry of a chain, and whether its competition's rows are in the log at all."""

    number: int = 0
    digest: str = ""
    keeps_rows: bool = False


def _end_of(chain: str, competition: Competition | None) -> End:
    """The end of a chain whose lock is held."""
    for found in _ENDS(chain, competition.pk if competition else 0):
        return End(*found)
    return End()


def _ends(chain: str, competition: int) -> QuerySet[Any, Any]:
    kept = LoggedRow.objects.filter(competition=competition, kind="competition")
    last = AuditEntry.objects.filter(chain=chain).order_by("-number")
    return last.values_list("number", "digest", Exists(kept))[:1]


def _unchanged(chain: str, competition: int, version: int) -> QuerySet[Any, Any]:
    """One statement that waits for the lock sees the log as it was before: but whoever wrote to it
    meanwhile has raised the version, and then no row is found."""
    found = Competition.objects.select_for_update().filter(pk=competition, version=version)
    last = AuditEntry.objects.filter(chain=chain).order_by("-number")
    kept = LoggedRow.objects.filter(competition=competition, kind="competition")
    number, digest = (Subquery(last.values(column)[:1]) for column in ("number", "digest"))
    return found.order_by().values_list(
        Coalesce(number, 0), Coalesce(digest, Value("")), Exists(kept)
    )


_ENDS, _UNCHANGED = Ready(_ends), Ready(_unchanged)


def _rows(
    competition: Competition, match: Match | None, end: End, stored: Sequence[Model] | None
) -> Rows | None:
    if match is None or not end.keeps_rows:  # the first entry that keeps rows keeps all there are
        return changed_rows(competition.pk, None)
    if stored is not None:
        return written_rows(competition.pk, match.pk, stored)
    return changed_rows(competition.pk, match.pk)


def _append(entry: AuditEntry, end: End) -> None:
    """To the end of its chain, whose lock is held."""
    entry.number, entry.previous, entry.at = end.number + 1, end.digest, timezone.now()
    entry.digest = digest_of(entry)
    insert(entry)


_raise_version = ReadyUpdate(
    lambda competition: Competition.objects.filter(pk=competition), version=F("version") + 1
)


def _lock_chain(chain: str) -> None:
    AuditChain.objects.get_or_create(name=chain)
    AuditChain.objects.filter(name=chain).update(version=F("version") + 1)


def _as_stored(kept: Mapping[str, Any] | None) -> Any:
    """As it will be read back, so that the digest is the same then."""
    return None if kept is None else json.loads(json.dumps(kept))
