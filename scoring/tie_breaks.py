"""What separates entries that are level: one small function a criterion (RULES 11).

A criterion measures a `Tally` (what one entry has gathered) and answers a key, higher is better,
and the value that is shown. Head-to-head alone needs the whole tied group. All figures are exact:
whole numbers, or fractions where a half point or a quotient makes them.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from hashlib import sha256
from types import MappingProxyType

Number = int | Fraction
# A sort key; only keys of one criterion are ever compared with each other.
Key = Number | tuple[int, Fraction]
Shown = Number | str | None


class TieBreak(StrEnum):
    """The criteria an organizer can put in order."""

    POINTS_DIFFERENCE = "points_difference"
    POINTS_FOR = "points_for"
    GAMES_WON = "games_won"
    WINS = "wins"
    HEAD_TO_HEAD = "head_to_head"
    BEST_GAME = "best_game"
    BUCHHOLZ = "buchholz"
    MEDIAN_BUCHHOLZ = "median_buchholz"
    SONNEBORN_BERGER = "sonneborn_berger"
    POINTS_QUOTIENT = "points_quotient"
    FEWEST_BAITS = "fewest_baits"
    LOT = "lot"


class Tally:
    """What one entry has gathered so far; filled by `standings`, read by the criteria.

    `meetings` has (opponent, halves) for each match at the table: 2 halves for a win, 1 for a draw.
    """

    __slots__ = (
        "baits",
        "best_game",
        "byes",
        "drawn",
        "entry",
        "games_won",
        "lost",
        "match_points",
        "meetings",
        "played",
        "points_against",
        "points_difference",
        "points_for",
        "shown",
        "won",
    )

    def __init__(self, entry: str) -> None:
        self.entry = entry
        self.match_points: Number = 0
        self.played = self.won = self.drawn = self.lost = self.byes = 0
        self.games_won = self.points_for = self.points_against = 0
        self.points_difference = self.best_game = self.baits = 0
        self.meetings: list[tuple[Tally, int]] = []
        self.shown: dict[TieBreak, Shown] = {}


def plain(number: Number) -> Number:
    """The same number, as an int when it is whole."""
    return number.numerator if number.denominator == 1 else number


def buchholz(tally: Tally, seed: str = "") -> Number:
    """Sum of the opponents' match points, once a meeting at the table."""
    return plain(sum([opponent.match_points for opponent, _ in tally.meetings]))


def median_buchholz(tally: Tally, seed: str = "") -> Number:
    """Buchholz without the highest and the lowest opponent; 0 with fewer than three meetings."""
    kept = sorted([opponent.match_points for opponent, _ in tally.meetings])[1:-1]
    return plain(sum(kept))


def sonneborn_berger(tally: Tally, seed: str = "") -> Number:
    """Match points of the opponents beaten, and half of those drawn with."""
    halves = sum([opponent.match_points * won for opponent, won in tally.meetings])
    return halves // 2 if halves % 2 == 0 else Fraction(halves, 2)


def points_quotient(tally: Tally) -> tuple[Key, str | None]:
    """Points for over points against: a reduced "n/d", "inf" with nothing against, None for 0/0.

    Adjustments can leave an entry below zero with nothing against: "-inf", behind every quotient.
    """
    scored, conceded = tally.points_for, tally.points_against
    if conceded:
        quotient = Fraction(scored, conceded)
        return (2, quotient), f"{quotient.numerator}/{quotient.denominator}"
    if scored:
        return ((3, Fraction(0)), "inf") if scored > 0 else ((1, Fraction(0)), "-inf")
    return (0, Fraction(0)), None


def lot(tally: Tally, seed: str) -> str:
    """The drawn lot: sha256 of "seed:entry" in hex; the smaller one stands first."""
    return sha256(f"{seed}:{tally.entry}".encode("utf-8", "surrogatepass")).hexdigest()


# The criteria whose shown value is their key.
_FIGURES: Mapping[TieBreak, Callable[[Tally], Number]] = MappingProxyType(
    {
        TieBreak.POINTS_DIFFERENCE: lambda tally: tally.points_difference,
        TieBreak.POINTS_FOR: lambda tally: tally.points_for,
        TieBreak.GAMES_WON: lambda tally: tally.games_won,
        TieBreak.WINS: lambda tally: tally.won,
        TieBreak.BEST_GAME: lambda tally: tally.best_game,
        TieBreak.BUCHHOLZ: buchholz,
        TieBreak.MEDIAN_BUCHHOLZ: median_buchholz,
        TieBreak.SONNEBORN_BERGER: sonneborn_berger,
    }
)


def measure(tally: Tally, tie_break: TieBreak, seed: str) -> tuple[Key, Shown]:
    """The key (higher is better) and the shown value of a criterion that needs one entry alone."""
    if tie_break is TieBreak.FEWEST_BAITS:
        return -tally.baits, tally.baits
    if tie_break is TieBreak.LOT:
        drawn = lot(tally, seed)
        return -int(drawn, 16), drawn
    if tie_break is TieBreak.POINTS_QUOTIENT:
        return points_quotient(tally)
    figure = _FIGURES[tie_break](tally)
    return figure, figure


def head_to_head(
    group: Sequence[Tally], match_points: tuple[Number, Number, Number]
) -> list[Number] | None:
    """Match points of each of `group` from the meetings among them, in the group's order.

    `match_points` is what a loss, a draw and a win give. None unless all of them have met each
    other equally often, at least once; byes and forfeits are no meetings.
    """
    members = {id(tally) for tally in group}
    others = len(group) - 1
    often: set[int] = set()
    gathered: list[Number] = []
    for tally in group:
        if len(tally.meetings) < others:
            return None
        met: dict[int, int] = {}
        own: Number = 0
        for opponent, halves in tally.meetings:
            if id(opponent) in members:
                met[id(opponent)] = met.get(id(opponent), 0) + 1
                own += match_points[halves]
        often.update(met.values())
        if len(met) < others or len(often) > 1:
            return None
        gathered.append(plain(own))
    return gathered
