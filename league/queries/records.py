"""What somebody has done at the tables, added up from matches that are over.

Only counted hands enter: void and undone ones do not, nor does a match still in play. A game of
which only the totals are known adds its points and its winner, and no hands.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from league.models import Hand
from league.queries.games import GameView, MatchSide
from league.queries.hands import score_of
from league.queries.matches import MatchView
from scoring import RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A match from one side: `seats` are the chairs that count as ours in each game (none in a
    game of totals alone); `games` are those in which we played."""

    view: MatchView
    side: MatchSide
    games: tuple[tuple[GameView, frozenset[str]], ...]


@dataclass(slots=True, kw_only=True)
class Record:
    """Matches, games, points; calls and how they ended; runs by size, Bella, all as counted.

    `calls` are the hands we called that were played out: made, bait or half-bait.
    """

    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    forfeits: int = 0
    games: int = 0
    games_won: int = 0
    points_for: int = 0
    points_against: int = 0
    best_game: int = 0
    hands: int = 0
    calls: int = 0
    made: int = 0
    baits: int = 0
    half_baits: int = 0
    twenties: int = 0
    fifties: int = 0
    hundreds: int = 0
    bellas: int = 0

    @property
    def difference(self) -> int:
        """Points for less points against."""
        return self.points_for - self.points_against


def record_of(matches: Iterable[Played]) -> Record:
    """The record over these matches; those that are not over, or that nobody
    played because somebody had left, are passed by."""
    record = Record()
    for played in matches:
        if played.view.counts and not played.view.left:
            _add_match(record, played)
    return record


def _add_match(record: Record, played: Played) -> None:
    view = played.view
    winner = view.winner
    if view.state == "forfeit":
        record.forfeits += 1
    else:
        record.played += 1
    if winner == played.side:
        record.won += 1
    elif winner is not None or view.forfeit == "both":
        record.lost += 1
    else:
        record.drawn += 1
    if view.state == "forfeit":
        return
    for game, seats in played.games:
        if game.over:
            _add_game(record, game, played.side, seats, view.rules)


def _add_game(
    record: Record, game: GameView, side: MatchSide, seats: frozenset[str], rules: RuleSet
) -> None:
    ours, theirs = (game.a, game.b) if side == "a" else (game.b, game.a)
    record.games += 1
    record.games_won += game.winner == side
    record.points_for += ours
    record.points_against += theirs
    record.best_game = max(record.best_game, ours)
    for hand in game.counted_hands:
        _add_hand(record, hand, seats, rules)


def _add_hand(record: Record, hand: Hand, seats: frozenset[str], rules: RuleSet) -> None:
    record.hands += 1
    if hand.caller in seats and hand.verdict in ("made", "bait", "half_bait"):
        record.calls += 1
        record.made += hand.verdict == "made"
        record.baits += hand.verdict == "bait"
        record.half_baits += hand.verdict == "half_bait"
    if not hand.bella_seat and not hand.runs.all():
        return
    counted = {
        (str(step.kind), str(step.seat)) for step in score_of(hand, rules).steps if step.seat
    }
    record.bellas += sum(("bella", seat) in counted for seat in seats)
    for run in hand.runs.all():
        if run.seat in seats and ("run", run.seat) in counted:
            record.twenties += run.twenties
            record.fifties += run.fifties
            record.hundreds += run.hundreds
