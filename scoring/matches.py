"""Matches of one game or of best of N games (docs/RULES.md 7)."""

from dataclasses import dataclass
from typing import Literal

from scoring.problems import Code, Problem

Party = Literal["a", "b"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchGame:
    """One game of a match: totals of `a` and `b` in points; a drawn game is over without a
    winner."""

    a: int
    b: int
    over: bool
    winner: Party | None
    baits_a: int = 0
    baits_b: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchScore:
    """Games won, and who won the match; None while it is not over, for a draw and for two forfeits.

    `next_game` is the number, from 1, of the game to be played (or to be finished) next; None when
    the match is over.
    """

    games_a: int
    games_b: int
    over: bool
    winner: Party | None
    next_game: int | None
    problems: tuple[Problem, ...] = ()


def score_match(
    games: tuple[MatchGame, ...],
    *,
    best_of: int = 1,
    forfeit: Literal["a", "b", "both"] | None = None,
) -> MatchScore:
    """Reads the games in order of play.

    A match is over when its last game is, or as soon as nobody can catch up: 2-0 closes a best of
    three. A drawn game uses up one of the N. Each game beyond the end is a problem
    match_already_over and counts for nobody. `forfeit` names who forfeits: the games stay as
    played, the match goes to the other. Raises ValueError for a best of less than one.
    """
    if best_of < 1:
        raise ValueError(f"best of {best_of} games")
    games_a = games_b = finished = 0
    over = False
    problems: list[Problem] = []
    for number, game in enumerate(games, 1):
        if over:
            params = {"game": number, "games_a": games_a, "games_b": games_b, "best_of": best_of}
            problems.append(Problem(Code.MATCH_ALREADY_OVER, "games", params))
        elif game.over:
            finished += 1
            games_a += game.winner == "a"
            games_b += game.winner == "b"
            over = finished == best_of or abs(games_a - games_b) > best_of - finished
    winner: Party | None = None
    if over and games_a != games_b:
        winner = "a" if games_a > games_b else "b"
    if forfeit is not None:
        over = True
        winner = None if forfeit == "both" else "b" if forfeit == "a" else "a"
    return MatchScore(
        games_a=games_a,
        games_b=games_b,
        over=over,
        winner=winner,
        next_game=None if over else finished + 1,
        problems=tuple(problems),
    )
