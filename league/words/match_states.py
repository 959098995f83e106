"""Where a result is on its way, in words: handed in, disputed, accepted, final, corrected."""

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as _noop


def moment_words(at: datetime) -> str:
    """ "Tue, Dec 8, 20:14" on the club's clock."""
    return date_format(timezone.localtime(at), "D, M j, H:i")


def age_words(age: timedelta) -> str:
    """ "40 min", "3 h" or "2 days": how long something waits."""
    minutes = int(age.total_seconds() // 60)
    if minutes < 90:
        return _("%(n)d min") % {"n": max(minutes, 0)}
    if minutes < 48 * 60:
        return _("%(n)d h") % {"n": minutes // 60}
    return _("%(n)d days") % {"n": minutes // (24 * 60)}


def submitted_words(at: datetime, by: SafeString, waits_for: SafeString) -> SafeString:
    """Who handed the sheet in, and who answers."""
    text = _("Handed in by {by}, {at}. {other} accept or dispute it.")
    return format_html(text, by=by, at=moment_words(at), other=waits_for)


def reported_words(at: datetime, by: SafeString) -> SafeString:
    """Who wrote the totals, where nobody has to answer."""
    return format_html(_("Handed in by {by}, {at}."), by=by, at=moment_words(at))


def same_phone_words() -> str:
    """That one account handed the sheet in and had it signed."""
    return _("Handed in and signed on one phone, passed across.")


def stands_words(at: datetime, *, past: bool) -> str:
    """When a sheet stands because nobody answered."""
    text = (
        _("Nobody answered: it stands by the rule since %(at)s.")
        if past
        else _("Without an answer it stands by the rule from %(at)s on.")
    )
    return text % {"at": moment_words(at)}


def disputed_words(at: datetime, by: SafeString) -> SafeString:
    """Who does not accept the sheet."""
    text = _("Disputed by {by}, {at}. It counts for nobody until it is settled.")
    return format_html(text, by=by, at=moment_words(at))


_SETTLED = {
    "stands": _noop("{by} disputed it; settled {at}: it stands. {words}"),
    "corrected": _noop("{by} disputed it; settled {at}: it was corrected. {words}"),
    "withdrawn": _noop("{by} disputed it and took that back {at}."),
    "rule": _noop("{by} disputed it; settled {at} by the rule. {words}"),
}


def settled_words(how: str, at: datetime, by: SafeString, words: str) -> SafeString:
    """How a dispute ended."""
    told = format_html("<bdi>{}</bdi>", words)
    return format_html(_(_SETTLED[how]), by=by, at=moment_words(at), words=told)


def final_words(at: datetime, *, past: bool) -> str:
    """When the result is final."""
    text = _("Final since %(at)s.") if past else _("Provisional: final %(at)s by itself.")
    return text % {"at": moment_words(at)}


def corrected_words(at: datetime, reason: str) -> SafeString:
    """That an accepted result was changed, when, and why."""
    told = format_html("<bdi>{}</bdi>", reason)
    return format_html(_("Corrected {at}: {reason}"), at=moment_words(at), reason=told)


def missing_words(due: datetime, late: str, *, past: bool) -> str:
    """That no result has come, and what the rule makes of it."""
    if late == "forfeit":
        text = (
            _("No result came by %(at)s: both forfeit by the rule.")
            if past
            else _("No result yet. Without one by %(at)s both forfeit by the rule.")
        )
    else:
        text = _("No result yet. It is due by %(at)s; after that an organizer decides.")
        if past:
            text = _("No result came by %(at)s: an organizer decides.")
    return text % {"at": moment_words(due)}


def open_words(*, disputed: bool) -> tuple[str, str]:
    """(kind of pill, words) for a result that is over and not settled."""
    return ("disputed", _("disputed")) if disputed else ("waiting", _("to be accepted"))
