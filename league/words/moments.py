"""As of when a table is."""

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _


def moment_sentence(*, after: int | None, on: date | None) -> str:
    """What counts in a table of an earlier moment, and what not."""
    if on is not None:
        return _(
            "The table as of %(day)s: matches played and over by that night, as their results "
            "stand now. Nothing of a later night counts."
        ) % {"day": date_format(on, "l, F j, Y")}
    if after == 1:
        return _(
            "The table after round 1: its results as they stand now, matches made up later too. "
            "Nothing of a later round counts."
        )
    return _(
        "The table after round %(n)d: results of rounds 1 to %(n)d as they stand now, matches "
        "made up later too. Nothing of a later round counts."
    ) % {"n": after or 0}


def no_such_round(after: int, last: int) -> str:
    """Why there is no table after a round."""
    if not last:
        return _("Nothing is played yet: this is the table now.")
    return _(
        "Nothing of round %(after)d counts yet: the last is round %(last)d. This is the table now."
    ) % {
        "after": after,
        "last": last,
    }
