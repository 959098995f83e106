"""A hand on which an organizer has ruled is not changed at the table."""

from django.utils.translation import gettext as _

from league.actions.errors import ActionError
from league.models import Actor, Hand, Match, Ruling
from league.permissions import may_organize
from league.queries.rulings import ruling_in_force


def refuse_ruled(hand: Hand, match: Match, by: Actor, *, undo: bool = False) -> None:
    """Raise ActionError when a ruling holds on this hand and `by` does not organize; to take the
    hand off (`undo`) the ruling goes first, whoever asks."""
    organizes = may_organize(by, match.round.stage.competition.club)
    if (organizes and not undo) or ruling_in_force(hand) is None:
        return
    raise ActionError(
        _("There is a ruling on hand %(number)d: take the ruling back first.")
        % {"number": hand.number}
        if organizes
        else _("There is a ruling on hand %(number)d. Ask an organizer.") % {"number": hand.number}
    )


def refuse_ruled_sheet(match: Match) -> None:
    """Raise ActionError when a ruling holds on a hand of this match: who is named in it, and its
    penalties, would be people of another table."""
    ruled = Ruling.objects.filter(hand__game__match=match, ended_at=None).select_related("hand")
    first = ruled.order_by("hand__game__number", "hand__number").first()
    if first is not None and first.hand is not None:
        raise ActionError(
            _("There is a ruling on hand %(number)d: take the ruling back first.")
            % {"number": first.hand.number}
        )
