"""Takes a match out of its slot and keeps it whole, so that it can come back exactly as it was.

The rows go into the log: sheets, seats, line-up, hands in question. Nothing reads them there, so
that a match played again counts once; and nothing is lost.
"""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.core import serializers
from django.db.models import Q

from league.actions.journal import write_entry
from league.actions.snapshots import fitted
from league.models import (
    Actor,
    AuditEntry,
    Dispute,
    Game,
    Hand,
    HandRun,
    HandSet,
    Lineup,
    Match,
    Round,
    Ruling,
    Seating,
    SecondSheet,
    SentHand,
    Stage,
)
from league.queries.audit_words import join_words

CLEARED, PUT_ASIDE = "clear_slot", "set_aside_match"
Rows = list[dict[str, Any]]


def set_aside(match: Match, *, begun: bool, reason: str = "", by: Actor) -> None:
    """Take a match of a bracket off and keep it in the log."""
    rows = rows_of(match)
    stage = match.round.stage
    take_off(match)
    write_entry(
        PUT_ASIDE if begun else CLEARED,
        _subject(stage, match.slot or ""),
        by=by,
        competition=stage.competition,
        before={
            "slot": match.slot,
            "entries": [match.entry_a_id, match.entry_b_id],
            "closed": match.round.state == Round.State.CLOSED,
            "rows": rows,
        },
        reason=reason,
    )


def kept_match(stage: Stage, slot: str, pair: Collection[int]) -> AuditEntry | None:
    """The entry with the match of these two in this slot as it was last; None when never."""
    found = (
        AuditEntry.objects.select_related("text")
        .filter(
            competition=stage.competition_id,
            subject=_subject(stage, slot),
            verb__in=(CLEARED, PUT_ASIDE),
        )
        .order_by("-pk")
    )
    return next((one for one in found if set((one.before or {})["entries"]) == set(pair)), None)


def bring_back(kept: AuditEntry) -> Match | None:
    """Put a match that was set aside back as it was; None when one of its people is gone. An
    account that was closed meanwhile is nobody in it."""
    assert kept.before is not None
    words = kept.text.more if hasattr(kept, "text") else {}
    rows, missing = fitted(join_words(kept.before["rows"], words, "before.rows"))
    return None if missing else restore(rows)


def was_closed(kept: AuditEntry) -> bool:
    """Whether the round of a match was closed when it was set aside."""
    return bool((kept.before or {}).get("closed"))


def rows_of(match: Match) -> Rows:
    """The match and all that belongs to it, in the order in which it can be stored again."""
    games = Game.objects.filter(match=match).order_by("number")
    hands = Hand.objects.filter(game__match=match).order_by("pk")
    rows: list[Any] = [
        Match.objects.get(pk=match.pk),
        *Lineup.objects.filter(match=match).order_by("pk"),
        *games,
        *Seating.objects.filter(game__in=games).order_by("pk"),
        *hands,
        *HandRun.objects.filter(hand__in=hands).order_by("pk"),
        *HandSet.objects.filter(hand__in=hands).order_by("pk"),
        *Ruling.objects.filter(Q(match=match) | Q(hand__in=hands)).order_by("pk"),
        *Dispute.objects.filter(match=match).order_by("pk"),
        *SecondSheet.objects.filter(match=match).order_by("pk"),
        *SentHand.objects.filter(match=match).order_by("pk"),
    ]
    found: Rows = serializers.serialize("python", rows)
    for row in found:
        row["fields"] = {name: _plain(value) for name, value in row["fields"].items()}
    return found


def take_off(match: Match) -> None:
    """Delete a match and what belongs to it; the caller has its rows."""
    Match.objects.filter(pk=match.pk).delete()


def restore(rows: Rows) -> Match:
    """Store rows as they were, under their old ids, so that the log points at the match again."""
    match: Match | None = None
    for stored in serializers.deserialize("python", rows):
        stored.save()
        if isinstance(stored.object, Match):
            match = stored.object
    assert match is not None
    return match


def with_others(rows: Rows, entries: tuple[int, int], people: Mapping[int, int]) -> Rows:
    """The same rows with other entries, and their people in the seats of those before them."""
    changed = []
    for row in rows:
        fields = dict(row["fields"])
        if row["model"] == "league.match":
            fields["entry_a"], fields["entry_b"] = entries
        elif row["model"] in ("league.lineup", "league.seating"):
            fields["player"] = people.get(fields["player"], fields["player"])
        elif row["model"] == "league.ruling":
            for name in ("claimant", "accused"):
                fields[name] = people.get(fields[name], fields[name])
        changed.append({**row, "fields": fields})
    return changed


def _plain(value: object) -> object:
    """A moment to the microsecond: JSON's usual form drops some of it."""
    return value.isoformat() if isinstance(value, datetime) else value


def _subject(stage: Stage, slot: str) -> str:
    return f"slot:{stage.pk}:{slot}"
