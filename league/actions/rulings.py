"""Ruling on a misplay that was claimed, penalizing beyond it, and taking a ruling back."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actions.adjustments import add_adjustment, put_back_adjustment, remove_adjustment
from league.actions.corrections import correct_hand
from league.actions.errors import ActionError, StaleEdit
from league.actions.journal import write_entry
from league.actions.locks import lock_match
from league.actions.matches import refuse_finished
from league.models import Adjustment, Entrant, Entry, Hand, Match, Player, Ruling, User
from league.queries.games import GameView
from league.queries.hands import sheet_of
from league.queries.matches import load_match
from league.queries.rulings import STANDS, claim_of, overtaken, ruled_sheet, ruling_in_force
from scoring import OPTIONS, HandSheet, sheet_from_json, sheet_to_json
from scoring.tie_breaks import Number

# The option, and with it the number in docs/RULES.md, that says what a hand comes to.
RULE_OF = {Ruling.Found.UPHELD: "renege_award", Ruling.Found.WRONG: "false_claim_award"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Who claimed a misplay by whom, in which trick with which card, and what was found."""

    claimant: Player
    accused: Player
    found: str
    trick: int | None = None
    card: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """What each of `owners` gets beyond the hand (below 0: loses), and the event's rule for it."""

    owners: Sequence[Entry | Entrant]
    match_points: Number
    points: int
    rule: str


@transaction.atomic
def rule_on_hand(
    hand: Hand,
    finding: Finding,
    *,
    penalty: Penalty | None = None,
    reason: str,
    client_id: UUID,
    revision: int,
    instead_of: int | None = None,
    end_confirmed: bool = False,
    by: User,
) -> Ruling:
    """Rule on a misplay claimed in a hand: its score follows from the competition's rules.

    Proved or a wrong claim, the hand stops (RULES 6.11); where it stands, it counts as the table
    wrote it. `instead_of` is the ruling it takes the place of. The same `client_id` again gives
    what was stored the first time. Raises StaleEdit when the hand (`revision`) or its ruling has
    changed since, UnsoundSheet, ActionError; what `correct_hand` asks is asked here too.
    """
    match = lock_match(hand.game.match)
    again = Ruling.objects.filter(client_id=client_id, hand=hand).first()
    if again is not None:
        return again
    game, stored = _find(match, hand)
    holds = ruling_in_force(stored)
    if stored.revision != revision or (holds.pk if holds else None) != instead_of:
        raise StaleEdit(
            _("Somebody changed hand %(number)d, or ruled on it, while you were writing.")
            % {"number": stored.number},
            stored=stored,
            offered=finding,
        )
    if stored.status != Hand.Status.RECORDED:
        raise ActionError(_("This hand is struck out: there is nothing to rule on."))
    if not reason:
        raise ActionError(_("Say what happened, in a few words."), field="reason")
    before = sheet_of(stored)
    played = before
    if holds is not None and overtaken(holds):
        holds.revision = 0  # should it come back, it has still been overtaken
    elif holds is not None:
        played = sheet_from_json(holds.played)
    sheet = _sheet(game, played, finding)
    if holds is not None:
        _end(holds, reason, by)
    stored.game.match = match
    changed = correct_hand(
        stored, sheet, revision=revision, note=stored.note, reason=reason,
        end_confirmed=end_confirmed, by=by,
    )  # fmt: skip
    ruling = Ruling.objects.create(
        hand=changed,
        client_id=client_id,
        claimant=finding.claimant,
        accused=finding.accused,
        trick=finding.trick,
        card=finding.card,
        found=finding.found,
        rule=_number(finding.found),
        reason=reason,
        before=sheet_to_json(before),
        played=sheet_to_json(played),
        revision=changed.revision,
        penalties=_penalize(match, penalty, reason, by),
        made_by=by,
        replaces=holds,
    )
    _log(ruling, match, by)
    return ruling


@transaction.atomic
def rule_on_match(
    match: Match, penalty: Penalty, *, reason: str, client_id: UUID, by: User
) -> Ruling:
    """Penalize somebody of a match for what is no misplay of a hand.

    The same `client_id` again gives what was stored the first time. Raises ActionError without
    a reason or a figure.
    """
    match = lock_match(match)
    again = Ruling.objects.filter(client_id=client_id, match=match).first()
    if again is not None:
        return again
    refuse_finished(match.round.stage.competition)
    if not reason:
        raise ActionError(_("Say what happened, in a few words."), field="reason")
    ruling = Ruling.objects.create(
        match=match,
        client_id=client_id,
        rule=penalty.rule,
        reason=reason,
        penalties=_penalize(match, penalty, reason, by),
        made_by=by,
    )
    _log(ruling, match, by)
    return ruling


