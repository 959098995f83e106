"""How sheets are accepted, in words: the choices of the settings, and what everybody reads."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

ACCEPTANCE = [
    ("one", gettext_lazy("One entry is enough; a player signs the sheet")),
    ("other", gettext_lazy("One side hands the sheet in, the other side accepts or disputes it")),
    ("blind", gettext_lazy("Both sides write their own sheet, and the two have to agree")),
]
CORRECTS = [
    ("organizer", gettext_lazy("Organizers and owners of the club")),
    ("owner", gettext_lazy("Owners of the club alone")),
]
DIFFERING = [
    ("organizer", gettext_lazy("An organizer decides")),
    ("match", gettext_lazy("The sheet less good for the side that is ahead on both of them")),
    ("table", gettext_lazy("The sheet less good for the side that stands higher in the table")),
]
LATE = [
    ("nothing", gettext_lazy("Nothing by itself: an organizer decides")),
    ("stands", gettext_lazy("What one side handed in stands")),
    (
        "forfeit",
        gettext_lazy("What one side handed in stands; where nothing was written, both forfeit"),
    ),
]


def describe_sheets(
    *, acceptance: str, window: int, corrects: str, late: str, late_after: int
) -> list[str]:
    """What everybody is told of how a result is accepted and when it is final."""
    lines = [str(dict(ACCEPTANCE)[acceptance]) + "."]
    if window:
        words = ngettext(
            "An accepted result is final after %(n)d hour.",
            "An accepted result is final after %(n)d hours.",
            window,
        ) % {"n": window}
    else:
        words = _("An accepted result is final at once.")
    lines.append(words)
    if corrects == "owner":
        lines.append(_("Only an owner of the club corrects a final result."))
    if late != "nothing":
        lines.append(
            _("%(n)d hours after the start: %(what)s.")
            % {"n": late_after, "what": _lower(str(dict(LATE)[late]))}
        )
    return lines


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
