"""What an entry plays next."""

from collections.abc import Iterable

from league.models import Match, Round
from league.queries.matches import MatchView, starts_of


def next_matches(matches: Iterable[MatchView]) -> dict[int, MatchView]:
    """Each entry's match that is in play, else the first that waits; one that was put off waits
    although its round is closed."""
    following: dict[int, MatchView] = {}
    waiting = [view for view in matches if not view.over and _still_played(view.match)]
    for view in sorted(waiting, key=_playing_first):
        for entry_id in (view.match.entry_a_id, view.match.entry_b_id):
            following.setdefault(entry_id, view)
    return following


def _still_played(match: Match) -> bool:
    return match.postponed or match.round.state != Round.State.CLOSED


def _playing_first(view: MatchView) -> tuple[bool, bool, float, int]:
    starts_at = starts_of(view.match)
    return (
        view.state != "playing",
        starts_at is None,
        starts_at.timestamp() if starts_at else 0.0,
        view.match.round.number,
    )
