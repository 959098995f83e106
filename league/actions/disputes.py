"""A side does not accept a sheet; it takes that back, or an organizer settles it."""

from typing import Literal

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actions.acceptance import figures_of, refuse_answers
from league.actions.bracket_slots import settle_match
from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.actions.locks import lock_match
from league.actions.matches import mark_corrected, refuse_finished
from league.models import Actor, Dispute, Match, User, account_of
from league.queries.match_states import is_final, open_dispute
from league.queries.matches import MatchSide, load_match
from league.queries.scorers import side_of
from league.queries.second_sheets import both_write


@transaction.atomic
def dispute_match(match: Match, *, side: MatchSide, words: str, by: Actor) -> bool:
    """Say for `side` that the sheet is not what was played; it counts for nobody until settled.

    False when that is disputed already (nothing changes). Raises ActionError without words, for a
    match that is not over or a final one, and for the side that handed the sheet in itself.
    """
    match = lock_match(match)
    if open_dispute(match) is not None:
        return False
    refuse_answers(match, by)
    view = load_match(match)
    if not view.over or view.forfeit is not None:
        raise ActionError(_("The match is not over yet: there is nothing to dispute."))
    if is_final(match, timezone.now()):
        raise ActionError(_("This result is final. Ask an organizer."))
    if match.accepted_at is None and side == match.submitted_side:
        raise ActionError(_("Your side handed it in: take it back and put it right."), field="side")
    if not words:
        raise ActionError(_("Say what is wrong, in a few words."), field="words")
    made = Dispute.objects.create(match=match, side=side, words=words, made_by=account_of(by))
    write_entry(
        "dispute_match",
        f"match:{match.pk}",
        by=by,
        match=match,
        before=figures_of(view),
        after={"dispute": made.pk, "side": side},
        reason=words,
    )
    settle_match(match, by=by)
    return True


@transaction.atomic
def withdraw_dispute(match: Match, *, by: Actor) -> bool:
    """The side takes its dispute back: the sheet stands as it did before; False when none is open.

    Raises ActionError for a player of the other side.
    """
    match = lock_match(match)
    found = open_dispute(match)
    if found is None:
        return False
    refuse_answers(match, by)
    if isinstance(by, User) and side_of(by, match) not in (None, found.side):
        raise ActionError(_("The other side disputes it: an organizer settles it."))
    if both_write(match):
        raise ActionError(_("The two sheets differ: an organizer settles it."))
    close_dispute(match, found, Dispute.Settled.WITHDRAWN, words="", by=by)
    settle_match(match, by=by)
    return True


@transaction.atomic
def settle_dispute(
    match: Match, *, how: Literal["stands", "corrected"], words: str, by: User
) -> bool:
    """An organizer settles it: the sheet "stands", or was "corrected" (before, on its own page).

    The result is accepted then, and its time for corrections begins; a sheet that is not over any
    more is simply open again. False when no dispute is open. Raises ActionError without words, and
    for a sheet that should stand and is not over.
    """
    match = lock_match(match)
    found = open_dispute(match)
    if found is None:
        return False
    refuse_finished(match.round.stage.competition)
    if not words:
        raise ActionError(_("Say how it was settled, in a few words."), field="words")
    over = load_match(match).over
    if how == "stands" and not over:
        raise ActionError(_("This match is not over: correct the sheet, or let them play on."))
    if over and match.forfeit is None:
        match.accepted_at, match.accepted_by = timezone.now(), by
        match.save(update_fields=["accepted_at", "accepted_by"])
    close_dispute(match, found, Dispute.Settled(how), words=words, by=by)
    settle_match(match, by=by)
    return True


def close_dispute(
    match: Match, found: Dispute, how: Dispute.Settled, *, words: str, by: Actor
) -> None:
    """Store on a locked match how its dispute ended, and write it down."""
    found.settled, found.settled_words = how, words
    found.settled_at, found.settled_by = timezone.now(), account_of(by)
    found.save(update_fields=["settled", "settled_words", "settled_at", "settled_by"])
    if how == Dispute.Settled.CORRECTED:
        mark_corrected(match, words)
    write_entry(
        "settle_dispute",
        f"match:{match.pk}",
        by=by,
        match=match,
        before={"dispute": found.pk, "side": found.side},
        after={
            "settled": how.value,
            "accepted": match.accepted_at is not None,
            **figures_of(load_match(match)),
        },
        reason=words,
    )
