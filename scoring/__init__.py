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
from scoring.checks import check_sheet
from scoring.deal_records import Deal, DealReading, Misplay
from scoring.deals import UnclearDeal, play_out, read_deal, sheet_from_deal
from scoring.games import (
    GameHand,
    GameMode,
    GamePlay,
    GameReason,
    GameScore,
    next_dealer,
    score_game,
    score_totals,
)
from scoring.hands import (
    HandScore,
    Step,
    UnscorableSheet,
    judge,
    score_checked,
    score_hand,
)
from scoring.matches import MatchGame, MatchScore, score_match
from scoring.play import PlayRule, legal_cards, trick_winner
from scoring.problems import LOWERABLE, Code, Problem
from scoring.results import Adjustment, GameResult, Result
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
from scoring.standings import Row, compute_standings
from scoring.standings_rules import (
    PointsSystem,
    RankBy,
    StandingsError,
    StandingsRules,
    TieMode,
)
from scoring.tie_breaks import TieBreak

__all__ = [
    "CARDS",
    "LOWERABLE",
    "OPTIONS",
    "PRESETS",
    "RANKS",
    "Adjustment",
    "Bella",
    "BellaCall",
    "Claim",
    "Code",
    "Deal",
    "DealReading",
    "FoundRun",
    "FourOfAKind",
    "GameHand",
    "GameMode",
    "GamePlay",
    "GameReason",
    "GameResult",
    "GameScore",
    "HandScore",
    "HandSheet",
    "Holding",
    "MatchGame",
    "MatchScore",
    "Misplay",
    "Option",
    "Outcome",
    "PlayRule",
    "PointsSystem",
    "Problem",
    "RankBy",
    "Result",
    "Row",
    "RuleError",
    "RuleSet",
    "Run",
    "RunsResult",
    "Seat",
    "ShapeError",
    "Side",
    "StandingsError",
    "StandingsRules",
    "Step",
    "Suit",
    "TieBreak",
    "TieMode",
    "Trump",
    "UnclearDeal",
    "UnscorableSheet",
    "Verdict",
    "card_points",
    "check_sheet",
    "compare_runs",
    "compute_standings",
    "find_runs",
    "find_sets",
    "holds_bella",
    "judge",
    "legal_cards",
    "next_dealer",
    "play_out",
    "read_deal",
    "score_checked",
    "score_game",
    "score_hand",
    "score_match",
    "score_totals",
    "sheet_from_deal",
    "sheet_from_json",
    "sheet_to_json",
    "trick_winner",
]
