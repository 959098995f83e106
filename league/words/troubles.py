"""What is said when the database is busy, or its disk is full, and what to do meanwhile."""

from django.utils.translation import gettext as _

from league.troubles import Trouble


def trouble_words(trouble: Trouble, *, sent: bool) -> str:
    """One short notice for a part of a page or a phone; `sent` when something was to be stored."""
    if trouble is Trouble.FULL:
        told = _(
            "The server’s disk is full: nothing more is stored. Tell the organizer, "
            "and write on paper meanwhile."
        )
    else:
        told = _("The site is very busy, or starting again. Try again in %(wait)d seconds.") % {
            "wait": trouble.wait
        }
    return f"{told} {_('What you typed is still here.')}" if sent else told
