"""A match as it stands: what its pages, tables and brackets ask of it."""

from dataclasses import dataclass
from typing import Literal

from league.models import Match
from league.queries.games import GameView, MatchSide
from league.queries.sheets_rules import Acceptance
from scoring import MatchScore, RuleSet

State = Literal["waiting", "playing", "over", "accepted", "forfeit"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchView:
    """A match with its games. `score` is the score in games; `winner` is "a", "b" or None.

    `state`: "waiting" (nothing written yet), "playing", "over" (the sheet is not signed),
    "accepted", "forfeit".
    `forfeit` names who forfeits ("a", "b", "both"): written down, because an entry has left the
    competition (`left`) before this match was over, or by the competition's rule for matches of
    which nothing was written in time (`late`); bringing it back, or putting the match off, leaves
    no trace. `disputed`: a side does not accept the sheet, and nobody has settled that yet.
    """

    match: Match
    games: tuple[GameView, ...]
    score: MatchScore
    state: State
    rules: RuleSet
    best_of: int
    forfeit: Literal["a", "b", "both"] | None = None
    disputed: bool = False
    late: bool = False
    acceptance: Acceptance = "one"

    @property
    def left(self) -> bool:
        """Whether it is forfeited only because somebody has left the competition."""
        return self.forfeit is not None and self.match.forfeit is None and not self.late

    @property
    def counts(self) -> bool:
        """Whether its result counts in a table: over and not disputed. Where both sides write
        their own sheet, it counts once the two agree or an organizer has settled it."""
        if self.acceptance == "blind":
            return self.settled
        return self.score.over and not self.disputed

    @property
    def settled(self) -> bool:
        """Whether its winner goes on in a bracket: it counts, and the other side has accepted it
        where the competition asks for that."""
        accepted = self.acceptance == "one" or self.match.accepted_at is not None
        return self.score.over and not self.disputed and (accepted or self.forfeit is not None)

    @property
    def winner(self) -> MatchSide | None:
        return self.score.winner

    @property
    def over(self) -> bool:
        return self.score.over

    @property
    def stands(self) -> bool:
        """Whether nobody waits for it any more: it counts, in a bracket it sends somebody on."""
        return self.settled if self.match.slot is not None else self.counts

    @property
    def drawn(self) -> bool:
        return self.score.over and self.score.winner is None and self.forfeit is None

    @property
    def current(self) -> GameView | None:
        """The game in play, or the last one played; None before the first."""
        return self.games[-1] if self.games else None

    @property
    def next_game(self) -> int | None:
        """The number of the game to start now; None in the middle of one and after the last."""
        if self.score.over or (self.games and not self.games[-1].over):
            return None
        return len(self.games) + 1
