"""The log as chains: what an entry's digest covers, and whether a chain is whole.

A digest is the SHA-256, in hex, of an entry as JSON with sorted keys; the digest of the entry
before is part of it. So nothing can be changed, taken out, put in or moved without every later
digest coming out otherwise. Somebody who works all later digests out anew, or who cuts the end
off, is found with a head that was written down before (`manage.py verify_audit --note`).
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC
from typing import Any

from django.db import DatabaseError

from league.models import AuditEntry, AuditText


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A chain that was read through: how many entries, the digest of the last, how many texts
    were blanked, and what is wrong: nothing, or the first fault with the entry's number."""

    chain: str
    entries: int
    head: str
    blanked: int
    fault: str = ""


def chain_of(competition: int | None, club: int | None) -> str:
    """The chain for an entry of this competition, else of this club, else the site's own."""
    if competition is not None:
        return f"competition:{competition}"
    return f"club:{club}" if club is not None else "site"


def digest_of(entry: AuditEntry) -> str:
    """What the digest of this entry has to be."""
    held = {
        "chain": entry.chain,
        "number": entry.number,
        "previous": entry.previous,
        "at": entry.at.astimezone(UTC).isoformat(),
        "by": entry.by_id,
        "link": entry.link_id,
        "club": entry.club_id,
        "competition": entry.competition_id,
        "match": entry.match_id,
        "verb": entry.verb,
        "subject": entry.subject,
        "before": entry.before,
        "after": entry.after,
        "text": entry.text_digest,
    }
    rows = getattr(entry, "rows", None)  # entries of before have none, in migrations not even None
    if rows is not None:
        held["rows"] = rows
    return _sha256(held)


def text_digest_of(text: AuditText) -> str:
    """What an entry keeps of its text, as long as that is not blanked."""
    return _sha256({"salt": text.salt, "reason": text.reason, "more": text.more})


def chains(competition: int | None = None) -> Iterator[Checked]:
    """Every chain, or one competition's, read from its first entry to its last."""
    names = AuditEntry.objects.order_by("chain").values_list("chain", flat=True).distinct()
    if competition is not None:
        names = names.filter(chain=chain_of(competition, None))
    for name in list(names):
        yield check_chain(name)


def check_chain(name: str) -> Checked:
    """Read a chain through, as far as it is whole."""
    number, head, blanked, fault = 0, "", 0, ""
    try:
        for entry in _entries(name):
            text: AuditText | None = getattr(entry, "text", None)
            fault = _fault(entry, text, number + 1, head)
            if fault:
                break
            number, head = entry.number, entry.digest
            blanked += text is not None and text.blanked_at is not None
    except (ValueError, TypeError, AttributeError, DatabaseError):
        # Somebody wrote what is no date, no JSON or no text at all past the program.
        fault = f"what follows entry {number} cannot be read"
    return Checked(chain=name, entries=number, head=head, blanked=blanked, fault=fault)


def differs_from_note(lines: Iterable[str]) -> Iterator[str]:
    """What differs from heads noted before, a line a chain: "competition:12 340 <digest>".

    Raises ValueError for a line that is no note.
    """
    for line in lines:
        if not line.strip():
            continue
        chain, number, digest = line.split()
        found = AuditEntry.objects.filter(chain=chain, number=int(number)).first()
        if found is None:
            yield f"{chain}: entry {number} was there when it was noted and is gone"
        elif found.digest != digest:
            yield f"{chain}: entry {number} is not the one that was noted"


def _entries(name: str) -> Iterable[AuditEntry]:
    found = AuditEntry.objects.filter(chain=name).select_related("text").order_by("number", "id")
    return found.iterator(chunk_size=500)


def _fault(entry: AuditEntry, text: AuditText | None, number: int, head: str) -> str:
    if entry.number != number:
        return f"entry {number} is missing; the next is entry {entry.number}"
    if entry.previous != head:
        return f"entry {number} does not follow the one before it"
    if entry.digest != digest_of(entry):
        return f"entry {number} was changed"
    if entry.chain != chain_of(entry.competition_id, entry.club_id):
        return f"entry {number} belongs to another chain"
    if text is None:
        return f"the text of entry {number} is missing" if entry.text_digest else ""
    if text.blanked_at is None and entry.text_digest != text_digest_of(text):
        return f"the text of entry {number} was changed"
    if text.blanked_at is not None and text.more:
        return f"the text of entry {number} was written after it was blanked"
    return ""


def _sha256(held: dict[str, Any]) -> str:
    text = json.dumps(held, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()
