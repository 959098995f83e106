"""What waits on a phone, in words as data: the phone draws that page from its own store."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.words.sheets import TRUMPS


def waiting_sentences() -> dict[str, Any]:
    """Labels and sentences in the reader's language, their figures still open. `labels` and
    `values` go by the names of the hand form's fields."""
    return {
        "hands": [_("1 hand"), _("%(count)s hands")],
        "hand": _("Hand %(number)s of game %(game)s"),
        "done": {"record": _("Written"), "correct": _("Corrected"), "undo": _("Taken off")},
        "by": _("%(at)s by %(name)s"),
        "server": _("The server"),
        "said": _("%(at)s: %(words)s"),
        "silent": _("It has not answered yet."),
        **other_account_words(),
        "sign_in": _("Sign in to send it"),
        "let_go": _("Let it go"),
        "sure": _("Let hand %(number)s go?"),
        "gone": _(
            "The server does not have it. Once it is let go, this phone does not have it either: "
            "copy it to paper first."
        ),
        "yes": _("Yes, let it go"),
        "keep": _("Keep it"),
        "was_let_go": _("Hand %(number)s is let go."),
        "no_answer": _("The server does not answer. What waits stays here, and is sent later."),
        "labels": _labels(),
        "values": {
            "trump": {suit: str(words) for suit, words in TRUMPS.items()},
            "outcome": {
                "misplay": _("misplay claimed"),
                "thrown_in": _("thrown in"),
                "passed_out": _("everybody passed"),
            },
            "bella_call": {
                "first": _("on the first card"),
                "run": _("with a shown run"),
                "none": _("not said"),
            },
            "claim_upheld": {"yes": _("Proved"), "no": _("Wrong claim")},
            "forced": {"on": _("yes")},
        },
    }


def other_account_words() -> dict[str, Any]:
    """What is asked before hands go out under another account than the one that wrote them."""
    return {
        "other": [
            ngettext(
                "%(count)s hand was written by %(writer)s. Send it as %(name)s?",
                "%(count)s hands were written by %(writer)s. Send them as %(name)s?",
                count,
            )
            for count in (1, 2)
        ],
        "send_as": _("Send as %(name)s"),
    }


def _labels() -> dict[str, str]:
    return {
        "dealer": _("Dealer"),
        "caller": _("Say"),
        "forced": _("The dealer had to call"),
        "trump": _("Trump"),
        "bid": _("Bid"),
        "count": _("Count"),
        "runs": _("Runs"),
        "beaten": _("Shown, but beaten"),
        "cards": _("Cards"),
        "set": _("Four of a kind"),
        "bella": _("Bella"),
        "bella_call": _("When was it said?"),
        "outcome": _("How it ended"),
        "claim_by": _("Who claimed it?"),
        "claim_upheld": _("Was it proved?"),
        "claim_trick": _("In which trick?"),
        "claim_seat": _("Whose card?"),
        "claim_card": _("Which card?"),
        "thrown_by": _("Who threw it in?"),
        "last_trick": _("Last trick"),
        "note": _("Note"),
        "reason": _("Why it is corrected"),
        "written": _("Points"),
    }
