"""Hands in question: kept beside what is stored, changed by their own phone, settled once."""

from collections.abc import Sequence
from uuid import UUID

from django.utils import timezone

from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.models import Actor, Game, Hand, Match, SentHand, TableLink, account_of
from league.queries.sent_hands import Sent
from league.words.sent_hands import settle_first_words

MOST_WORDS = 400


def keep(match: Match, sent: Sent, question: str, hand: Hand | None, *, by: Actor) -> SentHand:
    """Keep what a phone sent beside what stands on the sheet of a locked match; `hand` is the
    stored one it is about."""
    kept = _row(match, sent, SentHand.Outcome.KEPT, by)
    kept.hand, kept.question_words = hand, question[:MOST_WORDS]
    kept.save(force_insert=True)
    _log_kept(kept, by)
    return kept


def change_kept(kept: SentHand, sent: Sent, *, by: Actor) -> SentHand:
    """Another correction, by its own phone, of what is in question: the one made last stands,
    whichever comes first."""
    row = _row(kept.match, sent, SentHand.Outcome.KEPT, by)
    row.within = kept
    bases = [kept.base, *kept.changes.values_list("base", flat=True)]
    row.save(force_insert=True)
    if sent.base >= max(bases):
        kept.fields, kept.note = row.fields, row.note
        kept.reason = row.reason or kept.reason
        kept.save(update_fields=["fields", "note", "reason"])
    _log_kept(row, by)
    return kept


def drop(kept: SentHand, *, by: Actor) -> None:
    """Let what is in question go: what is stored stands."""
    settle_row(kept, SentHand.Outcome.DROPPED, by=by)


def settle_row(
    kept: SentHand, outcome: SentHand.Outcome, hand: Hand | None = None, *, by: Actor
) -> None:
    """Say how a kept hand was settled; what changed it is settled with it."""
    kept.outcome, kept.settled_at = outcome, timezone.now()
    kept.settled_by = account_of(by)
    kept.settled_link = by if isinstance(by, TableLink) else None
    kept.hand = hand or kept.hand
    settled = ["outcome", "settled_at", "settled_by", "settled_link", "hand"]
    kept.save(update_fields=settled)
    kept.changes.update(**{name: getattr(kept, name) for name in settled})
    write_entry(
        "use_sent_hand" if outcome == SentHand.Outcome.USED else "drop_sent_hand",
        f"sent_hand:{kept.pk}",
        by=by,
        match=kept.match,
        after=_figures(kept),
    )


def note_sent(
    match: Match, sent: Sent, hand: Hand | None, *, by: Actor, log: bool = True
) -> SentHand:
    """The receipt of what is done: sent again, it is found. `log` where nothing else was written
    down, because the same was on the sheet."""
    row = _row(match, sent, SentHand.Outcome.STORED, by)
    row.fields, row.note, row.reason, row.hand = {}, "", "", hand
    row.save(force_insert=True)
    if log:
        write_entry(
            "meet_sent_hand", f"sent_hand:{row.pk}", by=by, match=match, after=_figures(row)
        )
    return row


def remember_undone(game: Game, *, by: Actor) -> None:
    """A game goes with the hands that were undone in it: what their phones called them stays known,
    so that none comes back when it is sent once more."""
    rows = [
        SentHand(
            sent_id=hand.client_id,
            match=game.match,
            kind=SentHand.Kind.RECORD,
            phone=UUID(int=0),
            seq=0,
            client_id=hand.client_id,
            game=game.number,
            number=hand.number,
            base=0,
            outcome=SentHand.Outcome.DROPPED,
            settled_at=timezone.now(),
            settled_by=account_of(by),
            settled_link=by if isinstance(by, TableLink) else None,
        )
        for hand in Hand.objects.filter(game=game, status=Hand.Status.UNDONE)
    ]
    # A hand that had been in question before has its row.
    known = SentHand.objects.filter(sent_id__in=[row.sent_id for row in rows])
    there = set(known.values_list("sent_id", flat=True))
    SentHand.objects.bulk_create([row for row in rows if row.sent_id not in there])


def refuse_in_question(questions: Sequence[SentHand]) -> None:
    """Raise ActionError, naming the hands, while any is in question."""
    if questions:
        raise ActionError(settle_first_words((one.match, one.number) for one in questions))


def raise_revision(hand: Hand, revision: int) -> None:
    """What a phone counts as a correction, though it says what was stored before, is one here too:
    its next one is made from there. The caller writes it down."""
    hand.revision = revision
    hand.save(update_fields=["revision"])


def _row(match: Match, sent: Sent, outcome: SentHand.Outcome, by: Actor) -> SentHand:
    return SentHand(
        sent_id=sent.id,
        match=match,
        kind=sent.kind,
        phone=sent.phone,
        seq=sent.seq,
        client_id=sent.hand,
        game=sent.game,
        number=sent.number,
        base=sent.base,
        fields=dict(sent.fields),
        note=sent.note,
        reason=sent.reason,
        outcome=outcome,
        sent_by=account_of(by),
        sent_link=by if isinstance(by, TableLink) else None,
    )


def _log_kept(row: SentHand, by: Actor) -> None:
    write_entry(
        "keep_sent_hand", f"sent_hand:{row.pk}", by=by, match=row.match, after=_figures(row)
    )


def _figures(row: SentHand) -> dict[str, object]:
    """What the log keeps of it."""
    kept = {"kind": row.kind, "game": row.game, "number": row.number}
    return {**kept, "outcome": str(row.outcome), "hand": row.hand_id}
