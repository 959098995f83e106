"""A hand written down card by card, and what a reading of it says (docs/RULES.md 10)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.cards import Seat, Side, Trump
from scoring.play import PlayRule
from scoring.problems import Problem
from scoring.rules import RuleSet
from scoring.runs import Holding, RunsResult, compare_runs
from scoring.sheets import Run

SEATS = tuple(Seat)
HAND_SIZE = 9
TRICK_SIZE = 4
DECK_SIZE = 36


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """One hand card by card: nine cards a seat, and the plays in order, without seats."""

    trump: Trump
    dealer: Seat
    caller: Seat
    hands: Mapping[Seat, tuple[str, ...]]
    plays: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Misplay:
    """A card that was not legal: trick from 1, the rule it breaks, and what was legal, sorted."""

    trick: int
    seat: Seat
    card: str
    rule: PlayRule
    legal: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealReading:
    """What a deal record says.

    `counted_ns` and `counted_ew` are the card points of the tricks that are complete, the last
    trick's included when it was played; `winners` has a seat a complete trick; `bella` is the seat
    that holds king and queen of trump. `problems` has every misplay too. `dealt` says that the
    hands are a deal, nine different cards each.
    """

    deal: Deal = field(repr=False)
    rules: RuleSet = field(repr=False)
    dealt: bool
    complete: bool
    problems: tuple[Problem, ...]
    misplays: tuple[Misplay, ...]
    counted_ns: int
    counted_ew: int
    last_trick: Side | None
    winners: tuple[Seat, ...]
    bella: Seat | None

    @property
    def melds(self) -> RunsResult:
        """Who counts runs (and sets) when all are said and shown, found when asked for."""
        hands = self.deal.hands.items() if self.dealt else ()
        holdings = [Holding(seat=seat, cards=cards) for seat, cards in hands]
        return compare_runs(holdings, self.deal.trump, self.deal.dealer, self.rules)

    @property
    def runs(self) -> tuple[Run, ...]:
        """The runs that count when all are said and shown, one a holder, with their cards."""
        return self.melds.runs
