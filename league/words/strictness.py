"""What a competition may let pass with a warning instead of refusing it (docs/RULES.md 8)."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from league.words.options import Text

LOWERABLE_WORDS: Mapping[str, Text] = {
    "count_unreachable": _("A count that no cards can make."),
    "last_trick_mismatch": _("A last trick on a side whose count is too small for it."),
    "dealer_out_of_turn": _("A hand dealt by somebody whose turn it was not."),
    "run_beaten": _("A run counted although a better one was shown."),
    "run_cancelled": _("A run counted although an equal one cancels it."),
    "bella_holder_impossible": _("Bella for a player who cannot hold both cards."),
    "forced_but_not_dealer": _("“Had to call” for somebody who did not deal."),
    "result_mismatch": _("A result on the paper that differs from what the figures make."),
}
