"""The rules of Tarabish as a library: hands, runs, sheets, scores. Standard library only."""

from scoring.cards import (
    CARDS,
    RANKS,
    Seat,
    Side,
    Suit,
    Trump,
    card_points,
    holds_bella,
)
from scoring.problems import LOWERABLE, Code, Problem
from scoring.rules import OPTIONS, PRESETS, Option, RuleError, RuleSet
from scoring.sheets import (
    Bella,
    BellaCall,
    Claim,
    FourOfAKind,
    HandSheet,
    Outcome,
    Run,
    Verdict,
)

__all__ = [
    "CARDS",
    "LOWERABLE",
    "OPTIONS",
    "PRESETS",
    "RANKS",
    "Bella",
    "BellaCall",
    "Claim",
    "Code",
    "FourOfAKind",
    "HandSheet",
    "Option",
    "Outcome",
    "Problem",
    "RuleError",
    "RuleSet",
    "Run",
    "Seat",
    "Side",
    "Suit",
    "Trump",
    "Verdict",
    "card_points",
    "holds_bella",
]
