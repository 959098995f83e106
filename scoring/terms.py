"""A rule set turned into the figures that checking and scoring ask for, once a rule set."""

from collections.abc import Mapping
from typing import NamedTuple, cast

from scoring.cards import CARD_NUMBER, RANKS, SUITS, Trump
from scoring.rules import RuleSet
from scoring.runs import cut
from scoring.sheets import FIFTY, HUNDRED, TWENTY, BellaCall

# The fixed threshold and the flat awards (RULES 6.5, 6.6, 6.11, 6.12).
FIXED_THRESHOLD = 82
FLAT_AWARD = 162
FLAT_AWARD_PLUS = 262
HAND_SIZE = 9


def possible_in_nine_cards(run_long: str) -> frozenset[tuple[int, int, int]]:
    """(twenties, fifties, hundreds) that fit in nine cards (RULES 4.3): 3a + 4b (+ 5c) <= 9."""
    most_hundreds = 1 if run_long == "quint100" else 0
    return frozenset(
        (twenties, fifties, hundreds)
        for twenties in range(4)
        for fifties in range(3)
        for hundreds in range(most_hundreds + 1)
        if 3 * twenties + 4 * fifties + 5 * hundreds <= HAND_SIZE
    )


class WrittenRun(NamedTuple):
    """A sequence written card by card: what it counts, its suit, a bit a card (CARD_NUMBER)."""

    twenties: int
    fifties: int
    hundreds: int
    suit: str
    mask: int


def written_runs(run_long: str) -> Mapping[tuple[str, ...], WrittenRun]:
    """Every sequence of three or more, by its cards from the top and from the bottom."""
    found = {}
    for suit in SUITS:
        for low in range(len(RANKS) - 2):
            for high in range(low + 3, len(RANKS) + 1):
                cards = tuple(rank + suit for rank in RANKS[low:high])
                worth = [points for points, _ in cut(high - low, run_long)]
                figures = (worth.count(TWENTY), worth.count(FIFTY), worth.count(HUNDRED))
                run = WrittenRun(*figures, suit, mask_of(cards))
                found[cards] = found[cards[::-1]] = run
    return found


def mask_of(cards: tuple[str, ...]) -> int:
    """A bit for each card."""
    return sum(1 << CARD_NUMBER[card] for card in cards)


class Terms:
    """Look-ups of one rule set. Figures in points."""

    __slots__ = (
        *("awards", "base", "bella_calls", "bid", "bids", "coat", "fixed", "forced", "hang"),
        *("last_trick", "lose_hand", "no_trump_bonus", "possible", "flat_bait", "whole_bait"),
        *("bells", "written_runs"),
    )

    def __init__(self, rules: RuleSet) -> None:
        # Points in the tricks by what was called; no trump stands here even where it is refused.
        self.base: Mapping[str, int] = {trump: rules.base(trump) for trump in Trump}
        # Lowest bid by what may be called; what may not be called is missing.
        self.bids: dict[str, int] = dict.fromkeys(Trump, rules.min_bid)
        self.bids[Trump.NO_TRUMP] = rules.no_trump_min_bid
        if not rules.no_trump:
            del self.bids[Trump.NO_TRUMP]
        self.last_trick: int = rules.last_trick
        self.possible = possible_in_nine_cards(rules.run_long)
        self.written_runs = written_runs(rules.run_long)
        # King and queen of trump, a bit a card; nothing at no trump.
        self.bells: Mapping[str, int] = {
            trump: mask_of((f"K{trump}", f"Q{trump}")) if trump.suit else 0 for trump in Trump
        }
        # Calls of Bella that bring the 20.
        self.bella_calls: frozenset[str] = frozenset(
            call
            for call, good in (
                (BellaCall.LAST, True),
                (BellaCall.FIRST, rules.bella_call == "either"),
                (BellaCall.WITH_RUN, rules.bella_with_run),
            )
            if good
        )
        self.lose_hand: bool = rules.first_bella == "lose_hand" and rules.bella_call == "last"
        self.forced: bool = rules.all_pass == "force_dealer"
        self.bid: bool = rules.contract == "bid"
        self.fixed: bool = rules.threshold == "fixed_82"
        self.flat_bait: bool = rules.bait_award == "flat_162"
        self.whole_bait: bool = rules.half_bait == "whole_bait"
        self.hang: bool = rules.half_bait == "hang"
        self.coat: int = rules.coat
        self.no_trump_bonus: bool = rules.no_trump_bonus == 100
        # What the other side writes when a hand is stopped: None is the whole total.
        self.awards: Mapping[str, int | None] = {
            "proved": _award(rules.renege_award),
            "wrong": _award(rules.false_claim_award),
            "thrown_in": _award(rules.throw_in_award),
        }


def _award(option: str) -> int | None:
    return {"flat_162": FLAT_AWARD, "flat_162_plus_100": FLAT_AWARD_PLUS}.get(option)


def terms_of(rules: RuleSet) -> Terms:
    """The terms of `rules`, worked out at the first asking."""
    terms = cast("Terms | None", rules.compiled)
    if terms is None:
        terms = Terms(rules)
        object.__setattr__(rules, "compiled", terms)
    return terms
