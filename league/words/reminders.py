"""What an organizer is reminded of, in a sentence each."""

from datetime import datetime

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from league.words.match_states import age_words, moment_words


def question_reminder(number: int, since: datetime, now: datetime) -> str:
    """A hand that a phone sent against what stands, and for how long."""
    if not number:
        return _("A hand has been in question for %(age)s.") % {"age": age_words(now - since)}
    told = {"number": number, "age": age_words(now - since)}
    return _("Hand %(number)d has been in question for %(age)s.") % told


def disputed_reminder(by: SafeString, since: datetime, now: datetime) -> SafeString:
    """A dispute, and for how long."""
    return format_html(_("Disputed by {by}, {age} ago."), by=by, age=age_words(now - since))


def waiting_reminder(
    waits_for: SafeString, since: datetime, due: datetime | None, now: datetime
) -> SafeString:
    """A sheet that the other side has not answered."""
    text = _("Handed in {age} ago; waits for {other}.")
    if due is not None:
        text = _("Handed in {age} ago; waits for {other}. Stands by the rule from {due} on.")
    return format_html(
        text, other=waits_for, age=age_words(now - since), due=moment_words(due) if due else ""
    )


def unanswered_reminder(since: datetime, now: datetime) -> str:
    """A result that is in, which nobody has handed in for the other side to accept."""
    text = _("Over, and nobody has handed the sheet in, %(age)s after the start.")
    return text % {"age": age_words(now - since)}


def missing_reminder(since: datetime, due: datetime | None, now: datetime, *, begun: bool) -> str:
    """A match without a result."""
    age = {"age": age_words(now - since), "due": moment_words(due) if due else ""}
    if due is not None and due <= now:
        return _("No result %(age)s after the start: both forfeit by the rule.") % age
    if due is not None:
        return _("No result %(age)s after the start; both forfeit on %(due)s by the rule.") % age
    if begun:
        return _("Begun, and no result %(age)s after the start.") % age
    return _("No result %(age)s after the start.") % age