@transaction.atomic
def take_ruling_back(ruling: Ruling, *, reason: str, end_confirmed: bool = False, by: User) -> bool:
    """Undo a ruling: the hand, its penalties, and the ruling it replaced are as they were before.

    False when it was taken back already. Raises ActionError without a reason, or when the hand
    was corrected since: there is nothing to go back to.
    """
    match = lock_match(ruling.of_match)
    found = Ruling.objects.select_related("hand__game", "replaces").get(pk=ruling.pk)
    if found.ended_at is not None:
        return False
    if not reason:
        raise ActionError(_("Write why the ruling is taken back."), field="reason")
    refuse_finished(match.round.stage.competition)
    earlier = found.replaces
    _end(found, reason, by)
    if found.hand is not None:
        _game, hand = _find(match, found.hand)
        if overtaken(found):
            raise ActionError(
                _("Hand %(number)d was corrected after this ruling. Rule on it again instead.")
                % {"number": hand.number}
            )
        hand.game.match = match
        hand = correct_hand(
            hand, sheet_from_json(found.before), revision=hand.revision, note=hand.note,
            reason=reason, end_confirmed=end_confirmed, by=by,
        )  # fmt: skip
        if earlier is not None:
            _bring_back(earlier, hand, by)
    write_entry(
        "take_ruling_back",
        f"ruling:{found.pk}",
        by=by,
        match=match,
        before=_told(found),
        after={"again": earlier.pk} if earlier is not None else None,
        reason=reason,
    )
    return True


def _find(match: Match, hand: Hand) -> tuple[GameView, Hand]:
    """The hand read again in its locked match. Raises ActionError when it was undone."""
    for game in load_match(match, sheets=True).games:
        for stored in game.hands:
            if stored.pk == hand.pk:
                return game, stored
    raise ActionError(_("This hand was undone meanwhile."))


def _sheet(game: GameView, played: HandSheet, finding: Finding) -> HandSheet:
    claim = claim_of(game, finding.claimant, finding.accused)
    if claim is None:
        raise ActionError(
            _("A misplay is claimed against an opponent of this game."), field="accused"
        )
    if finding.found == STANDS:
        return played
    upheld = finding.found == Ruling.Found.UPHELD
    claim = replace(claim, upheld=upheld, trick=finding.trick, card=finding.card or None)
    return ruled_sheet(played, claim)


def _number(found: str) -> str:
    option = RULE_OF.get(Ruling.Found(found))
    return OPTIONS[option].section if option else ""


def _penalize(match: Match, penalty: Penalty | None, reason: str, by: User) -> list[int]:
    if penalty is None:
        return []
    if not penalty.owners:
        raise ActionError(_("Say who gets the penalty."), field="owners")
    return [
        add_adjustment(
            match.round.stage.competition,
            owner,
            match_points=penalty.match_points,
            points=penalty.points,
            reason=reason,
            rule=penalty.rule,
            by=by,
        ).pk
        for owner in penalty.owners
    ]


def _end(ruling: Ruling, reason: str, by: User) -> None:
    ruling.ended_at, ruling.ended_reason = timezone.now(), reason
    ruling.save(update_fields=["ended_at", "ended_reason", "revision"])
    for one in Adjustment.objects.filter(pk__in=ruling.penalties, removed_at=None).order_by("pk"):
        remove_adjustment(one, reason=reason, by=by)


def _bring_back(ruling: Ruling, hand: Hand, by: User) -> None:
    """A ruling that was replaced holds again, with the penalties that went when it was."""
    went = Adjustment.objects.filter(pk__in=ruling.penalties, removed_at__gte=ruling.ended_at)
    for one in went.order_by("pk"):
        put_back_adjustment(one, by=by)
    ruling.ended_at, ruling.ended_reason = None, ""
    ruling.revision = hand.revision if ruling.revision else 0
    ruling.save(update_fields=["ended_at", "ended_reason", "revision"])


def _log(ruling: Ruling, match: Match, by: User) -> None:
    write_entry(
        "make_ruling",
        f"ruling:{ruling.pk}",
        by=by,
        match=match,
        before={"replaces": ruling.replaces_id} if ruling.replaces_id else None,
        after=_told(ruling),
        reason=ruling.reason,
    )


def _told(ruling: Ruling) -> dict[str, object]:
    """For the log: ids and figures."""
    told: dict[str, object] = {"penalties": ruling.penalties}
    if ruling.hand is None:
        return told
    return told | {
        "hand": ruling.hand_id,
        "number": ruling.hand.number,
        "claimant": ruling.claimant_id,
        "accused": ruling.accused_id,
        "trick": ruling.trick,
        "card": ruling.card,
        "found": ruling.found,
        "option": ruling.rule,
    }
