"""The pages of the board by name, and how long each may stand."""

from django.utils.translation import gettext_lazy as _

# Code -> what organizers and the log call it; "all" is no page of its own.
PAGES = {
    "all": _("all by turns"),
    "now": _("the tables with their totals"),
    "standings": _("the standings"),
    "names": _("where do I sit, by name"),
    "tables": _("the next round by table"),
    "bracket": _("the bracket"),
    "clock": _("the bell's clock"),
}

# How long a screen stands, in seconds: slower than its lines are read, faster than patience ends.
SECONDS = (10, 15, 20, 30, 45, 60)
