"""What phones sent: a thing as it came, whether it is known here, and the hands in question."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal
from uuid import UUID

from django.db.models import CharField, QuerySet, Value
from django.shortcuts import get_object_or_404

from league.models import Competition, Hand, Match, Round, SentHand
from league.queries.matches import MatchView
from league.queries.ready import Ready
from scoring import HandSheet

Kind = Literal["record", "correct", "undo"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """One thing a phone sends: a hand to record, a correction, or an undo.

    `id` is its own, `hand` the client id of the hand meant, `after` that of the hand which stood
    before it on the phone (None: a match's first), `base` the revision it was made from. `begins`
    is the seat that deals first in a game that was begun on the phone, "" in any other: its first
    hand begins it here. `seated` is how a game stood when its first hand was written, as
    `seated_of` says it, "" where the phone does not say. `sheet` is None for an undo, and where the
    fields could not be read: `unread` says why, in words. `fields` as `SentHand.fields`; `ticked`
    are the warnings that were ticked, "code:field".
    """

    id: UUID
    kind: Kind
    phone: UUID
    seq: int
    hand: UUID
    after: UUID | None
    base: int
    game: int
    number: int
    begins: str = ""
    seated: str = ""
    sheet: HandSheet | None = None
    fields: Mapping[str, str]
    note: str = ""
    reason: str = ""
    end_confirmed: bool = False
    ticked: frozenset[str] = frozenset()
    unread: str = ""


def came_before(number: UUID) -> tuple[Hand | None, SentHand | None]:
    """The hand and the row that came under this id before, wherever the hand stands and even if it
    was undone; in one statement when there are none."""
    known = dict(_KNOWN(number))
    if not known:
        return None, None
    sheets = Hand.objects.select_related("game").prefetch_related("runs", "sets")
    return (
        sheets.filter(pk=known.get("hand", 0)).first(),
        SentHand.objects.select_related("hand__game", "within__hand__game")
        .filter(pk=known.get("row", 0))
        .first(),
    )


def _known(number: UUID) -> QuerySet[Any, Any]:
    hands, rows = Hand.objects.filter(client_id=number), SentHand.objects.filter(sent_id=number)
    both = [
        found.order_by()
        .annotate(which=Value(which, output_field=CharField()))
        .values_list("which", "pk")
        for which, found in (("hand", hands), ("row", rows))
    ]
    return both[0].union(both[1], all=True)


_KNOWN = Ready(_known)


def hand_meant(match: Match, client_id: UUID) -> tuple[Hand | None, SentHand | None]:
    """The stored hand that the phone calls so, if any; and the row of a hand that came to be kept,
    or that was stored here already under another id."""
    hands = Hand.objects.filter(game__match=match).select_related("game")
    hand = hands.filter(client_id=client_id).prefetch_related("runs", "sets").first()
    if hand is not None:
        return hand, None
    rows = SentHand.objects.filter(match=match, kind=SentHand.Kind.RECORD, sent_id=client_id)
    row = rows.first()
    if row is not None and row.hand_id is not None:
        hand = hands.filter(pk=row.hand_id).prefetch_related("runs", "sets").first()
    return hand, row


def hand_of(match: Match, sent: Sent) -> Hand | None:
    """The stored hand that a correction or an undo is about; None for a hand to record."""
    return None if sent.kind == "record" else hand_meant(match, sent.hand)[0]


def is_known(match: Match, client_id: UUID) -> bool:
    """Whether a hand that the phone calls so has come, stored or kept; stored here, or on a sheet
    that was moved since."""
    return hand_meant(match, client_id) != (None, None) or stands_elsewhere(client_id)


def met_later(match: Match, sent: Sent, hand: Hand) -> bool:
    """Whether a hand that the phone recorded after this thing was found to be this one."""
    records = SentHand.objects.filter(match=match, kind=SentHand.Kind.RECORD, hand=hand)
    stored = records.filter(outcome=SentHand.Outcome.STORED)
    return stored.filter(phone=sent.phone, seq__gt=sent.seq).exists()


def stands_elsewhere(client_id: UUID) -> bool:
    """Whether a hand that is not of this table is stored under this id."""
    return Hand.objects.filter(client_id=client_id).exists()


def is_in(competition: Competition, hand: Hand) -> bool:
    """Whether a stored hand is of one of the matches of a competition."""
    matches = Match.objects.filter(round__stage__competition=competition)
    return matches.filter(pk=hand.game.match_id).exists()


def own_question(match: Match, sent: Sent) -> SentHand | None:
    """The correction of the same hand, by the same phone, that is in question."""
    return (
        open_questions(match)
        .filter(client_id=sent.hand, phone=sent.phone, kind=SentHand.Kind.CORRECT)
        .first()
    )


def came_from(match: Match, sent: Sent) -> bool:
    """Whether the correction has come that the phone made before this one."""
    before = SentHand.objects.filter(match=match, client_id=sent.hand, phone=sent.phone)
    return before.filter(kind=SentHand.Kind.CORRECT, base=sent.base - 1).exists()


def open_questions(match: Match) -> QuerySet[SentHand]:
    """The hands of a match that are in question, the first to come first."""
    return SentHand.objects.filter(match=match, outcome=SentHand.Outcome.KEPT, within=None)


def questions_of(competition: Competition) -> list[SentHand]:
    """All hands in question of a competition, with their matches, the first to come first."""
    return list(_questions().filter(match__round__stage__competition=competition))


def questions_in(round: Round) -> list[SentHand]:
    """The same of one round."""
    return list(_questions().filter(match__round=round))


def _questions() -> QuerySet[SentHand]:
    kept = SentHand.objects.filter(outcome=SentHand.Outcome.KEPT, within=None)
    return kept.select_related("match")


def revision_there(kept: SentHand) -> int:
    """The revision that its own phone counts for what is in question."""
    return max([kept.base, *kept.changes.values_list("base", flat=True)]) + 1


def kept_named(pk: int) -> SentHand:
    """The hand that is or was in question, or the one that this correction changed, whoever asks.
    Raises Http404."""
    rows = SentHand.objects.exclude(outcome=SentHand.Outcome.STORED).select_related("within")
    row = get_object_or_404(rows, pk=pk)
    return row.within or row


def stands_beside(view: MatchView, kept: SentHand) -> Hand | None:
    """What stands where it would stand: the hand it is about, or that of its number; None where
    there is none, or none any more. `view` with its sheets."""
    hands = [hand for game in view.games for hand in game.hands]
    if kept.hand_id is not None:
        return next((hand for hand in hands if hand.pk == kept.hand_id), None)
    place = (kept.game, kept.number)
    return next((hand for hand in hands if (hand.game.number, hand.number) == place), None)
