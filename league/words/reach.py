"""The places an entry can still finish in."""

from django.utils.translation import gettext as _

from scoring.reach import Reach


def reach_words(reach: Reach | None, entries: int) -> str:
    """ "can still finish 1st to 3rd", "already sure of 2nd"; "" where nothing is known.

    Bounds that are not proved to be reached are called so: "between 1st and 5th for sure".
    """
    if reach is None or (reach.best == 1 and reach.worst == entries and entries > 1):
        return ""
    if reach.best == reach.worst:
        return _("already sure of %(place)s") % {"place": ordinal(reach.best)}
    figures = {"best": ordinal(reach.best), "worst": ordinal(reach.worst)}
    if reach.exact:
        return _("can still finish %(best)s to %(worst)s") % figures
    return _("between %(best)s and %(worst)s for sure") % figures


def ordinal(n: int) -> str:
    """1 -> "1st", 12 -> "12th", 22 -> "22nd"."""
    if n % 100 not in (11, 12, 13):
        if n % 10 == 1:
            return _("%(n)dst") % {"n": n}
        if n % 10 == 2:
            return _("%(n)dnd") % {"n": n}
        if n % 10 == 3:
            return _("%(n)drd") % {"n": n}
    return _("%(n)dth") % {"n": n}
