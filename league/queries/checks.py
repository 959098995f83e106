"""What a sheet would come to if it were saved: its problems, its score, and how the game moves."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from league.models import Hand
from league.queries.games import GameView, match_side, score_hands
from league.queries.hands import columns_of, lowered_of
from league.queries.matches import MatchView
from scoring import GameScore, HandScore, HandSheet, MatchGame, Problem, judge, score_match

Blocked = Literal["next_game_begun", "match_already_over"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """A sheet looked at before it is stored.

    `number` is the hand's number; `problems` are the sheet's own and those of its place in the
    game; `score` is None while the sheet has errors. `before` and `after` are the game without
    and with the change (`after` None when there is no score). `after_end` are the numbers of
    later hands that would stand after the end of the game; `blocked` says why a later game
    forbids the change.
    """

    number: int
    problems: tuple[Problem, ...]
    score: HandScore | None
    before: GameScore
    after: GameScore | None
    after_end: tuple[int, ...] = ()
    blocked: Blocked | None = None

    @property
    def errors(self) -> tuple[Problem, ...]:
        return tuple(problem for problem in self.problems if not problem.warning)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        return tuple(problem for problem in self.problems if problem.warning)

    @property
    def end_moves(self) -> bool:
        """Whether a game that was over is not any more, is now, or has another winner."""
        if self.after is None:
            return False
        was = (self.before.over, self.before.winner)
        return was != (self.after.over, self.after.winner)


def check_new(view: MatchView, game: GameView, sheet: HandSheet) -> Check:
    """The sheet as the next hand of the game in play. Reads nothing from the database."""
    number = len(game.hands) + 1
    return _check(view, game, sheet, number, list(game.hands))


def check_correction(view: MatchView, game: GameView, hand: Hand, sheet: HandSheet) -> Check:
    """The sheet in place of a stored hand. Reads nothing from the database."""
    return _check(view, game, sheet, hand.number, list(game.hands))


def check_void(view: MatchView, game: GameView, hand: Hand) -> Check:
    """A hand struck out: it keeps its line and its deal and scores nothing."""
    struck = Hand(
        game=game.game, number=hand.number, dealer=hand.dealer, outcome=hand.outcome,
        status=Hand.Status.VOID, score_ns=0, score_ew=0, hanging=0,
    )  # fmt: skip
    hands = [struck if other.number == hand.number else other for other in game.hands]
    after = _score(view, game, hands)
    return Check(
        number=hand.number,
        problems=(),
        score=None,
        before=game.score,
        after=after,
        after_end=_after_end(after, hands, hand.number),
        blocked=_blocked(view, game, after),
    )


def _check(
    view: MatchView, game: GameView, sheet: HandSheet, number: int, hands: list[Hand]
) -> Check:
    lowered = lowered_of(view.match.round.stage.competition)
    problems, score = judge(sheet, view.rules, lowered=lowered)
    if score is None or sheet.dealer is None:
        return Check(number=number, problems=problems, score=None, before=game.score, after=None)
    written = Hand(game=game.game, number=number, **columns_of(sheet, score))
    if number > len(hands):
        hands.append(written)
    else:
        hands[number - 1] = written
    after = _score(view, game, hands)
    own = tuple(
        problem
        for problem in after.problems
        if problem.params.get("hand") == number and problem not in problems
    )
    return Check(
        number=number,
        problems=problems + own,
        score=score,
        before=game.score,
        after=after,
        after_end=_after_end(after, hands, number),
        blocked=_blocked(view, game, after),
    )


def _score(view: MatchView, game: GameView, hands: Sequence[Hand]) -> GameScore:
    competition = view.match.round.stage.competition
    return score_hands(
        game.game, hands, view.rules, competition.match_play, lowered=lowered_of(competition)
    )


def _after_end(after: GameScore, hands: Sequence[Hand], number: int) -> tuple[int, ...]:
    late = {
        problem.params["hand"]
        for problem in after.problems
        if problem.code == "hand_after_game_over"
    }
    return tuple(
        hand.number
        for hand in hands
        if hand.number in late and hand.number > number and hand.status == Hand.Status.RECORDED
    )


def _blocked(view: MatchView, game: GameView, after: GameScore) -> Blocked | None:
    """Whether games that have begun since would stand on an unfinished game, or on none at all."""
    later = [other for other in view.games if other.number > game.number]
    if not later:
        return None
    if not after.over:
        return "next_game_begun"
    winner = match_side(game.game, after.winner) if after.winner else None
    games = tuple(
        MatchGame(a=0, b=0, over=True, winner=winner)
        if other.number == game.number
        else MatchGame(a=other.a, b=other.b, over=other.over, winner=other.winner)
        for other in view.games
    )
    return "match_already_over" if score_match(games, best_of=view.best_of).problems else None
