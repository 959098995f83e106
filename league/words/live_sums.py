"""The sentences of the live sum as data, for the phone that makes the sum by itself."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

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
from league.words.waiting import other_account_words
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


def page_sentences() -> dict[str, Any]:
    """What the entry page says where it turns by itself, and of what waits on the phone; of two
    sentences the first is for one hand, the second for `count` of them."""
    return {
        "hand": _("Hand %(number)s"),
        "now": _("hand %(number)s"),
        "save": _("Save hand %(number)s"),
        "correct": _("Correct hand %(number)s"),
        "correcting": _("correcting hand %(number)s"),
        "correct_this": _("Correct this hand"),
        "back": _("Back"),
        "why": _("Write why this hand is corrected."),
        "undo": _("Undo"),
        "undo_hand": _("Undo hand %(number)s"),
        "undone": _("Hand %(number)d is off the sheet. It stands in the form again."),
        "kept": _("hand %(number)s noted"),
        "saved": _("hand %(number)s saved ✓"),
        "here": _("not sent yet"),
        "sheet": _("Score sheet"),
        "wait": _("The rest comes when the line is back."),
        "next_game": _("Game %(number)d is next."),
        "begin": _("In the same seats it begins right here. Who deals first?"),
        "game_sheet": _("Game %(number)d"),
        "game_now": _("game %(number)d"),
        "seated_anew": _("seats changed: enter this hand again"),
        "no_hand": _("No hand yet. %(name)s deals first."),
        "called": _("called by"),
        "dealt": _("dealt by"),
        "total": _("total"),
        "run": _("run %(points)s"),
        "bells": _("bells"),
        "awarded": _("+ %(points)s that waited"),
        "waiting": [_waiting(count) for count in (1, 2)],
        **other_account_words(),
        "look": [_("Look at it"), _("Look at them")],
        "sign_in": [_sign_in(count) for count in (1, 2)],
        "question": [_question(count) for count in (1, 2)],
        "keeps_nothing": _(
            "This browser keeps nothing: hands are safe only while this page is open."
        ),
        "stay": _(
            "Keep this page open: on this address a reload needs the network; "
            "the hands are kept all the same."
        ),
    }


def _waiting(count: int) -> str:
    return ngettext(
        "%(count)d hand on this phone, not sent yet",
        "%(count)d hands on this phone, not sent yet",
        count,
    )


def _sign_in(count: int) -> str:
    return ngettext(
        "Sign in again to send %(count)d hand", "Sign in again to send %(count)d hands", count
    )


def _question(count: int) -> str:
    return ngettext(
        "%(count)d hand in question: look at it", "%(count)d hands in question: look at them", count
    )
