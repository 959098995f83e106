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
from scoring.runs import FoundRun, Holding, RunsResult, compare_runs, find_runs, find_sets
from scoring.sheet_json import ShapeError, sheet_from_json, sheet_to_json
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
    "FoundRun",
    "FourOfAKind",
    "HandSheet",
    "Holding",
    "Option",
    "Outcome",
    "Problem",
    "RuleError",
    "RuleSet",
    "Run",
    "RunsResult",
    "Seat",
    "ShapeError",
    "Side",
    "Suit",
    "Trump",
    "Verdict",
    "card_points",
    "compare_runs",
    "find_runs",
    "find_sets",
    "holds_bella",
    "sheet_from_json",
    "sheet_to_json",
]
