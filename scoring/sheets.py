"""The hand sheet: what was written down for one hand, right or wrong (docs/RULES.md 10.2).

Nothing is refused here but JSON of the wrong shape; `check_sheet` says what is wrong with a sheet.
"""

from dataclasses import dataclass
from enum import StrEnum

from scoring.cards import Seat, Side, Trump


class Outcome(StrEnum):
    """How the hand ended."""

    PLAYED = "played"
    PASSED_OUT = "passed_out"
    MISPLAY = "misplay"
    THROWN_IN = "thrown_in"


class BellaCall(StrEnum):
    """When the holder said Bella: on the second card, on the first, with a shown run, or never."""

    LAST = "last"
    FIRST = "first"
    WITH_RUN = "run"
    NONE = "none"


class Verdict(StrEnum):
    """What came of the hand."""

    MADE = "made"
    BAIT = "bait"
    HALF_BAIT = "half_bait"
    MISPLAY = "misplay"
    THROWN_IN = "thrown_in"
    PASSED_OUT = "passed_out"
    LOST_HAND = "lost_hand"


# RULES 4.1, 4.2, 5.1.
TWENTY = 20
FIFTY = 50
HUNDRED = 100
BELLA = 20
# Four of a kind, by rank (RULES 4.9); no eights, sevens or sixes.
SET_POINTS = {"J": 200, "9": 150, "A": 100, "T": 100, "K": 100, "Q": 100}


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """The runs one player said: how many of each, whether shown, whether they are counted.

    `cards` (optional) lists the cards a run, `hundreds` only under run_long quint100.
    """

    seat: Seat
    twenties: int = 0
    fifties: int = 0
    hundreds: int = 0
    shown: bool = True
    counted: bool = True
    cards: tuple[tuple[str, ...], ...] = ()

    @property
    def points(self) -> int:
        """What these runs are worth, counted or not."""
        return TWENTY * self.twenties + FIFTY * self.fifties + HUNDRED * self.hundreds


@dataclass(frozen=True, slots=True, kw_only=True)
class FourOfAKind:
    """Four cards of one rank in one hand, counted (option `sets`)."""

    seat: Seat
    rank: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Bella:
    """King and queen of trump in one hand; `points` is what the paper says, None when silent."""

    seat: Seat
    call: BellaCall = BellaCall.LAST
    points: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A misplay claimed: by whom, against whom, and whether it was proved."""

    by: Side | None = None
    against: Side | None = None
    upheld: bool | None = None
    trick: int | None = None
    seat: Seat | None = None
    card: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSheet:
    """One row of the paper. Counts are card points with the last trick's; one is enough."""

    outcome: Outcome = Outcome.PLAYED
    trump: Trump | None = None
    dealer: Seat | None = None
    caller: Seat | None = None
    forced: bool = False
    bid: int | None = None
    count_ns: int | None = None
    count_ew: int | None = None
    last_trick: Side | None = None
    runs: tuple[Run, ...] = ()
    sets: tuple[FourOfAKind, ...] = ()
    bella: tuple[Bella, ...] = ()
    claim: Claim | None = None
    thrown_by: Side | None = None
    claimed_result: Verdict | None = None
    claimed_score_ns: int | None = None
    claimed_score_ew: int | None = None
