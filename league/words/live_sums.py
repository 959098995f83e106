"""The sentences of the live sum as data, for the phone that makes the sum by itself."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.words.games import BLOCKED, ENDS, after_end
from league.words.problems import SENTENCES
from league.words.sheets import (
    BARS,
    OUTCOMES,
    SUMS,
    TERMS,
    TRUMPS,
    VERDICTS,
    run_words,
)
from scoring import Code

# What is not there yet is asked for, not scolded about.
ASKED: Mapping[str, Any] = {
    "caller_missing": gettext_lazy("Whose say was it?"),
    "trump_missing": gettext_lazy("What was trump?"),
    "bid_missing": gettext_lazy("What was the bid?"),
    "count_missing": gettext_lazy("What is the count?"),
    "claim_incomplete": gettext_lazy("Who claimed the misplay, and was it proved?"),
    "thrown_by": gettext_lazy("Who threw it in?"),
}
GOES_ON = gettext_lazy("With this the game is not over any more: it goes on.")
# Problems of matches and of deal records, which no hand sheet has.
_ELSEWHERE = {
    *(Code.GAME_CLOSED_EARLY, Code.MATCH_ALREADY_OVER, Code.NOT_36_CARDS, Code.CARD_TWICE),
    *(Code.WRONG_HAND_SIZE, Code.NOT_THAT_PLAYERS_TURN, Code.CARD_NOT_HELD, Code.MISPLAY),
    Code.BAD_VALUE,
}


def sum_sentences() -> dict[str, Any]:
    """Every sentence of the live sum in the reader's language, its figures still open."""
    tables = {
        "problems": {key: s for key, s in SENTENCES.items() if key not in _ELSEWHERE},
        "asked": ASKED,
        "terms": TERMS,
        "bars": BARS,
        "outcomes": OUTCOMES,
        "sums": SUMS,
        "verdicts": VERDICTS,
        "trumps": TRUMPS,
        "ends": ENDS,
        "blocked": BLOCKED,
    }
    return {
        **{name: {str(key): str(s) for key, s in table.items()} for name, table in tables.items()},
        "after_end": [after_end(1), after_end(2)],
        "goes_on": str(GOES_ON),
        "listed": _("%(most)s and %(last)s"),
        "no_run": _("no run"),
        # Nobody has more runs than these: hundreds, fifties, twenties, from one up.
        "runs": [
            [run_words(0, 0, 1)],
            [run_words(0, count, 0) for count in (1, 2)],
            [run_words(count, 0, 0) for count in (1, 2, 3)],
        ],
        "yes": _("Yes, that is right."),
        "strike_out": _("Strike them out."),
        "moves": [_("Running totals"), _("Hand"), _("before"), _("after")],
        "alone": _("No line just now: this sum is the phone’s own."),
    }
