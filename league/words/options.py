"""Every option of a rule set in plain words: its name, one sentence, and what each choice means.

The numbers of docs/RULES.md stand in `scoring.OPTIONS`; nothing here decides anything.
"""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Text = str | Promise


class OptionWords(NamedTuple):
    """`name` of the option, `about` in one sentence, `choices`: value -> what is done then.

    Whole-number options have no choices; their `about` holds for any number.
    """

    name: Text
    about: Text
    choices: Mapping[object, Text]


GROUPS: Mapping[str, Text] = {
    "7": _("The game"),
    "2": _("Dealing and calling"),
    "3": _("Playing the cards"),
    "4": _("Runs"),
    "5": _("Bella"),
    "6": _("Scoring a hand"),
    "1": _("The last trick"),
}

AWARDS: Mapping[object, Text] = {
    "all": _("Everything in the hand: the cards, the runs and the Bella."),
    "flat_162": _("162, and nothing more."),
    "flat_162_plus_100": _("262: the 162 and a hundred."),
}

OPTION_WORDS: Mapping[str, OptionWords] = {
    "target": OptionWords(_("Points to go out"), _("The score a side needs to end the game."), {}),
    "target_test": OptionWords(
        _("Reaching it"),
        _("Whether exactly that many points is enough."),
        {
            "reach": _("Exactly that many is enough."),
            "exceed": _("It takes at least one more."),
        },
    ),
    "both_over": OptionWords(
        _("Both sides over"),
        _("Both sides pass the target in the same hand."),
        {
            "higher": _("The higher total wins."),
            "caller": _("The side that called that hand wins."),
        },
    ),
    "tie_at_target": OptionWords(
        _("Level at the end"),
        _("Both sides have the same total when the game should end."),
        {
            "play_on": _("Play another hand."),
            "caller_wins": _("The side that called the last hand wins."),
            "draw": _("The game is a draw."),
        },
    ),
    "all_pass": OptionWords(
        _("Everybody passes"),
        _("Nobody before the dealer wants to call trump."),
        {
            "force_dealer": _("The dealer must call."),
            "next_deal": _("The hand is thrown in and the deal moves to the left."),
            "same_dealer": _("The hand is thrown in and the same dealer deals again."),
        },
    ),
    "no_trump": OptionWords(
        _("No trump"),
        _("Whether a player may call no trump."),
        {False: _("Only suits are called."), True: _("No trump may be called.")},
    ),
    "contract": OptionWords(
        _("What the callers need"),
        _("How many points the calling side has to come to."),
        {
            "half": _("More than half of all points in the hand."),
            "bid": _("The number of points they bid when they called."),
        },
    ),
    "min_bid": OptionWords(_("Lowest bid"), _("The lowest bid that may be made in a suit."), {}),
    "no_trump_min_bid": OptionWords(
        _("Lowest bid at no trump"), _("The lowest bid that may be made at no trump."), {}
    ),
    "bid_cards": OptionWords(
        _("Cards seen before calling"),
        _("How many of the nine cards a player looks at before the call."),
        {
            6: _("Six; the last three stay face down until trump is made."),
            3: _("Three."),
            9: _("All nine."),
        },
    ),
    "overtrump_partner": OptionWords(
        _("Partner's trump is winning"),
        _("A player who cannot follow suit, while the partner's trump takes the trick."),
        {
            True: _("Must still beat it if possible."),
            False: _("Must trump, but need not beat the partner."),
        },
    ),
    "run_long": OptionWords(
        _("Long runs"),
        _("Five cards or more in sequence."),
        {
            "split": _("Five or six are a fifty; seven or eight are cut into two runs."),
            "one_fifty": _("Always one fifty, however long."),
            "quint100": _("Five or more are a hundred."),
        },
    ),
    "run_scope": OptionWords(
        _("Whose runs count"),
        _("More than one player shows a run."),
        {
            "player": _("All runs of the one player whose best run is best."),
            "side": _("All runs of both partners of the best run."),
            "all": _("Every run shown counts."),
        },
    ),
    "run_compare": OptionWords(
        _("Which run is best"),
        _("How two runs are compared."),
        {
            "flat": _("A fifty beats a twenty; then the top card; then trump."),
            "longest_first": _("More cards beat fewer; then the top card; then trump."),
        },
    ),
    "run_tie": OptionWords(
        _("Runs exactly equal"),
        _("The best runs of two players are equal, both outside trump."),
        {
            "cancel": _("Nobody counts any run."),
            "eldest": _("The one nearest the dealer's left counts."),
        },
    ),
    "late_twenty": OptionWords(
        _("A fifty said and not shown"),
        _("Whether somebody else's twenty may then still count."),
        {True: _("A twenty may be shown instead."), False: _("Nobody's twenty comes back.")},
    ),
    "sets": OptionWords(
        _("Four of a kind"),
        _("Whether four cards of one rank score."),
        {
            False: _("They score nothing."),
            True: _("Jacks 200, nines 150; aces, tens, kings and queens 100."),
        },
    ),
    "melds_until": OptionWords(
        _("When runs are said"),
        _("The last moment to say a run."),
        {
            "first_card": _("Before one's own first card."),
            "end_of_hand": _("Any time up to the end of the hand."),
        },
    ),
    "bella_with_run": OptionWords(
        _("Bella inside a run"),
        _("King and queen of trump lie on the table in a run."),
        {
            True: _("Showing the run says the Bella too."),
            False: _("It must still be said when the second one is played."),
        },
    ),
    "bella_call": OptionWords(
        _("When Bella is said"),
        _("On which of the two cards the player says it."),
        {"last": _("On the second of the two."), "either": _("On either of the two.")},
    ),
    "first_bella": OptionWords(
        _("Bella said on the first"),
        _("The player said it a card too early."),
        {
            "lose_points": _("The 20 are lost; the hand is played on."),
            "lose_hand": _("That side writes 0 and the others take the hand."),
        },
    ),
    "half_bait": OptionWords(
        _("Half-bait"),
        _("The callers have exactly half."),
        {
            "caller_zero": _("They write 0; the others write what they took."),
            "whole_bait": _("They are bait: the others write everything."),
            "hang": _(
                "They write 0, the others what they took; the rest waits for the side "
                "that writes more in the next hand."
            ),
        },
    ),
    "threshold": OptionWords(
        _("What makes the hand"),
        _("When the callers have made it, if they play for half."),
        {
            "half_of_total": _("More than half of all points, runs and Bella included."),
            "fixed_82": _("82 points or more, whatever else is in the hand; no half-bait."),
        },
    ),
    "bait_award": OptionWords(
        _("Bait"),
        _("What the other side writes when the callers go bait."),
        {
            "all": _("Everything in the hand, the callers' runs and Bella too."),
            "flat_162": _("162, and nothing more."),
        },
    ),
    "coat": OptionWords(
        _("Taking every trick"),
        _("What the callers add when they take every card point."),
        {0: _("Nothing."), 100: _("100 points.")},
    ),
    "no_trump_bonus": OptionWords(
        _("Score at no trump"),
        _("Whether a hand made at no trump is doubled."),
        {0: _("It is written as it is."), 100: _("The callers write it doubled.")},
    ),
    "renege_award": OptionWords(
        _("Misplay proved"),
        _("What the side writes that claimed a misplay and was right; the others write 0."),
        AWARDS,
    ),
    "false_claim_award": OptionWords(
        _("Misplay claimed wrongly"),
        _("What the accused side writes when there was no misplay; the claimers write 0."),
        AWARDS,
    ),
    "throw_in_award": OptionWords(
        _("Cards thrown in"),
        _("What the other side writes when a player throws the cards in."),
        AWARDS,
    ),
    "last_trick": OptionWords(
        _("Last trick"),
        _("What the last trick is worth."),
        {
            10: _("10 points; 162 in all, 130 at no trump."),
            4: _("4 points; 156 in all, 124 at no trump."),
        },
    ),
}

# Shown to players only where the other option makes it matter.
MATTERS_WITH: Mapping[str, tuple[str, object]] = {
    "min_bid": ("contract", "bid"),
    "no_trump_min_bid": ("contract", "bid"),
    "no_trump_bonus": ("no_trump", True),
    "threshold": ("contract", "half"),
    "first_bella": ("bella_call", "last"),
}
