"""Dollars and cents, and what is said of prizes and pots."""

from django.utils.translation import gettext as _

from scoring.prizes import Payout, PrizeError
from scoring.side_pots import PaidTo


def dollars(cents: int) -> str:
    """1050 -> "$10.50", 100000 -> "$1,000"; whole dollars without cents."""
    whole, rest = divmod(abs(cents), 100)
    sign = "−" if cents < 0 else ""
    return f"{sign}${whole:,}.{rest:02d}" if rest else f"{sign}${whole:,}"


def typed_money(cents: int) -> str:
    """As it stands in a field: 1050 -> "10.50", 1000 -> "10"."""
    return f"{cents // 100}.{cents % 100:02d}" if cents % 100 else str(cents // 100)


def shared_words(one: Payout) -> str:
    """Whose prizes were shared: "prizes 2 and 3 shared by 2"; "" for an own prize."""
    if one.shared_by == 1:
        return ""
    figures = {"first": one.first_place, "last": one.last_place, "n": one.shared_by}
    return _("prizes %(first)d to %(last)d, shared by %(n)d") % figures


def refusal_words(refused: PrizeError) -> str:
    """Why the prizes cannot be paid."""
    params = refused.params
    if refused.code == "over_the_fund":
        return _("The prizes come to %(prizes)s, and %(fund)s has been paid in so far.") % {
            "prizes": dollars(int(str(params["cents"]))),
            "fund": dollars(int(str(params["fund"]))),
        }
    if refused.code == "over_a_hundred":
        return _("The prizes come to %(n)s percent; 100 is all there is.") % {
            "n": params["percent"]
        }
    return _("These prizes cannot be paid.")


def paid_to_words(paid_to: PaidTo) -> str:
    """Who gets a pot."""
    return {
        PaidTo.WINNER: _("the winner"),
        PaidTo.FEWEST_BAITS: _("who went bait least"),
        PaidTo.BEST_GAME: _("the best game"),
    }[paid_to]
