"""What can be wrong with a sheet, a game or a deal record (docs/RULES.md 8).

Codes and figures only: the sentence for people is made by whoever shows it.
"""

import dataclasses
from collections.abc import Mapping
from enum import StrEnum


class Code(StrEnum):
    """Every problem the engine can find, by the rule it breaks."""

    # Counts.
    COUNT_SUM = "count_sum"
    COUNT_OUT_OF_RANGE = "count_out_of_range"
    COUNT_UNREACHABLE = "count_unreachable"
    COUNT_MISSING = "count_missing"
    LAST_TRICK_MISMATCH = "last_trick_mismatch"
    # Runs and sets.
    RUNS_MORE_THAN_ONE_PLAYER = "runs_more_than_one_player"
    RUNS_BOTH_SIDES = "runs_both_sides"
    RUNS_IMPOSSIBLE_FOR_NINE_CARDS = "runs_impossible_for_nine_cards"
    RUN_NOT_SHOWN = "run_not_shown"
    RUN_NOT_CONSECUTIVE = "run_not_consecutive"
    RUN_CARD_TWICE = "run_card_twice"
    RUN_BEATEN = "run_beaten"
    RUN_CANCELLED = "run_cancelled"
    SETS_NOT_ALLOWED = "sets_not_allowed"
    # Bella.
    BELLA_TWICE = "bella_twice"
    BELLA_WITHOUT_TRUMP = "bella_without_trump"
    BELLA_CALLED_ON_FIRST = "bella_called_on_first"
    BELLA_NOT_CALLED = "bella_not_called"
    BELLA_HOLDER_IMPOSSIBLE = "bella_holder_impossible"
    # The call and how the hand ended.
    NO_TRUMP_NOT_ALLOWED = "no_trump_not_allowed"
    TRUMP_MISSING = "trump_missing"
    CALLER_MISSING = "caller_missing"
    FORCED_BUT_NOT_DEALER = "forced_but_not_dealer"
    PASS_OUT_NOT_ALLOWED = "pass_out_not_allowed"
    PASS_OUT_WITH_TRUMP = "pass_out_with_trump"
    PASS_OUT_WITH_POINTS = "pass_out_with_points"
    STOPPED_HAND_WITH_COUNT = "stopped_hand_with_count"
    CLAIM_INCOMPLETE = "claim_incomplete"
    BID_MISSING = "bid_missing"
    BID_TOO_LOW = "bid_too_low"
    # What the paper says against what the rules say.
    RESULT_MISMATCH = "result_mismatch"
    SCORE_MISMATCH = "score_mismatch"
    # Unlikely but possible: only ever warnings.
    EVERY_CARD_POINT = "every_card_point"
    FORCED_WITHOUT_RULE = "forced_without_rule"
    FIELD_NOT_USED = "field_not_used"
    # A field that holds no value of its kind; sheets read from JSON never have it.
    BAD_VALUE = "bad_value"
    # Games and matches.
    DEALER_OUT_OF_TURN = "dealer_out_of_turn"
    HAND_AFTER_GAME_OVER = "hand_after_game_over"
    GAME_CLOSED_EARLY = "game_closed_early"
    MATCH_ALREADY_OVER = "match_already_over"
    # Deal records.
    NOT_36_CARDS = "not_36_cards"
    CARD_TWICE = "card_twice"
    WRONG_HAND_SIZE = "wrong_hand_size"
    NOT_THAT_PLAYERS_TURN = "not_that_players_turn"
    CARD_NOT_HELD = "card_not_held"
    MISPLAY = "misplay"


# What an organizer may lower to a warning for a competition; sums never (RULES 8.4).
LOWERABLE: frozenset[Code] = frozenset(
    {
        Code.COUNT_UNREACHABLE,
        Code.LAST_TRICK_MISMATCH,
        Code.DEALER_OUT_OF_TURN,
        Code.RUN_BEATEN,
        Code.RUN_CANCELLED,
        Code.BELLA_HOLDER_IMPOSSIBLE,
        Code.FORCED_BUT_NOT_DEALER,
        Code.RESULT_MISMATCH,
    }
)


@dataclasses.dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong (or, as a warning, unlikely).

    `field` names the field of the sheet form it belongs to: "count_ns", "count_ew", "trump",
    "dealer", "caller", "bid", "runs", "runs.N" (a seat), "sets", "bella", "claim", "thrown_by",
    "outcome", "last_trick", "forced", "claimed_result", "claimed_score". `params` holds the figures
    (points, seats, cards). A warning is to be confirmed, never refused.
    """

    code: Code
    field: str
    params: Mapping[str, object] = dataclasses.field(default_factory=dict, hash=False)
    warning: bool = False
