"""Who wrote an entry of the log, in words; and what the kinds of entries are called."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.models import AuditEntry, TableLink

# What a search can be narrowed to: a code, its words, and the subjects ("hand:12") of it.
ABOUT: Mapping[str, tuple[object, tuple[str, ...]]] = {
    "sheets": (
        gettext_lazy("Sheets, results and rulings"),
        ("hand", "game", "match", "dispute", "ruling", "sheet"),
    ),
    "draws": (gettext_lazy("Draws, rounds and brackets"), ("round", "stage", "slot")),
    "entries": (
        gettext_lazy("Entries, penalties and money"),
        ("entry", "entrant", "adjustment", "payment"),
    ),
    "settings": (gettext_lazy("Settings and rules"), ("competition", "club")),
    "links": (gettext_lazy("Table links"), ("link", "links", "tablelink")),
    "people": (
        gettext_lazy("People, accounts and roles"),
        ("player", "partnership", "user", "role", "invitation", "claim", "merge"),
    ),
}


def who_of(entry: AuditEntry) -> str:
    """An account by its name, a link by its table, else the program."""
    if entry.by_id is not None:
        return str(entry.by) if entry.by else _("an account that is gone")
    if entry.link_id is not None:
        return _link(entry.link)
    return _("the system")


def _link(link: TableLink | None) -> str:
    table = link and (link.match.table if link.match else link.table)
    if not table:
        return _("a table link")
    return _("table link, table %(table)d") % {"table": table}
