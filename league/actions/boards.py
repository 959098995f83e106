"""The board on the wall: which page it stays on, held as it is, let go on."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from league.actions.journal import write_entry
from league.models import Board, Competition, User


@transaction.atomic
def turn_board(competition: Competition, *, page: str, seconds: int, by: User) -> bool:
    """Stay on one page ("" for all by turns), each screen for so many seconds; whether that is
    anything new."""
    locked, board = _lock(competition)
    if (board.page, board.seconds) == (page, seconds):
        return False
    before = {"page": board.page, "seconds": board.seconds}
    board.page, board.seconds = page, seconds
    board.save(update_fields=["page", "seconds"])
    _log("turn_board", locked, by, before, {"page": page, "seconds": seconds})
    return True


@transaction.atomic
def hold_board(competition: Competition, *, facts: Mapping[str, Any], by: User) -> bool:
    """Keep the board as it is: it shows these `facts` (ids and figures) until it is released.

    Held twice, what was held first stays, and the answer is False.
    """
    locked, board = _lock(competition)
    if board.held is not None:
        return False
    board.held, board.held_at = dict(facts), timezone.now()
    board.save(update_fields=["held", "held_at"])
    _log("hold_board", locked, by, {}, {"held": True})
    return True


@transaction.atomic
def release_board(competition: Competition, *, by: User) -> bool:
    """Let the board follow again; False where it does."""
    locked, board = _lock(competition)
    if board.held is None:
        return False
    board.held = board.held_at = None
    board.save(update_fields=["held", "held_at"])
    _log("release_board", locked, by, {"held": True}, {})
    return True


def _lock(competition: Competition) -> tuple[Competition, Board]:
    """The board and its competition, also of one that is finished: prizes are given then."""
    locked = (
        Competition.objects.select_for_update(of=("self",))
        .select_related("club")
        .get(pk=competition.pk)
    )
    return locked, Board.objects.get_or_create(competition=locked)[0]


def _log(
    verb: str,
    locked: Competition,
    by: User,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
) -> None:
    subject = f"competition:{locked.pk}"
    write_entry(verb, subject, by=by, competition=locked, before=before, after=after)
